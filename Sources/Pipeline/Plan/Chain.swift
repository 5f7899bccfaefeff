import Filters
import PixelCore
import Recipes

/// A sequence of steps, each with the shape of its output.
package struct Chain: Sendable {
  package let input: PlannedShape
  /// The photo's own focus in the chain's input.
  let inputFocus: FollowedFocus
  package private(set) var steps: [PlannedStep] = []
  /// Plans the chain again when the exact size of its input is known.
  private let planner: ChainPlanner

  /// A step with its plan.
  package struct PlannedStep: Sendable {
    package let step: Recipe.Step
    package let plan: FilterPlan
    /// The shape of the step's output.
    package let output: PlannedShape
    /// The photo's own focus in the step's output.
    let focus: FollowedFocus

    /// Whether the step changes pixel values instead of only moving pixels.
    var computes: Bool {
      if case .nothing = plan.work { return false }
      return !type(of: step.filter).movesPixelsOnly
    }
  }

  init(from input: PlannedShape, _ focus: FollowedFocus, _ planner: ChainPlanner) {
    (self.input, inputFocus, self.planner) = (input, focus, planner)
  }

  mutating func append(_ step: Recipe.Step, plan: FilterPlan, output: PlannedShape) {
    let focus = focus.after(step, plan, in: self.output)
    steps.append(PlannedStep(step: step, plan: plan, output: output, focus: focus))
  }

  /// The shape of the last step's output.
  package var output: PlannedShape { steps.last?.output ?? input }

  /// The photo's own focus in the last step's output.
  var focus: FollowedFocus { steps.last?.focus ?? inputFocus }

  /// Whether any step changes pixel values.
  var computes: Bool { steps.contains(where: \.computes) }

  /// The orientation applied by the first effective step, if it only turns the image.
  var turn: Orientation { workingSteps.first?.plan.turn ?? .up }

  /// The part of the image that the first effective step, after a turn, keeps, if it does nothing else.
  var window: PixelRect? { stepsBehindTurn.first?.plan.window }

  /// The resampling that the first effective step starts with, after a turn and the choice of a part of the image. Its
  /// geometry refers to the whole image.
  var resampling: Resampling? {
    let resampling = stepsBehindWindow.first?.plan.resampling
    return window.map { resampling?.inside($0) } ?? resampling
  }

  /// Whether the chain only resamples, possibly after a turn and the choice of a part of the image.
  var onlyResamples: Bool { stepsBehindWindow.count == 1 && resampling.map { $0.rest == nil } == true }

  /// Whether the chain at most turns the image and keeps a part of it.
  var onlyMoves: Bool { stepsBehindWindow.isEmpty }

  /// Whether the chain at most turns the image.
  var onlyTurns: Bool { stepsBehindTurn.isEmpty }

  /// Whether the first effective step, after a turn, only looks at an image in the format of a JPEG's pixels.
  var canAwaitOverview: Bool {
    stepsBehindTurn.first?.plan.onlyLooks == true && input.format == .encodedOpaque
  }

  /// Whether a step will be planned again with an overview of the photo.
  package var awaitsOverview: Bool { steps.contains(where: \.plan.awaitsOverview) }

  private var stepsBehindTurn: ArraySlice<PlannedStep> { workingSteps.dropFirst(turn == .up ? 0 : 1) }
  private var stepsBehindWindow: ArraySlice<PlannedStep> { stepsBehindTurn.dropFirst(window == nil ? 0 : 1) }

  /// Whether no step has an effect.
  var isEmpty: Bool { workingSteps.isEmpty }

  /// A description of the work, which is equal for chains with the same effect. Steps without effect are left out, and
  /// resampling is described by its result.
  var work: [String] {
    workingSteps.map { step in
      guard let resampling = step.plan.resampling, resampling.rest == nil else { return step.step.filter.canonicalText }
      return "\(resampling.geometry), \(resampling.kernel)"
    }
  }

  private var workingSteps: [PlannedStep] {
    steps.filter { if case .nothing = $0.plan.work { false } else { true } }
  }

  /// Memory needed by the steps while rendering, and by a band after each step, in bytes.
  var workingBytes: Int {
    steps.reduce(0) { $0 + $1.plan.workingBytes + 64 * $1.output.bound.bytesPerRow }
  }

  /// The part of ``workingBytes`` that holds the image while the start of the chain turns it.
  var turningBytes: Int { turn == .up ? 0 : workingSteps[0].plan.workingBytes }

  /// Size in bytes of the images that steps create once for all photos, by name.
  var sharedBytes: [String: Int] {
    steps.reduce(into: [:]) { $0.merge($1.plan.sharedBytes) { bytes, _ in bytes } }
  }

  /// The effective steps. Neighbours that are fused form a group.
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

  /// Returns the chain whose first effective step will be planned again with an overview of this size.
  func awaitingOverview(of size: PixelSize) throws(RecipeError) -> Chain {
    try planner.chain(steps.map(\.step), in: input, inputFocus) { $0.onlyTurns ? .pending(size) : .none }
  }

  /// Returns the chain planned for rows of another shape, no larger than planned.
  ///
  /// - Parameter overview: The overview of the photo for the step that awaits it.
  func planned(from input: PlannedShape, with overview: Overview? = nil) throws(RecipeError) -> Chain {
    try planner.chain(steps.map(\.step), in: input, inputFocus) { chain in
      guard let overview, steps[chain.steps.count].plan.awaitsOverview else { return .none }
      return .ready(overview)
    }
  }

  /// Adds the notes of the steps that were planned with an overview.
  func takeNotes(_ notes: StepNotes) {
    for step in steps { step.plan.takeNotes(notes) }
  }

  /// Returns the sink for rows of shape `input`. It pushes the chain's output into the sink that `open` returns, which
  /// is opened at once or when the output's shape is known.
  ///
  /// - Parameter input: The planned shape, or one determined later that is no larger.
  func sink(from input: ImageShape, _ context: RenderContext, opening open: @escaping OpenSink) throws -> any RowSink {
    if self.input.exact == input { return try sink(for: workingSteps[...], context, opening: open) }
    let output = output
    return try planned(from: .exact(input)).sink(from: input, context) { shape in
      // The planned bound may have alpha that the actual image doesn't need.
      let planned = output.resolved(shape.size)
      return ConversionStage(from: shape.format, to: planned, context: context, sink: try open(planned))
    }
  }

  /// Returns the sink for rows that were already turned and resampled as the chain starts (``turn``, ``resampling``).
  func sinkAfterResampling(_ context: RenderContext, opening open: @escaping OpenSink) throws -> any RowSink {
    let rest = try sink(for: stepsBehindWindow.dropFirst(), context, opening: open)
    return try resampling?.rest?(context, rest) ?? rest
  }

  /// Returns the sink for the input rows of `steps`, the last steps of the chain.
  private func sink(
    for steps: ArraySlice<PlannedStep>, _ context: RenderContext, opening open: @escaping OpenSink
  ) throws -> any RowSink {
    guard let late = steps.firstIndex(where: \.plan.isLate) else {
      return try Self.sink(for: Self.groups(steps), context, into: open(output.bound))
    }
    var rest = Chain(from: steps[late].output, steps[late].focus, planner)
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
