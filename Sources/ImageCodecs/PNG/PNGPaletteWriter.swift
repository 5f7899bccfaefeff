import CPNG
import PixelCore

/// Writes a PNG of 16 colours row by row: for drawings, which take a fraction of the time and room of a photo.
public final class PNGPaletteWriter {
  /// Bytes of a row: four bits a pixel.
  public let bytesPerRow: Int
  private let size: PixelSize
  private let writer: OpaquePointer
  private let sink: SinkBox
  private var rowCount = 0

  /// Writes the header.
  ///
  /// - Parameters:
  ///   - palette: 16 opaque colours.
  ///   - compression: One of ``EncodeOptions/compressions``.
  public init(
    size: PixelSize, palette: [Color], compression: Int = 1, to sink: @escaping ByteSink
  ) throws(CodecError) {
    precondition(palette.count == 16 && palette.allSatisfy(\.isOpaque))
    precondition(EncodeOptions.compressions.contains(compression))
    let limit = ImageFileFormat.png.longestSide
    guard max(size.width, size.height) <= limit else { throw .tooLargeToWrite(.png, size: size, limit: limit) }
    self.size = size
    self.sink = SinkBox(sink)
    bytesPerRow = (size.width + 1) / 2
    guard let writer = packshot_png_writer_create(SinkBox.take, self.sink.context) else { throw .outOfMemory(.png) }
    self.writer = writer
    let colors = palette.flatMap { [$0.red, $0.green, $0.blue] }
    try check(
      packshot_png_writer_start_palette(writer, UInt32(size.width), UInt32(size.height), colors, Int32(compression)))
  }

  deinit { packshot_png_writer_destroy(writer) }

  /// Encodes the next row: ``bytesPerRow`` bytes, each with two numbers of colours, the left one in the high bits.
  public func write(row: UnsafePointer<UInt8>) throws(CodecError) {
    precondition(rowCount < size.height)
    rowCount += 1
    try check(packshot_png_writer_write_rows(writer, row, bytesPerRow, 1))
  }

  /// Ends the file, once all rows are written.
  public func finish() throws(CodecError) {
    precondition(rowCount == size.height, "all rows are written before the file is finished")
    try check(packshot_png_writer_finish(writer))
  }

  private func check(_ code: Int32) throws(CodecError) {
    try LibraryStatus(code).checkWriting(.png, sink: sink) { packshot_png_writer_message(writer) }
  }
}
