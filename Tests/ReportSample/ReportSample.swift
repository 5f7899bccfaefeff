import ArgumentParser
import Foundation
import Golden
import ImageCodecs
import PixelCore

/// Writes the reports of an invented suite, for `scripts/check-report` and for work on the page.
@main
struct ReportSample: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ReportSample", abstract: "Writes report.html, report.md and report.xml of made-up cases.")

  @Argument(help: "The folder to write to.") var folder: String
  @Option(help: "How many cases the suite has; the first have awkward names.") var cases = 40
  @Option(help: "One case in so many has not passed; 0 for none.") var failing = 4
  @Option(help: "Bytes of pictures to embed.") var budget = SuiteReport.defaultPictureBudget

  func run() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let report = try SampleSuite(folder: folder).report(cases: cases, failing: failing)
    let page = folder + "/report.html"
    try Data().write(to: URL(fileURLWithPath: page))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: page))
    try report.writeHTML(pictureBudget: budget) { piece in try file.write(contentsOf: Data(piece)) }
    try file.close()
    try Data(report.markdown(page: "report.html").utf8).write(to: URL(fileURLWithPath: folder + "/report.md"))
    try Data(report.junit().utf8).write(to: URL(fileURLWithPath: folder + "/report.xml"))
  }
}
