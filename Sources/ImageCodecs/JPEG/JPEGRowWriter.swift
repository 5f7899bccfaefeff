import CJPEG
import PixelCore

/// Writes a baseline JPEG, a few rows at a time: JFIF header, YCbCr, the standard Huffman tables.
final class JPEGRowWriter: RowWriter {
  let shape: ImageShape
  private let encoder: JPEGEncoder
  private var order: BandOrder

  init(
    shape: ImageShape, quality: Int, subsampling: EncodeOptions.ChromaSubsampling, iccProfile: [UInt8]?,
    to sink: @escaping ByteSink
  ) throws(CodecError) {
    precondition(shape.format == .encodedOpaque, "a JPEG holds opaque 8-bit pixels")
    self.shape = shape
    order = BandOrder(.jpeg, shape: shape)
    encoder = try JPEGEncoder(to: SinkBox(sink))
    let (horizontal, vertical): (Int32, Int32) =
      switch subsampling {
      case .twoByTwo: (2, 2)
      case .twoByOne: (2, 1)
      case .none: (1, 1)
      }
    try encoder.check {
      packshot_jpeg_writer_start(
        $0, UInt32(shape.size.width), UInt32(shape.size.height), Int32(quality), horizontal, vertical, iccProfile,
        iccProfile?.count ?? 0)
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
    try encoder.check { packshot_jpeg_writer_finish($0) }
  }
}
