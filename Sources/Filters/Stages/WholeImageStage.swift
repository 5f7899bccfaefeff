import PixelCore

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
