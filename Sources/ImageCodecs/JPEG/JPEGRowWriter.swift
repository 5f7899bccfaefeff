import CJPEG
import PixelCore

/// Writes a baseline JPEG, a few rows at a time: JFIF header, YCbCr, the standard Huffman tables.
final class JPEGRowWriter: RowWriter {
  let shape: ImageShape
  private let writer: OpaquePointer
  private let sink: SinkBox
  private var order: BandOrder

  init(
    shape: ImageShape, quality: Int, subsampling: EncodeOptions.ChromaSubsampling, iccProfile: [UInt8]?,
    to sink: @escaping ByteSink
  ) throws(CodecError) {
    precondition(shape.format == .encodedOpaque, "a JPEG holds opaque 8-bit pixels")
    precondition(EncodeOptions.qualities.contains(quality))
    self.shape = shape
    self.sink = SinkBox(sink)
    order = BandOrder(shape: shape)
    guard let writer = packshot_jpeg_writer_create(SinkBox.take, self.sink.context) else { throw .outOfMemory(.jpeg) }
    self.writer = writer
    let (horizontal, vertical): (Int32, Int32) =
      switch subsampling {
      case .twoByTwo: (2, 2)
      case .twoByOne: (2, 1)
      case .none: (1, 1)
      }
    try check(
      packshot_jpeg_writer_start(
        writer, UInt32(shape.size.width), UInt32(shape.size.height), Int32(quality), horizontal, vertical, iccProfile,
        iccProfile?.count ?? 0))
  }

  deinit { packshot_jpeg_writer_destroy(writer) }

  func write(_ band: RowBand) throws(CodecError) {
    order.take(band)
    guard let first = band.rows.first else { return }
    let bytes = band.row(first).assumingMemoryBound(to: UInt8.self)
    try check(packshot_jpeg_writer_write_rows(writer, bytes, band.stride, UInt32(band.rows.count)))
  }

  func finish() throws(CodecError) {
    order.checkComplete()
    try check(packshot_jpeg_writer_finish(writer))
  }

  private func check(_ code: Int32) throws(CodecError) {
    try LibraryStatus(code).checkWriting(.jpeg, sink: sink) { packshot_jpeg_writer_message(writer) }
  }
}
