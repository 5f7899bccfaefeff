import Filters
import ImageCodecs
import PixelCore

/// What will become of one photo: every shape on the way, known from its header before any pixel moves.
public struct RenderPlan: Sendable {
  /// Done once for all outputs.
  public let trunk: Chain
  /// One for each output of the recipe, in its order.
  public let outputs: [OutputPlan]
  /// Bytes held at most while the photo is rendered: what the decoder and barriers hold, and the bands on their way.
  public let workingBytes: Int

  /// An output's own part.
  public struct OutputPlan: Sendable {
    public let output: Recipe.Output
    public let chain: Chain
    /// The shape of the rows that the output's writer is given.
    public let written: ImageShape
  }

  /// What a plan needs to know of a photo: what its header says.
  public struct Photo: Sendable {
    /// As stored.
    public var size: PixelSize
    public var orientation: Orientation
    public var hasAlpha: Bool
    public var depth: PixelFormat.Depth
    /// Bytes that its decoder holds.
    public var decodingBytes: Int

    /// An upright, opaque photo of some size and 8 bits, to see what a recipe would do.
    public init(size: PixelSize) {
      (self.size, orientation, hasAlpha, depth, decodingBytes) = (size, .up, false, .eight, 0)
    }

    public init(_ info: ImageInfo) {
      (size, orientation, hasAlpha, depth) = (info.size, info.orientation, info.hasAlpha, info.depth)
      decodingBytes = ImageCodec.decodingMemory(for: info)
    }
  }

  /// Plans a recipe for a photo.
  ///
  /// - Parameter sources: The shapes of the recipe's sources, by name, for photos of this depth.
  public init(_ recipe: Recipe, photo: Photo, sources: [String: ImageShape]) throws(RecipeError) {
    let context = PlanContext(orientation: photo.orientation, sources: sources)
    let alpha: PixelFormat.Alpha = photo.hasAlpha ? .premultiplied : .opaque
    let working = recipe.workingFormat(photo: photo.depth)
    let input = ImageShape(size: photo.size, format: working.with(alpha: alpha))
    let trunk = try Chain(recipe.steps, from: input, in: context, recipe: recipe)
    self.trunk = trunk

    var outputs: [OutputPlan] = []
    for output in recipe.outputs {
      var chain = try Chain(output.steps, from: trunk.output, in: context, recipe: recipe)
      if !output.encoding.format.canHoldAlpha, chain.output.format.alpha != .opaque {
        chain.append(
          Recipe.Step(filter: Flatten(background: output.background), node: output.node),
          plan: Flatten(background: output.background).plan(chain.output, in: context))
      }
      let shape = chain.output
      let file = output.encoding.fileFormat(photo: photo.depth, alpha: shape.format.alpha)
      outputs.append(
        OutputPlan(output: output, chain: chain, written: ImageShape(size: shape.size, format: file)))
    }
    self.outputs = outputs

    let chains = [trunk] + outputs.map(\.chain)
    workingBytes = chains.reduce(photo.decodingBytes) { $0 + $1.workingBytes }
  }
}

/// Steps one after the other, each with the shape of what comes out of it.
public struct Chain: Sendable {
  public let input: ImageShape
  public private(set) var steps: [PlannedStep] = []

  /// A step and what it will do.
  public struct PlannedStep: Sendable {
    public let step: Recipe.Step
    public let plan: FilterPlan
  }

  init(
    _ steps: [Recipe.Step], from input: ImageShape, in context: PlanContext, recipe: Recipe
  ) throws(RecipeError) {
    self.input = input
    for step in steps {
      do {
        append(step, plan: try step.filter.plan(output, in: context))
      } catch {
        var recipeError = recipe.error(at: step.node, error.message)
        if case .imageUnsuitable = error { recipeError.concernsPhoto = true }
        throw recipeError
      }
    }
  }

  mutating func append(_ step: Recipe.Step, plan: FilterPlan) {
    steps.append(PlannedStep(step: step, plan: plan))
  }

  /// The shape of what comes out of the last step.
  public var output: ImageShape { steps.last?.plan.output ?? input }

  /// Bytes held by the steps while at work, and by a band between each.
  var workingBytes: Int {
    steps.reduce(0) { $0 + $1.plan.workingBytes + 64 * $1.plan.output.bytesPerRow }
  }

  /// The steps that do something, neighbours that are fused together in one group.
  public var groups: [[PlannedStep]] {
    var groups: [[PlannedStep]] = []
    for step in steps {
      switch (step.plan.work, groups.last?.last?.plan.work) {
      case (.nothing, _): continue
      case (.rows, .rows?): groups[groups.count - 1].append(step)
      default: groups.append([step])
      }
    }
    return groups
  }

  /// The sink to push the input's rows into so that the chain's own arrive in `sink`.
  func sink(_ context: RenderContext, into sink: any RowSink) throws -> any RowSink {
    try groups.reversed().reduce(sink) { sink, group in
      let loops = try group.compactMap { step in
        if case .rows(let makeLoop) = step.plan.work { try makeLoop(context) } else { nil as (any RowLoop)? }
      }
      if loops.isEmpty { return try group[0].plan.sink(context, into: sink) }
      return RowLoopStage(loops: loops, output: group.last!.plan.output, context: context, sink: sink)
    }
  }
}
