import PackshotKit
import Testing

/// Tolerances proposed from earlier checks.
@Suite struct ToleranceProposalTests {
  private func report(
    _ name: String, _ measured: SuiteReport.Measured?, state: SuiteReport.State = .passed, isFlaky: Bool = false
  ) -> SuiteReport {
    var item = SuiteReport.Case(name: name, state: state, headline: "")
    (item.measured, item.isFlaky) = (measured, isFlaky)
    return SuiteReport(name: "goldens", suite: "goldens", seconds: 1, version: "1.0", cases: [item])
  }

  private func measured(
    _ largest: Double, distance: Double? = nil, similarity: Double? = nil
  ) -> SuiteReport.Measured {
    SuiteReport.Measured(
      seen: 100, changed: 5, different: 0, largest: largest, distance: distance, similarity: similarity)
  }

  @Test func theLargestDifferenceOfPassedCasesIsProposed() {
    let proposals = ToleranceProposal.proposals(from: [
      report("mug", measured(1.2)), report("mug", nil), report("mug", measured(0.4)),
      // Failed and flaky results are ignored.
      report("mug", measured(90), state: .failed), report("mug", measured(50), isFlaky: true),
    ])
    #expect(proposals == [ToleranceProposal(name: "mug", checks: 3, measure: .channels(2))])
    #expect(proposals.map(\.setting) == ["channels: 2"])
  }

  @Test func eachMeasureIsRoundedOutwards() {
    let proposals = ToleranceProposal.proposals(from: [
      report("b", measured(9, distance: 1.21)), report("b", measured(9, distance: 0.3)),
      report("a", measured(9, similarity: 0.98765)), report("a", measured(9, similarity: 0.999)),
      report("exact", nil),
    ])
    #expect(proposals.map { "\($0.name): \($0.setting)" } == ["a: ssim: 0.987", "b: perceptual: 1.3"])
  }
}
