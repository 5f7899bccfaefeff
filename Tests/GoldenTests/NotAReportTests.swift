import Golden
import TestSupport
import Testing

@Suite struct NotAReportTests {
  @Test func everyReportErrorHasADistinctReason() {
    #expect(objections(to: [SuiteReport.NotAReport.notAReport, .reportOfNewerVersion(version: "9.0")]) == [])
    #expect(SuiteReport.NotAReport.reportOfNewerVersion(version: "9.0").details == ["version": "9.0"])
  }
}
