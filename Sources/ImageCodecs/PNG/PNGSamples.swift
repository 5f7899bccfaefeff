/// The 8-bit sample formats of PNGs that are read without libpng.
enum PNGSamples {
  case grey
  case greyAlpha
  case rgb
  case rgba
  /// Indices into a palette of 256 colours: little-endian words of red, green, blue and alpha.
  case indexed([UInt32])

  /// Bytes per stored pixel.
  var channels: Int {
    switch self {
    case .grey, .indexed: 1
    case .greyAlpha: 2
    case .rgb: 3
    case .rgba: 4
    }
  }
}
