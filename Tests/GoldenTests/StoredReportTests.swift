import Foundation
import Golden
import PixelCore
import Testing

/// A report stored as JSON and read on another machine.
@Suite struct StoredReportTests {
  private func failed(_ name: String, largest: Double, different: Int) -> SuiteReport.Case {
    var item = SuiteReport.Case(name: name, state: .failed, headline: "\(different) pixels differ")
    item.measured = SuiteReport.Measured(seen: 4800, changed: different, different: different, largest: largest)
    item.actual = .beside("pictures/\(name)/actual.png")
    item.difference = .beside("pictures/\(name)/difference.png")
    (item.expectedSize, item.actualSize) = (PixelSize(width: 80, height: 60), PixelSize(width: 80, height: 60))
    return item
  }

  private func report(_ cases: [SuiteReport.Case]) -> SuiteReport {
    SuiteReport(name: "Shop", suite: "goldens", seconds: 1.5, version: "1.0", cases: cases)
  }

  @Test func aStoredReportRoundTrips() throws {
    var item = failed("mugs/\"a\" 🧉\n", largest: 12.5, different: 7)
    item.why = "a note"
    item.isFlaky = true
    item.objections = ["one", "two"]
    item.facts = [.init("label", "value")]
    item.recipe = [.init(.removed, "old"), .init(.added, "new")]
    item.damage = [
      .init(PixelRect(origin: PixelPoint(x: 1, y: 2), size: PixelSize(width: 3, height: 4)), pixels: 5, largest: 6)
    ]
    item.approveArgument = "mugs@12345678"
    item.seconds = 0.25
    item.scale = DifferenceScale(.perceptual(2.5))
    var report = report([item, SuiteReport.Case(name: "plain", state: .passed, headline: "")])
    report.shard = SuiteReport.Shard(2, of: 4, suiteCases: 20_000)
    let json = report.json()
    let read = try SuiteReport(json: Array(json.utf8)) { .beside("elsewhere/" + $0) }
    #expect(read.shard == report.shard && read.name == "Shop" && read.suite == "goldens" && read.seconds == 1.5)
    #expect(read.cases[0].actual?.path == "elsewhere/pictures/\(item.name)/actual.png")
    #expect(read.cases[0].expected == nil)
    // The page contains everything in the report except for the measures.
    #expect(read.cases[0].measured == item.measured && read.cases[0].isFlaky)
    let page = try SuiteReport(json: Array(json.utf8)) { .beside($0) }.html()
    #expect(page == report.html())
    // A passed case must be short, because a suite may have thousands.
    #expect(json.split(separator: "\n")[2] == #"{"name":"plain","state":"passed"}"#)
  }

  @Test func anInvalidReportIsDistinguishedFromANewerOne() {
    #expect(throws: SuiteReport.NotAReport.self) { _ = try SuiteReport(json: Array("{}".utf8)) { .beside($0) } }
    let later = #"{"form":2,"packshot":"9.0","name":"n","suite":"s","seconds":1,"cases":7}"#
    do {
      _ = try SuiteReport(json: Array(later.utf8)) { .beside($0) }
      Issue.record("it was read")
    } catch {
      guard case .reportOfNewerVersion(version: "9.0") = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test func aCommentShowsTheThreeLargestDifferences() {
    var cases = (1...5).map { failed("case-\($0)", largest: Double($0 * 10), different: 100 - $0) }
    cases.append(failed("wide", largest: 20, different: 2000))
    cases.append(failed("resized", largest: 0, different: 1))
    cases[6].actualSize = PixelSize(width: 81, height: 60)
    let markdown = report(cases).markdown(pictures: "https://ci.example.com/42")
    let shown = markdown.split(separator: "\n").filter { $0.hasPrefix("**<code>") }
    #expect(
      shown.map { $0.prefix { $0 != ":" } } == [
        "**<code>resized</code>**", "**<code>case-5</code>**", "**<code>case-4</code>**",
      ])
    #expect(shown[0].contains("81 × 60 pixels; 80 × 60 were expected"))
    #expect(shown[1].hasSuffix(": 95 of 4,800 pixels differ, by up to 50 of 255 levels"))
    #expect(markdown.contains("| actual | difference |\n|---|---|\n"))
    #expect(markdown.contains(#"<img src="https://ci.example.com/42/pictures/case-5/difference.png" alt="difference""#))
    #expect(!report(cases).markdown().contains("<img"), "nothing is shown that is on no server")
    #expect(report(cases).markdown().contains("- difference: <code>pictures/case-5/difference.png</code>"))
  }

  @Test func aCommentWithLongNamesFitsGitHubsLimit() {
    let cases = (0..<3000).map { failed(String(repeating: "ä<", count: 500) + "\($0)", largest: 9, different: 9) }
    let markdown = report(cases).markdown(page: "report.html", pictures: "https://ci.example.com")
    #expect(markdown.count < 65_536 && markdown.contains("3 worst differences"))
  }
}
