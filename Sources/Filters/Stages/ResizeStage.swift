import PixelCore
import PixelKernels

/// Resamples an image row by row. Each output row is computed as soon as the last input row that it depends on has
/// arrived.
///
/// The vertical pass comes first, over the few input rows that an output row depends on, which are kept in a ring
/// buffer. Rows outside the window are not kept.
final class ResizeStage: RowSink {
  private let columns: ResampleWeights
  private let rows: ResampleWeights
  private let input: ImageShape
  private let output: ImageShape
  private let kernels: Kernels
  private let assembler: BandAssembler
  /// The last input rows. Row y is in line y modulo the ring's height.
  private var ring: PixelBuffer
  private let ringHeight: Int
  /// A row between the two passes.
  private let between: UnsafeMutableRawPointer
  private var window: [UnsafeRawPointer] = []

  init(
    input: ImageShape, output: ImageShape, columns: ResampleWeights, rows: ResampleWeights, context: RenderContext,
    sink: any RowSink
  ) {
    (self.columns, self.rows) = (columns, rows)
    (self.input, self.output, kernels) = (input, output, context.kernels)
    assembler = BandAssembler(shape: output, context: context, sink: sink)
    ringHeight = Self.rowsToKeep(for: rows)
    ring = PixelBuffer(
      shape: ImageShape(size: PixelSize(width: input.size.width, height: ringHeight), format: input.format))
    between = .allocate(byteCount: Self.betweenBytes(input), alignment: 64)
    // The padding is read, although with weight 0.
    between.initializeMemory(as: UInt8.self, repeating: 0, count: Self.betweenBytes(input))
  }

  deinit { between.deallocate() }

  /// Returns the number of input rows to keep. An output row needs the rows from its first one to the last one received
  /// so far; the result is the maximum over all output rows. Negligible weights are trimmed, so an output row can need
  /// fewer rows below it than the row above.
  private static func rowsToKeep(for rows: ResampleWeights) -> Int {
    var arrived = 0
    var most = 0
    for sample in 0..<rows.outputLength {
      let needed = rows.inputs(of: sample)
      arrived = max(arrived, needed.upperBound)
      most = max(most, arrived - needed.lowerBound)
    }
    return most
  }

  static func betweenBytes(_ input: ImageShape) -> Int {
    (input.size.width + ResampleWeights.rowPadding) * ResampleWeights.bytesBetween(at: input.format.depth)
  }

  func push(_ band: RowBand) throws {
    for y in band.rows {
      if rows.inputs.contains(y) { keep(band.row(y), row: y) }
      while assembler.nextRow < output.size.height, rows.inputs(of: assembler.nextRow).upperBound <= y + 1 {
        try makeRow(assembler.nextRow)
      }
    }
  }

  func finish() throws { try assembler.finish() }

  private func keep(_ row: UnsafeRawPointer, row y: Int) {
    ring.mutableRow(y % ringHeight).copyMemory(from: row, byteCount: input.bytesPerRow)
  }

  private func makeRow(_ sample: Int) throws {
    window.removeAll(keepingCapacity: true)
    for y in rows.inputs(of: sample) { window.append(ring.row(y % ringHeight)) }
    // Columns that no output pixel needs are skipped.
    let needed = columns.inputs
    for index in window.indices { window[index] += needed.lowerBound * input.format.bytesPerPixel }
    kernels.resampleVertically(
      between + needed.lowerBound * ResampleWeights.bytesBetween(at: input.format.depth), rows: window, weights: rows,
      sample: sample, count: needed.count)
    try assembler.append { kernels.resampleHorizontally($0, row: between, weights: columns) }
  }
}
