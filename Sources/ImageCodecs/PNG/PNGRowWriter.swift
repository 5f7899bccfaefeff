import CPNG
import PixelCore

/// Writes a PNG row by row, with the rows' own 8 or 16 bits a channel: RGB for opaque rows, RGBA for straight ones.
///
/// libpng picks each row's filter by its usual measure, the least sum of absolute differences.
final class PNGRowWriter: RowWriter {
  let shape: ImageShape
  private let writer: OpaquePointer
  private let sink: SinkBox
  private var order: BandOrder

  init(
    shape: ImageShape, compression: Int, iccProfile: [UInt8]?, to sink: @escaping ByteSink
  ) throws(CodecError) {
    precondition(shape.format.transfer == .encoded && shape.format.alpha != .premultiplied, "what a PNG holds")
    precondition(EncodeOptions.compressions.contains(compression))
    self.shape = shape
    self.sink = SinkBox(sink)
    order = BandOrder(shape: shape)
    guard let writer = packshot_png_writer_create(SinkBox.take, self.sink.context) else { throw .outOfMemory(.png) }
    self.writer = writer
    try check(
      packshot_png_writer_start(
        writer, UInt32(shape.size.width), UInt32(shape.size.height), Int32(shape.format.depth.rawValue),
        shape.format.alpha == .straight ? 1 : 0, Int32(compression), iccProfile, iccProfile?.count ?? 0))
  }

  deinit { packshot_png_writer_destroy(writer) }

  func write(_ band: RowBand) throws(CodecError) {
    order.take(band)
    guard let first = band.rows.first else { return }
    let bytes = band.row(first).assumingMemoryBound(to: UInt8.self)
    try check(packshot_png_writer_write_rows(writer, bytes, band.stride, UInt32(band.rows.count)))
  }

  func finish() throws(CodecError) {
    order.checkComplete()
    try check(packshot_png_writer_finish(writer))
  }

  private func check(_ code: Int32) throws(CodecError) {
    try LibraryStatus(code).checkWriting(.png, sink: sink) { packshot_png_writer_message(writer) }
  }
}
