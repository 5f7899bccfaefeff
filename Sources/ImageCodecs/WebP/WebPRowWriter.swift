import CLibraries
import PixelCore

/// Writes a WebP after collecting all rows, because libwebp needs the whole picture. Uses the simple form, or the
/// extended form for metadata.
///
/// The file has no alpha if no pixel is translucent. Colours of transparent pixels are invisible, so they are changed
/// to make the file smaller.
final class WebPRowWriter: RowWriter {
  /// libwebp's quality for each effort of a lossless file, which sets how hard it searches.
  private static let losslessQualities: [Int32] = [0, 20, 25, 50, 75, 85, 95]

  let shape: ImageShape
  private let settings: WebP
  private let metadata: FileMetadata
  private let sink: SinkBox
  private let writer: OpaquePointer
  private var order: BandOrder

  init(
    shape: ImageShape, settings: WebP, metadata: FileMetadata, to sink: @escaping ByteSink
  ) throws(CodecError) {
    precondition(shape.format == settings.stored(shape.format), "what a WebP holds")
    guard let writer = packshot_webp_writer_create(UInt32(shape.size.width), UInt32(shape.size.height)) else {
      throw .outOfMemory(.webp)
    }
    (self.shape, self.settings, self.metadata, self.writer) = (shape, settings, metadata, writer)
    self.sink = SinkBox(sink)
    order = BandOrder(.webp, shape: shape)
  }

  deinit { packshot_webp_writer_destroy(writer) }

  func write(_ band: RowBand) throws(CodecError) {
    try order.take(band)
    guard let first = band.rows.first else { return }
    packshot_webp_writer_write_rows(
      writer, band.row(first).assumingMemoryBound(to: UInt8.self), band.stride, UInt32(band.rows.count),
      shape.format.alpha == .opaque ? 1 : 0)
  }

  func finish() throws(CodecError) {
    try order.checkComplete()
    let quality = settings.lossless ? Self.losslessQualities[settings.effort] : Int32(settings.quality)
    let status = packshot_webp_writer_finish(writer, settings.lossless ? 1 : 0, quality, Int32(settings.effort))
    try LibraryStatus(status).checkWriting(.webp, sink: sink) { packshot_webp_writer_message(writer) }
    var count = 0
    let file = UnsafeRawBufferPointer(start: packshot_webp_writer_file(writer, &count), count: count)
    if metadata.isEmpty {
      try sink.write(file)
    } else {
      try writeExtended(file)
    }
  }

  /// Writes an extended file with the metadata and the picture of `file`.
  private func writeExtended(_ file: UnsafeRawBufferPointer) throws(CodecError) {
    let picture = try WebPFile(file).picture
    let flags: UInt8 =
      (metadata.iccProfile == nil ? 0 : 0x20) | (picture.hasAlpha ? 0x10 : 0) | (metadata.exif == nil ? 0 : 0x08)
      | (metadata.xmp == nil ? 0 : 0x04)
    let side = { WebPChunks.littleEndian($0 - 1, count: 3) }
    let chunk = { (name: String, content: [UInt8]?) -> [UInt8] in
      guard let content else { return [] }
      return WebPChunks.header(name, length: content.count) + content + [UInt8](repeating: 0, count: content.count % 2)
    }
    let before = [
      Array("WEBP".utf8), WebPChunks.header("VP8X", length: 10), [flags, 0, 0, 0], side(picture.size.width),
      side(picture.size.height), chunk("ICCP", metadata.iccProfile),
    ].flatMap(\.self)
    let behind =
      [UInt8](repeating: 0, count: picture.place.count % 2) + chunk("EXIF", metadata.exif)
      + chunk("XMP ", metadata.xmp)
    try write(WebPChunks.header("RIFF", length: before.count + picture.place.count + behind.count) + before)
    try sink.write(UnsafeRawBufferPointer(rebasing: file[picture.place]))
    if !behind.isEmpty { try write(behind) }
  }

  private func write(_ bytes: [UInt8]) throws(CodecError) {
    try EncodedImage(bytes).withBytes { bytes throws(CodecError) in try sink.write(bytes) }
  }
}
