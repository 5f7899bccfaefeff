import PixelCore

/// Decodes a whole picture of luma and chroma, after its header.
protocol YUVDecoder: AnyObject {
  var info: ImageInfo { get }
  /// Complete once the picture is decoded.
  var warnings: [String] { get }
  /// The part of what is decoded that is the picture.
  var frame: PixelRect { get }
  /// Whether colours are multiplied by alpha.
  var isPremultiplied: Bool { get }

  func decode() throws(CodecError) -> YUVPlanes
}
