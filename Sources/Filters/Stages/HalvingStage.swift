import PixelCore
import PixelKernels

/// Halves the width and height of an image row by row.
final class HalvingStage: RowSink {
  private let input: ImageShape
  private let kernels: Kernels
  private let assembler: BandAssembler
  /// The upper row of a pair whose lower row is in the next band.
  private var upper: PixelBuffer

  init(input: ImageShape, context: RenderContext, sink: any RowSink) {
    (self.input, kernels) = (input, context.kernels)
    assembler = BandAssembler(shape: Self.output(of: input), context: context, sink: sink)
    upper = PixelBuffer(
      shape: ImageShape(size: PixelSize(width: input.size.width, height: 1), format: input.format))
  }

  /// Returns the shape of a halved image.
  static func output(of input: ImageShape) -> ImageShape {
    ImageShape(
      size: PixelSize(width: (input.size.width + 1) / 2, height: (input.size.height + 1) / 2), format: input.format)
  }

  func push(_ band: RowBand) throws {
    for y in band.rows {
      let row = band.row(y)
      if y % 2 == 1 {
        try append(y > band.rows.lowerBound ? band.row(y - 1) : upper.row(0), row)
      } else if y + 1 == input.size.height {
        try append(row, row)
      } else if y + 1 == band.rows.upperBound {
        upper.mutableRow(0).copyMemory(from: row, byteCount: input.bytesPerRow)
      }
    }
  }

  func finish() throws { try assembler.finish() }

  private func append(_ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer) throws {
    let row = assembler.nextRow
    try assembler.append { [input, kernels] in
      kernels.halvePixels($0, upper, lower, count: input.size.width, row: row, depth: input.format.depth)
    }
  }
}
