import Filters
import PixelCore
import Recipes

/// Steps one after the other, each with the shape of what comes out of it.
package struct Chain: Sendable {
  package let input: PlannedShape
  package private(set) var steps: [PlannedStep] = []
  /// Plans again what was planned on a bound.
  private let planner: ChainPlanner

  /// A step and what it will do.
  package struct PlannedStep: Sendable {
    package let step: Recipe.Step
    package let plan: FilterPlan
    /// The shape of what comes out of it.
    package let output: PlannedShape

    /// Whether it makes other values of pixels, not only moves them.
    var computes: Bool {
      if case .nothing = plan.work { return false }
      return !type(of: step.filter).movesPixelsOnly
    }
  }

  init(from input: PlannedShape, _ planner: ChainPlanner) { (self.input, self.planner) = (input, planner) }

  mutating func append(_ step: Recipe.Step, plan: FilterPlan, output: PlannedShape) {
    steps.append(PlannedStep(step: step, plan: plan, output: output))
  }

  /// The shape of what comes out of the last step.
  package var output: PlannedShape { steps.last?.output ?? input }

  /// Whether some step makes other values of pixels.
  var computes: Bool { steps.contains(where: \.computes) }

  /// How the first step that does something turns the image, if that is what it does.
  var turn: Orientation { workingSteps.first?.plan.turn ?? .up }

  /// The resampling that the first step that does something begins with, if it does: the first behind the turn.
  var resampling: Resampling? { stepsBehindTurn.first?.plan.resampling }

  /// Whether the chain resamples and, but for the turn, does nothing else.
  var onlyResamples: Bool { stepsBehindTurn.count == 1 && resampling.map { $0.rest == nil } == true }

  /// Whether no step does anything but turn the image, if that.
  var onlyTurns: Bool { stepsBehindTurn.isEmpty }

  private var stepsBehindTurn: ArraySlice<PlannedStep> { workingSteps.dropFirst(turn == .up ? 0 : 1) }

  /// Whether no step does anything.
  var isEmpty: Bool { workingSteps.isEmpty }

  /// What is done to the image: the same for chains that do the same to it. Steps that leave it as it is are left out, and
  /// resampling is told by what it comes to.
  var work: [String] {
    workingSteps.map { step in
      guard let resampling = step.plan.resampling, resampling.rest == nil else { return step.step.filter.canonicalText }
      return "\(resampling.geometry), \(resampling.kernel)"
    }
  }

  private var workingSteps: [PlannedStep] {
    steps.filter { if case .nothing = $0.plan.work { false } else { true } }
  }

  /// Bytes held by the steps while at work, and by a band between each.
  var workingBytes: Int {
    steps.reduce(0) { $0 + $1.plan.workingBytes + 64 * $1.output.bound.bytesPerRow }
  }

  /// Bytes of these that hold the image to turn it as the chain begins.
  var turningBytes: Int { turn == .up ? 0 : workingSteps[0].plan.workingBytes }

  /// Bytes of the images that steps make once for all photos, by name.
  var sharedBytes: [String: Int] {
    steps.reduce(into: [:]) { $0.merge($1.plan.sharedBytes) { bytes, _ in bytes } }
  }

  /// The steps that do something, neighbours that are fused together in one group.
  package var groups: [[PlannedStep]] { Self.groups(workingSteps) }

  private static func groups(_ steps: some Sequence<PlannedStep>) -> [[PlannedStep]] {
    var groups: [[PlannedStep]] = []
    for step in steps {
      switch (step.plan.work, groups.last?.last?.plan.work) {
      case (.rows, .rows?): groups[groups.count - 1].append(step)
      default: groups.append([step])
      }
    }
    return groups
  }

  /// The sink to push rows of shape `input` into, so that the chain's own arrive in what `open` gives for their shape: at once,
  /// or as soon as that is known.
  ///
  /// - Parameter input: The shape that the chain was planned for, or one that came late and is no larger.
  func sink(from input: ImageShape, _ context: RenderContext, opening open: @escaping OpenSink) throws -> any RowSink {
    if self.input.exact == input { return try sink(for: workingSteps[...], context, opening: open) }
    let output = output
    return try planner.chain(steps.map(\.step), in: .exact(input)).sink(from: input, context) { shape in
      // A bound may have had an alpha that what came does not need.
      let planned = output.settled(shape.size)
      return ConversionStage(from: shape.format, to: planned, context: context, sink: try open(planned))
    }
  }

  /// The sink to push rows into that were resampled and turned as the chain begins (``resampling``, ``turn``), if it does, so
  /// that its own arrive in what `open` gives.
  func sinkAfterResampling(_ context: RenderContext, opening open: @escaping OpenSink) throws -> any RowSink {
    let rest = try sink(for: stepsBehindTurn.dropFirst(), context, opening: open)
    return try resampling?.rest?(context, rest) ?? rest
  }

  /// The sink to push rows into that the last ones of the steps are to work on.
  private func sink(
    for steps: ArraySlice<PlannedStep>, _ context: RenderContext, opening open: @escaping OpenSink
  ) throws -> any RowSink {
    guard let late = steps.firstIndex(where: \.plan.isLate) else {
      return try Self.sink(for: Self.groups(steps), context, into: open(output.bound))
    }
    var rest = Chain(from: steps[late].output, planner)
    rest.steps = Array(steps[(late + 1)...])
    let sink = try steps[late].plan.sink(context) { [rest] in try rest.sink(from: $0, context, opening: open) }
    return try Self.sink(for: Self.groups(steps[..<late]), context, into: sink)
  }

  private static func sink(
    for groups: [[PlannedStep]], _ context: RenderContext, into sink: any RowSink
  ) throws -> any RowSink {
    try groups.reversed().reduce(sink) { sink, group in
      let loops = try group.compactMap { step in
        if case .rows(let makeLoop) = step.plan.work { try makeLoop(context) } else { nil as (any RowLoop)? }
      }
      if loops.isEmpty { return try group[0].plan.sink(context, into: sink) }
      return RowLoopStage(loops: loops, output: group.last!.output.bound, context: context, sink: sink)
    }
  }
}
