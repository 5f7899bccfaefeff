import PixelCore

/// A decoder of a whole picture of luma and chroma, whose header has been read.
protocol YUVDecoder: AnyObject {
  var info: ImageInfo { get }
  /// Warnings about the file. Complete after decoding.
  var warnings: [String] { get }
  /// The part of the decoded area that is the picture.
  var frame: PixelRect { get }
  /// Whether colours are multiplied by alpha.
  var isPremultiplied: Bool { get }

  func decode() throws(CodecError) -> YUVPlanes
}
