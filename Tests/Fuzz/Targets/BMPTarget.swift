import ImageCodecs

/// A BMP: its header, and its rows in bands of two heights.
enum BMPTarget {
  static func seeds(from file: [UInt8]) -> [[UInt8]] { ReadPicture.isFile(file, .bmp) ? [file] : [] }

  static func take(_ input: [UInt8]) {
    if ReadPicture.isFile(input, .bmp) { ReadPicture.checkBands(of: EncodedImage(input)) }
  }
}
