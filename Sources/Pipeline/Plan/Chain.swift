import Filters
import PixelCore

/// Steps one after the other, each with the shape of what comes out of it.
public struct Chain: Sendable {
  public let input: ImageShape
  public private(set) var steps: [PlannedStep] = []

  /// A step and what it will do.
  public struct PlannedStep: Sendable {
    public let step: Recipe.Step
    public let plan: FilterPlan

    /// Whether it makes other values of pixels, not only moves them.
    var computes: Bool {
      if case .nothing = plan.work { return false }
      return !type(of: step.filter).movesPixelsOnly
    }
  }

  init(from input: ImageShape) { self.input = input }

  mutating func append(_ step: Recipe.Step, plan: FilterPlan) {
    steps.append(PlannedStep(step: step, plan: plan))
  }

  /// The shape of what comes out of the last step.
  public var output: ImageShape { steps.last?.plan.output ?? input }

  /// Whether some step makes other values of pixels.
  var computes: Bool { steps.contains(where: \.computes) }

  /// The resampling that the first step that does something begins with, if it does.
  var resampling: Resampling? { workingSteps.first?.plan.resampling }

  /// Whether the chain resamples and does nothing else.
  var onlyResamples: Bool { workingSteps.count == 1 && resampling.map { $0.rest == nil } == true }

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
    steps.reduce(0) { $0 + $1.plan.workingBytes + 64 * $1.plan.output.bytesPerRow }
  }

  /// Bytes of the images that steps make once for all photos, by name.
  var sharedBytes: [String: Int] {
    steps.reduce(into: [:]) { $0.merge($1.plan.sharedBytes) { bytes, _ in bytes } }
  }

  /// The steps that do something, neighbours that are fused together in one group.
  public var groups: [[PlannedStep]] { Self.groups(workingSteps) }

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

  /// The sink to push the input's rows into so that the chain's own arrive in `sink`.
  func sink(_ context: RenderContext, into sink: any RowSink) throws -> any RowSink {
    try Self.sink(for: groups, context, into: sink)
  }

  /// The sink to push rows into that were resampled as the chain begins (``resampling``), if it does, so that its own arrive
  /// in `sink`.
  func sinkAfterResampling(_ context: RenderContext, into sink: any RowSink) throws -> any RowSink {
    let rest = try Self.sink(for: Self.groups(workingSteps.dropFirst()), context, into: sink)
    return try resampling?.rest?(context, rest) ?? rest
  }

  private static func sink(
    for groups: [[PlannedStep]], _ context: RenderContext, into sink: any RowSink
  ) throws -> any RowSink {
    try groups.reversed().reduce(sink) { sink, group in
      let loops = try group.compactMap { step in
        if case .rows(let makeLoop) = step.plan.work { try makeLoop(context) } else { nil as (any RowLoop)? }
      }
      if loops.isEmpty { return try group[0].plan.sink(context, into: sink) }
      return RowLoopStage(loops: loops, output: group.last!.plan.output, context: context, sink: sink)
    }
  }
}
