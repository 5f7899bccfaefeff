import ImageCodecs

/// A HEIC file: its header, and its rows in bands of two heights.
enum HEICTarget {
  static func seeds(from file: [UInt8]) -> [[UInt8]] { ReadPicture.isFile(file, .heic) ? [file] : [] }

  static func take(_ input: [UInt8]) {
    if ReadPicture.isFile(input, .heic) { ReadPicture.checkBands(of: EncodedImage(input)) }
  }
}
