import PixelCore

/// Passes on the part of each band inside the rectangle, without copying pixels.
final class CropStage: RowSink {
  private let area: PixelRect
  private let sink: any RowSink

  init(area: PixelRect, sink: any RowSink) { (self.area, self.sink) = (area, sink) }

  func push(_ band: RowBand) throws {
    if let part = band.part(in: area) { try sink.push(part) }
  }

  func finish() throws { try sink.finish() }
}
