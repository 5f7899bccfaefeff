import PixelCore

extension Image {
  /// The image as the bytes of a file.
  ///
  /// The image is opaque, or for formats that can hold alpha straight: what ``ImageCodec/makeWriter(shape:options:to:)``
  /// takes.
  /// - Throws: ``CodecError``.
  public func encoded(_ coding: EncodeOptions.Coding) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let writer = try ImageCodec.makeWriter(shape: shape, options: EncodeOptions(coding)) { bytes += $0 }
    try withBand { try writer.write($0) }
    try writer.finish()
    return bytes
  }
}
