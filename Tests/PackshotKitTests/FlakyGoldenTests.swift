import Foundation
import PackshotKit
import Synchronization
import TestSupport
import Testing

/// Cases that don't render reproducibly are distinguished from those that have changed.
@Suite struct FlakyGoldenTests {
  /// Checks a suite of one failing case: white is expected of a recipe with this step.
  private func outcome(step: String) throws -> GoldenOutcome {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("suite/mug"), withIntermediateDirectories: true)
    try folder.write(
      "packshot: 1\nname: made\nsteps: [ \(step) ]\noutputs: [ { file: \"{stem}.png\" } ]\n",
      to: "suite/mug/recipe.yaml")
    try TestPicture.write(to: folder.path("suite/mug/input.png"), width: 8, height: 8, .white)
    try TestPicture.write(to: folder.path("suite/mug/expected.png"), width: 8, height: 8, .white)
    var options = GoldenCheck.Options()
    options.filters = try FilterList.standard + [Restless.self]
    var outcomes: [GoldenOutcome] = []
    let summary = try GoldenCheck(GoldenSuite(folder: folder.path("suite")), options: options).run {
      outcomes.append($0)
    }
    #expect(summary.flaky == (outcomes[0].isFlaky ? 1 : 0) && !summary.isGood)
    return outcomes[0]
  }

  @Test func aCaseThatRendersDifferentlyEachTimeIsFlaky() throws {
    let outcome = try outcome(step: "restless: {}")
    #expect(outcome.state == .failed && outcome.isFlaky)
    #expect(outcome.messageWithFlakiness.hasPrefix("two renderings of it differ from each other; "))
  }

  @Test func aChangedCaseIsNotFlaky() throws {
    let outcome = try outcome(step: "opacity: 0.5")
    #expect(outcome.state == .failed && !outcome.isFlaky)
    #expect(outcome.messageWithFlakiness == outcome.message)
  }
}

/// Makes the picture more transparent each time it is planned.
private struct Restless: Filter {
  private static let count = Mutex(0)

  static let name = "restless"
  static let summary = "Another picture each time."
  static let example = "restless: {}"
  static let parameters: [Parameter<Self>] = []

  func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    let count = Self.count.withLock { count in
      count += 1
      return count
    }
    return Opacity(amount: 0.9 - 0.02 * Double(count % 40)).plan(input, in: context)
  }
}
