import Filters
import PixelCore
import PixelKernels

/// Hands rows on in another pixel format.
public final class ConversionStage: RowSink {
  private let conversion: FormatConversion
  private let output: ImageShape
  private let sink: any RowSink
  private var row: PixelBuffer

  /// - Parameters:
  ///   - input: The format of the rows that come.
  ///   - output: The shape that `sink` takes.
  public init(from input: PixelFormat, to output: ImageShape, context: RenderContext, sink: any RowSink) {
    conversion = FormatConversion(from: input, to: output.format, kernels: context.kernels)
    (self.output, self.sink) = (output, sink)
    row = PixelBuffer(
      shape: ImageShape(size: PixelSize(width: output.size.width, height: 1), format: output.format))
  }

  public func push(_ band: RowBand) throws {
    if conversion.isIdentity { return try sink.push(band) }
    for y in band.rows {
      conversion.apply(row.mutableRow(0), band.row(y), count: output.size.width)
      try sink.push(RowBand(shape: output, rows: y..<(y + 1), base: row.row(0), stride: row.stride))
    }
  }

  public func finish() throws { try sink.finish() }
}
