import Filters
import ImageCodecs
import PixelCore
import PixelKernels

/// Where an output's picture goes.
public enum OutputSink {
  /// Rows of the shape that ``RenderPlan/OutputPlan/written`` says.
  case rows(any RowSink)
  /// Planes, luma and chroma of half its size; only where the output's decode path leads to its encoder.
  case planes(any PlaneSink)
}

extension RenderPlan {
  /// Renders the photo: it is decoded once for each decode path that leads to an output, and pushed through the plan.
  ///
  /// - Parameters:
  ///   - photo: The photo that this plan was made for.
  ///   - spareMemory: Bytes that a reader may hold to be faster.
  ///   - makeSink: The sink of each output, asked for in the recipe's order.
  /// - Returns: What a person should know of the photo although it was read.
  public func render(
    _ photo: EncodedImage, limits: DecodeLimits = DecodeLimits(), spareMemory: Int = ImageCodec.usualSpareMemory,
    in context: RenderContext,
    makeSink: (OutputPlan) throws -> OutputSink
  ) throws -> [String] {
    let branches = try outputs.map { output in
      switch try makeSink(output) {
      case .rows(let sink):
        let converted = ConversionStage(
          from: output.chain.output.format, to: output.written, context: context, sink: sink)
        return Branch(output: output, sink: .rows(converted))
      case .planes(let sink): return Branch(output: output, sink: .planes(sink))
      }
    }
    return try render(photo, limits, spareMemory, context, branches)
  }

  /// Renders the photo into sinks, one for each output in the recipe's order, which take its chain's own shape.
  ///
  /// - Returns: What a person should know of the photo although it was read.
  public func render(
    _ photo: EncodedImage, limits: DecodeLimits = DecodeLimits(), spareMemory: Int = ImageCodec.usualSpareMemory,
    in context: RenderContext, sinks: [any RowSink]
  ) throws -> [String] {
    try render(photo, limits, spareMemory, context, zip(outputs, sinks).map { Branch(output: $0, sink: .rows($1)) })
  }

  /// An output, and the sink that takes what comes out of its chain.
  struct Branch {
    let output: OutputPlan
    let sink: OutputSink
  }

  private func render(
    _ photo: EncodedImage, _ limits: DecodeLimits, _ spareMemory: Int, _ context: RenderContext, _ branches: [Branch]
  ) throws -> [String] {
    var warnings: [String] = []
    let ofPixels = branches.filter { $0.output.decodePath == .pixels }
    if !ofPixels.isEmpty {
      let reader = try ImageCodec.makeReader(bytes: photo, limits: limits, spareMemory: spareMemory)
      try reader.pushAllRows(
        into: trunk.sink(context, into: sink(of: ofPixels, context)), shape: trunk.input, context: context)
      warnings = reader.warnings
    }
    for (scale, ofPlanes) in planeBranches(branches) {
      let reader = try ImageCodec.makePlaneReader(bytes: photo, scale: scale, limits: limits)
      try renderPlanes(reader, context, ofPlanes)
      warnings = reader.warnings
    }
    return warnings
  }

  /// The branches of which each scale of the photo's planes is decoded.
  private func planeBranches(_ branches: [Branch]) -> [(DecodeScale, [Branch])] {
    DecodeScale.allCases.compactMap { scale in
      let some = branches.filter { $0.output.decodePath.planeScale == scale }
      return some.isEmpty ? nil : (scale, some)
    }
  }

  /// The sink that takes what comes out of the trunk, for some branches. Rows are converted to the working format once for all
  /// that need it.
  func sink(of branches: [Branch], _ context: RenderContext) throws -> any RowSink {
    var sinks: [any RowSink] = []
    var converted: [any RowSink] = []
    var convertedShape = trunk.output
    for branch in branches {
      guard case .rows(let rows) = branch.sink else {
        preconditionFailure("planes go to an encoder only where the decode path says so")
      }
      let chain = branch.output.chain
      let sink = try chain.sink(context, into: rows)
      if chain.input == trunk.output {
        sinks.append(sink)
      } else {
        converted.append(sink)
        convertedShape = chain.input
      }
    }
    if !converted.isEmpty {
      sinks.append(
        ConversionStage(from: trunk.output.format, to: convertedShape, context: context, sink: Tee.to(converted)))
    }
    return Tee.to(sinks)
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
