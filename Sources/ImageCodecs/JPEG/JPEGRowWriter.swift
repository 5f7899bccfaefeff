import CLibraries
import PixelCore

/// Writes a JPEG with a JFIF header, as YCbCr. A baseline file with the standard Huffman codes is written a few rows at a
/// time, any other file after the last row.
final class JPEGRowWriter: RowWriter {
  let shape: ImageShape
  private let encoder: JPEGEncoder
  private var order: BandOrder

  convenience init(
    shape: ImageShape, settings: JPEG, metadata: FileMetadata, to sink: @escaping ByteSink
  ) throws(CodecError) {
    try self.init(
      shape: shape, settings: settings, iccProfile: metadata.iccProfile, segments: JPEGMetadata.segments(metadata),
      gainMap: metadata.gainMap, to: sink)
  }

  /// - Parameters:
  ///   - isGrey: Whether to store one channel, for rows whose channels are equal.
  ///   - segments: Whole segments with metadata.
  init(
    shape: ImageShape, settings: JPEG, isGrey: Bool = false, iccProfile: [UInt8]? = nil, segments: [UInt8],
    gainMap: GainMapFile? = nil, to sink: @escaping ByteSink
  ) throws(CodecError) {
    precondition(shape.format == .encodedOpaque, "a JPEG holds opaque 8-bit pixels")
    self.shape = shape
    order = BandOrder(.jpeg, shape: shape)
    let optimized = settings.optimizedLayout(shape.size, isGrey: isGrey)
    encoder = try JPEGEncoder(to: sink, optimized: optimized, appending: gainMap)
    let step = settings.subsampling.step
    try encoder.check {
      packshot_jpeg_writer_start(
        $0, UInt32(shape.size.width), UInt32(shape.size.height), Int32(settings.quality), Int32(step.width),
        Int32(step.height),
        settings.progressive ? 1 : 0, optimized == nil ? 0 : 1, isGrey ? 1 : 0, iccProfile, iccProfile?.count ?? 0,
        segments, segments.count)
    }
  }

  func write(_ band: RowBand) throws(CodecError) {
    try order.take(band)
    guard let first = band.rows.first else { return }
    let bytes = band.row(first).assumingMemoryBound(to: UInt8.self)
    try encoder.check { packshot_jpeg_writer_write_rows($0, bytes, band.stride, UInt32(band.rows.count)) }
  }

  func finish() throws(CodecError) {
    try order.checkComplete()
    try encoder.finish()
  }
}
