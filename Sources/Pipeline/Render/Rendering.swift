import Filters
import ImageCodecs
import PixelCore
import PixelKernels

extension RenderPlan {
  /// Renders the photo: its rows are decoded once, and pushed through the plan into all writers.
  ///
  /// - Parameters:
  ///   - reader: The photo that this plan was made for, nothing read of it yet.
  ///   - makeWriter: The writer of each output, asked for in the recipe's order. Its shape is what
  ///     ``OutputPlan/written`` says.
  public func render(
    _ reader: any RowReader, in context: RenderContext, makeWriter: (OutputPlan) throws -> any RowWriter
  ) throws {
    let sinks = try outputs.map { output in
      let writer = try makeWriter(output)
      return ConversionStage(from: output.chain.output.format, to: output.written, context: context, sink: writer)
    }
    try render(reader, in: context, sinks: sinks)
  }

  /// Renders the photo into sinks, one for each output in the recipe's order, which take its chain's own shape.
  ///
  /// Rows are converted to the working format once for all outputs that need it.
  public func render(_ reader: any RowReader, in context: RenderContext, sinks: [any RowSink]) throws {
    var branches: [any RowSink] = []
    var converted: [any RowSink] = []
    var convertedShape = trunk.output
    for (output, sink) in zip(outputs, sinks) {
      let branch = try output.chain.sink(context, into: sink)
      if output.chain.input == trunk.output {
        branches.append(branch)
      } else {
        converted.append(branch)
        convertedShape = output.chain.input
      }
    }
    if !converted.isEmpty {
      branches.append(
        ConversionStage(from: trunk.output.format, to: convertedShape, context: context, sink: Tee.to(converted)))
    }
    let trunkSink = try trunk.sink(context, into: Tee.to(branches))
    try reader.pushAllRows(into: trunkSink, shape: trunk.input, context: context)
  }
}

extension RowReader {
  /// Reads the whole picture, band by band, in the format of `shape`. Transparent pixels have no colour.
  func pushAllRows(into sink: any RowSink, shape: ImageShape, context: RenderContext) throws {
    let conversion = FormatConversion(from: self.shape.format, to: shape.format, kernels: context.kernels)
    let bandHeight = context.bandHeight(for: shape)
    let size = PixelSize(width: shape.size.width, height: bandHeight)
    var buffer = PixelBuffer(shape: ImageShape(size: size, format: shape.format))
    // Rows of the file's own length are converted where they lie.
    let isInPlace = self.shape.format.depth == shape.format.depth
    var file = PixelBuffer(
      shape: ImageShape(size: isInPlace ? PixelSize(width: 1, height: 1) : size, format: self.shape.format))
    var y = 0
    while y < shape.size.height {
      let rows = min(bandHeight, shape.size.height - y)
      let count =
        isInPlace
        ? try read(rows: rows, into: buffer.mutableRow(0), stride: buffer.stride)
        : try read(rows: rows, into: file.mutableRow(0), stride: file.stride)
      if !conversion.isIdentity {
        for row in 0..<count {
          conversion.apply(
            buffer.mutableRow(row), isInPlace ? buffer.row(row) : file.row(row), count: shape.size.width)
        }
      }
      if shape.format.alpha == .straight {
        for row in 0..<count {
          context.kernels.clearHiddenColor(
            buffer.mutableRow(row), count: shape.size.width, depth: shape.format.depth)
        }
      }
      try sink.push(RowBand(shape: shape, rows: y..<(y + count), base: buffer.row(0), stride: buffer.stride))
      y += count
    }
    try sink.finish()
  }
}

/// One decode for many outputs: pushes each band into every branch while it is in the cache.
private final class Tee: RowSink {
  private let branches: [any RowSink]

  private init(_ branches: [any RowSink]) { self.branches = branches }

  /// A sink that leads to all of these.
  static func to(_ branches: [any RowSink]) -> any RowSink { branches.count == 1 ? branches[0] : Tee(branches) }

  func push(_ band: RowBand) throws {
    for branch in branches { try branch.push(band) }
  }

  func finish() throws {
    for branch in branches { try branch.finish() }
  }
}
