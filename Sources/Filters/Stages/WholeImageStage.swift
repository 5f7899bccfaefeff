import PixelCore

extension RowBand {
  /// Pushes the rows of a complete image unchanged. `output` may have alpha that the image lacks: an opaque image is also
  /// a valid premultiplied one.
  func push(unchangedAs output: ImageShape, into sink: any RowSink) throws {
    try sink.push(RowBand(shape: output, rows: rows, base: row(0), stride: stride))
    try sink.finish()
  }
}

/// Buffers a whole image, and then calls a closure with it.
final class WholeImageStage: RowSink {
  private let collector: ImageCollector
  private let work: (Image) throws -> Void

  init(_ input: ImageShape, _ work: @escaping (Image) throws -> Void) {
    collector = ImageCollector(shape: input)
    self.work = work
  }

  func push(_ band: RowBand) { collector.push(band) }

  func finish() throws { try work(collector.takeImage()) }
}
