import Golden
import TestSupport
import Testing

@Suite struct NotAReportTests {
  @Test func bothHaveWordsOfTheirOwn() {
    #expect(objections(to: [SuiteReport.NotAReport.other, .newer(version: "9.0")]) == [])
    #expect(SuiteReport.NotAReport.newer(version: "9.0").facts == ["version": "9.0"])
  }
}
