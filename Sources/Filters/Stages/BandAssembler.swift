import PixelCore

/// Collects single rows into bands and pushes the bands into a sink.
package final class BandAssembler {
  private let shape: ImageShape
  private let sink: any RowSink
  private let bandHeight: Int
  private var buffer: PixelBuffer
  private var firstRow = 0
  private var rowCount = 0

  public init(shape: ImageShape, context: RenderContext, sink: any RowSink) {
    self.shape = shape
    self.sink = sink
    bandHeight = context.bandHeight(for: shape)
    buffer = PixelBuffer(
      shape: ImageShape(size: PixelSize(width: shape.size.width, height: bandHeight), format: shape.format))
  }

  /// Index of the next row.
  public var nextRow: Int { firstRow + rowCount }

  /// Calls `make` to write the next row, and pushes the band when it is full.
  public func append(_ make: (UnsafeMutableRawPointer) -> Void) throws {
    make(buffer.mutableRow(rowCount))
    rowCount += 1
    if rowCount == bandHeight || nextRow == shape.size.height { try flush() }
  }

  /// Finishes the sink after all rows have been made.
  public func finish() throws {
    precondition(firstRow == shape.size.height, "a stage promised \(shape.size) and made \(nextRow) rows")
    try sink.finish()
  }

  private func flush() throws {
    let rows = firstRow..<nextRow
    try sink.push(RowBand(shape: shape, rows: rows, base: buffer.row(0), stride: buffer.stride))
    firstRow = rows.upperBound
    rowCount = 0
  }
}
