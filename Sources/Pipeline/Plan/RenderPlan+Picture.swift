import Filters
import PixelCore

extension RenderPlan {
  /// Returns a line that describes everything that determines the content of an output's picture, except the final
  /// scaling.
  ///
  /// Outputs of a photo with the same text and aspect ratio show the same picture in different sizes. Their formats and
  /// encoder settings can differ. The text contains the names of sources, and the caller has to add their content.
  package func pictureText(of output: OutputPlan) -> String {
    // After these steps, the planner may have flattened a translucent picture for a format without alpha.
    let own = output.chain.steps.prefix(output.output.steps.count)
    var steps: [(step: Chain.PlannedStep, input: PlannedShape)] = []
    for step in trunk.steps + own { steps.append((step, steps.last?.step.output ?? trunk.input)) }
    let isTranslucent = (steps.last?.step.output ?? trunk.input).format.alpha != .opaque
    steps.removeAll { if case .nothing = $0.step.plan.work { true } else { false } }

    // Goes backwards: steps that commute with scaling are kept, and scaling is dropped.
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
      // An earlier scaling may show another part of the image, so the search stops here.
      break
    }
    let before = steps.map(\.step.step.filter.cacheKeyText)
    let background = isTranslucent ? ["background \(output.output.background)"] : []
    let colors = (output.isConverted ? ["converted"] : []) + (output.keepsProfile ? ["own profile"] : [])
    return (before + behind.reversed() + background + colors).joined(separator: " | ")
  }
}
