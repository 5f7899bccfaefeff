import ImageCodecs

/// A GIF: its header, and its rows in bands of two heights.
enum GIFTarget {
  static func seeds(from file: [UInt8]) -> [[UInt8]] { ReadPicture.isFile(file, .gif) ? [file] : [] }

  static func take(_ input: [UInt8]) {
    if ReadPicture.isFile(input, .gif) { ReadPicture.checkBands(of: EncodedImage(input)) }
  }
}
