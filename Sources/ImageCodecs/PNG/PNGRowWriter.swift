import CLibraries
import PixelCore

/// Writes a PNG with the rows' 8 or 16 bits per channel: RGB for opaque rows, RGBA for straight ones.
///
/// A picture of up to 32 MiB (``DeflatedPicture/largestByteCount``) is held until its last row, filtered if that makes
/// it smaller, and deflated by libdeflate. A larger picture is always filtered, and goes through libpng and zlib, which
/// hold a few rows. Each row's filter is the one with the smallest sum of absolute differences. libpng writes the
/// header in both cases, because it validates profiles.
final class PNGRowWriter: RowWriter {
  let shape: ImageShape
  private let encoder: PNGEncoder
  private let sink: SinkBox
  /// The picture, if it is held whole.
  private let whole: DeflatedPicture?
  private var order: BandOrder

  init(
    shape: ImageShape, compression: Int, metadata: FileMetadata, to sink: @escaping ByteSink
  ) throws(CodecError) {
    precondition(shape.format.transfer == .encoded && shape.format.alpha != .premultiplied, "what a PNG holds")
    self.shape = shape
    self.sink = SinkBox(sink)
    order = BandOrder(.png, shape: shape)
    encoder = try PNGEncoder(to: self.sink)
    whole = DeflatedPicture.takes(shape) ? DeflatedPicture(shape: shape, compression: compression) : nil
    if DeflatedPicture.takes(shape), whole == nil { throw .outOfMemory(.png) }
    try encoder.check {
      packshot_png_writer_start(
        $0, UInt32(shape.size.width), UInt32(shape.size.height), Int32(shape.format.depth.rawValue),
        shape.format.alpha == .straight ? 1 : 0, Int32(compression), metadata.iccProfile,
        metadata.iccProfile?.count ?? 0, metadata.exif, metadata.exif?.count ?? 0)
    }
    try encoder.check { packshot_png_writer_flush($0) }
    let chunks = PNGMetadata.chunks(metadata)
    if !chunks.isEmpty { try EncodedImage(chunks).withBytes { bytes throws(CodecError) in try self.sink.write(bytes) } }
  }

  func write(_ band: RowBand) throws(CodecError) {
    try order.take(band)
    guard let first = band.rows.first else { return }
    if let whole {
      for y in band.rows { whole.append(band.row(y)) }
    } else {
      let bytes = band.row(first).assumingMemoryBound(to: UInt8.self)
      try encoder.check { packshot_png_writer_write_rows($0, bytes, band.stride, UInt32(band.rows.count)) }
    }
  }

  func finish() throws(CodecError) {
    try order.checkComplete()
    guard let whole else { return try encoder.check { packshot_png_writer_finish($0) } }
    let isWritten: Void? = try whole.withChunks { chunks throws(CodecError) in try sink.write(chunks) }
    if isWritten == nil { throw .outOfMemory(.png) }
  }
}
