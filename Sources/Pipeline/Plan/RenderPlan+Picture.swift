import Filters
import PixelCore

extension RenderPlan {
  /// What is done to the photo for an output, without the final scaling: all that decides what the picture shows, on one line.
  ///
  /// Outputs of a photo that have the same text and the same aspect ratio show the same picture, at several sizes. Their formats and
  /// their encoders' settings may differ. The text names sources; their content is the caller's to add.
  package func pictureText(of output: OutputPlan) -> String {
    // Behind these the planner may have laid a translucent picture on the background, for a format without alpha.
    let own = output.chain.steps.prefix(output.output.steps.count)
    var steps: [(step: Chain.PlannedStep, input: PlannedShape)] = []
    for step in trunk.steps + own { steps.append((step, steps.last?.step.output ?? trunk.input)) }
    let isTranslucent = (steps.last?.step.output ?? trunk.input).format.alpha != .opaque
    steps.removeAll { if case .nothing = $0.step.plan.work { true } else { false } }

    // From the end on, what may change places with scaling stays, and scaling goes.
    var behind: [String] = []
    while let (step, input) = steps.last {
      let filter = step.step.filter
      if type(of: filter).commutesWithScaling {
        behind.append(filter.cacheKeyText)
        steps.removeLast()
        continue
      }
      guard let framing = (filter as? any Scaling)?.framing(of: input) else { break }
      steps.removeLast()
      if framing.isEmpty { continue }
      behind.append(framing)
      // What is scaled before it is framed need not show the same part.
      break
    }
    let before = steps.map(\.step.step.filter.cacheKeyText)
    let background = isTranslucent ? ["background \(output.output.background)"] : []
    let colors = (output.isConverted ? ["converted"] : []) + (output.keepsProfile ? ["own profile"] : [])
    return (before + behind.reversed() + background + colors).joined(separator: " | ")
  }
}
