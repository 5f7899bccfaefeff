import ImageCodecs

/// A Photoshop document: its header, and its rows in bands of two heights.
enum PSDTarget {
  static func seeds(from file: [UInt8]) -> [[UInt8]] { ReadPicture.isFile(file, .psd) ? [file] : [] }

  static func take(_ input: [UInt8]) {
    if ReadPicture.isFile(input, .psd) { ReadPicture.checkBands(of: EncodedImage(input)) }
  }
}
