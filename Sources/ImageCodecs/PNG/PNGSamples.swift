/// The kinds of pixels of 8 bits that PNGs hold, row by row: those that are read without libpng.
enum PNGSamples {
  case grey
  case greyAlpha
  case rgb
  case rgba
  /// Numbers of colours, which are 256: little-endian words of red, green, blue and alpha.
  case indexed([UInt32])

  /// Bytes of a stored pixel.
  var channels: Int {
    switch self {
    case .grey, .indexed: 1
    case .greyAlpha: 2
    case .rgb: 3
    case .rgba: 4
    }
  }
}
