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
      WriterSink(try makeWriter(output), shape: output.chain.output, context: context)
    }
    try render(reader, in: context, sinks: sinks)
  }

  /// Renders the photo into sinks, one for each output in the recipe's order, which take its chain's own shape.
  public func render(_ reader: any RowReader, in context: RenderContext, sinks: [any RowSink]) throws {
    let branches = zip(outputs, sinks).map { output, sink in output.chain.sink(context, into: sink) }
    let trunkSink = trunk.sink(context, into: branches.count == 1 ? branches[0] : Tee(branches))
    try reader.pushAllRows(into: trunkSink, shape: trunk.input, context: context)
  }
}

extension RenderPlan.OutputPlan {
  /// The shape of the rows that the output's writer is given: files hold straight alpha.
  public var written: ImageShape {
    let shape = chain.output
    return shape.format.alpha == .opaque
      ? shape : ImageShape(size: shape.size, format: shape.format.with(alpha: .straight))
  }
}

extension RowReader {
  /// Reads the whole picture, band by band, premultiplied or opaque.
  func pushAllRows(into sink: any RowSink, shape: ImageShape, context: RenderContext) throws {
    let bandHeight = context.bandHeight(for: shape)
    let size = PixelSize(width: shape.size.width, height: bandHeight)
    var buffer = PixelBuffer(shape: ImageShape(size: size, format: shape.format))
    var y = 0
    while y < shape.size.height {
      let count = try read(
        rows: min(bandHeight, shape.size.height - y), into: buffer.mutableRow(0), stride: buffer.stride)
      if self.shape.format.alpha == .straight {
        for row in 0..<count {
          context.kernels.premultiply(buffer.mutableRow(row), buffer.row(row), count: shape.size.width)
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

  init(_ branches: [any RowSink]) { self.branches = branches }

  func push(_ band: RowBand) throws {
    for branch in branches { try branch.push(band) }
  }

  func finish() throws {
    for branch in branches { try branch.finish() }
  }
}

/// Hands rows to a writer, with the alpha that files have.
private final class WriterSink: RowSink {
  private let writer: any RowWriter
  private let shape: ImageShape
  private let kernels: Kernels
  private var straight: PixelBuffer?

  init(_ writer: any RowWriter, shape: ImageShape, context: RenderContext) {
    self.writer = writer
    self.shape = writer.shape
    kernels = context.kernels
    if shape.format.alpha == .premultiplied {
      let size = PixelSize(width: shape.size.width, height: 1)
      straight = PixelBuffer(shape: ImageShape(size: size, format: .encodedStraight))
    }
  }

  func push(_ band: RowBand) throws {
    guard straight != nil else { return try writer.write(band) }
    for y in band.rows {
      kernels.unpremultiply(straight!.mutableRow(0), band.row(y), count: shape.size.width)
      try writer.write(RowBand(shape: shape, rows: y..<(y + 1), base: straight!.row(0), stride: shape.bytesPerRow))
    }
  }

  func finish() throws { try writer.finish() }
}
