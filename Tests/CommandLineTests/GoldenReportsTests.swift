import Foundation
import Testing

/// `packshot golden report` and `comment`, which combine the results of a suite's shards.
@Suite struct GoldenReportsTests {
  /// A suite whose first case fails, checked in two shards. The suite is then removed, as in a CI job that only reports.
  private func checked(keepingSuite: Bool = false) throws -> Packshot {
    let packshot = try Packshot.goldens()
    try packshot.damage("suite/mugs/png/expected.png")
    for shard in 1...2 {
      let run = try packshot.run(
        "golden", "check", "suite", "--shard", "\(shard)/2", "--output", "results/\(shard)", "--quiet")
      #expect(run.status == (shard == 1 ? 1 : 0), "\(run.errors)")
    }
    if !keepingSuite { try packshot.remove("suite") }
    return packshot
  }

  @Test func shardsAreCombinedIntoOneReport() throws {
    let packshot = try checked()
    try packshot.write("", to: "pages/index.html")
    let run = try packshot.run(
      "golden", "report", "results/1", "results/2/results.json", "--report", "pages/report.html", "--junit", "all.xml")
    #expect(run.status == 1, "\(run.errors)")
    #expect(run.output.contains("failed   mugs/png: 1 pixel differs; none is allowed to"), "\(run.output)")
    #expect(run.output.contains("1 failed, 1 passed in "))
    let page = try String(decoding: packshot.read("pages/report.html"), as: UTF8.self)
    #expect(page.components(separatedBy: "data-type=").count - 1 == 3, "three pictures, though the suite is gone")
    #expect(page.contains("\"../results/1/mugs/png/expected.png\""))
    #expect(page.contains("packshot golden approve suite"))
    #expect(try String(decoding: packshot.read("all.xml"), as: UTF8.self).contains("tests=\"2\" failures=\"1\""))
  }

  @Test func aMergedReportEqualsItsShards() throws {
    let packshot = try checked()
    let json = try packshot.run("golden", "report", "results/2", "results/1", "--json")
    try packshot.write(json.bytes, to: "merged.json")
    let object = try #require(JSONSerialization.jsonObject(with: json.bytes) as? [String: Any])
    let cases = try #require(object["cases"] as? [[String: Any]])
    #expect(cases.map { $0["name"] as? String } == ["mugs/png", "mugs/small"])
    #expect(cases[0]["difference"] as? String == "results/1/mugs/png/difference.png")
    #expect((cases[0]["measured"] as? [String: Any])?["different"] as? Int == 1)
    #expect(try packshot.run("golden", "report", "merged.json", "--json").output == json.output)
    #expect(try packshot.run("golden", "report", "merged.json", "--quiet").output.hasPrefix("1 failed, 1 passed in "))
  }

  @Test func aMissingShardFails() throws {
    let run = try checked().run("golden", "report", "results/2")
    #expect(run.status == 1)
    #expect(run.output.contains("broken   shard 1/2: its results were not given"), "\(run.output)")
    #expect(run.output.contains("1 broken, 1 passed"))
  }

  @Test(arguments: [
    (["results/1", "results/1"], "it has the case mugs/png, which results/1 has too"),
    (["results/1", "third"], "of a shard of 3, and not of a shard of 2 as those of results/1"),
    (["whole", "results/1"], "of a shard of 2, and not of a whole check as those of whole"),
    (["results/1", "photos"], "it has no results.json; `packshot golden check SUITE --output FOLDER` writes it"),
    (["results/1", "recipe.yaml"], "it has no results of"), (["nothing"], "nothing"),
  ])
  func mismatchedResultsAreRefused(results: [String], words: String) throws {
    let packshot = try checked(keepingSuite: true)
    _ = try packshot.run("golden", "check", "suite", "--shard", "3/3", "--output", "third")
    _ = try packshot.run("golden", "check", "suite", "--output", "whole")
    let run = try packshot.run(["golden", "report"] + results)
    #expect(run.status == 66 && run.errors.contains(words), "\(run.status): \(run.errors)")
  }

  @Test func noReportOverwritesTheResults() throws {
    let packshot = try checked()
    let run = try packshot.run("golden", "report", "results/1", "--report", "results/1/results.json")
    #expect(run.status != 0 && run.errors.contains("one of the results"), "\(run.errors)")
  }

  @Test func aCommentCountsCasesAndShowsTheWorst() throws {
    let packshot = try checked()
    let named = try packshot.run("golden", "comment", "results/1", "results/2")
    #expect(named.status == 0, "the exit status does not depend on failed cases")
    #expect(named.output.hasPrefix("### Golden suite suite: 1 failed, 1 passed\n"), "\(named.output)")
    #expect(named.output.contains("- difference: <code>results/1/mugs/png/difference.png</code>"))
    #expect(named.output.contains("of 255 levels; mostly 1 × 1 at (2, 3)"), "\(named.output)")
    let shown = try packshot.run(
      "golden", "comment", "results/1", "results/2", "--pictures", "https://ci.example.com/42/", "--page",
      "https://ci.example.com/42/report.html")
    #expect(shown.output.contains("<img src=\"https://ci.example.com/42/results/1/mugs/png/actual.png\""))
    #expect(shown.output.contains("[The report](<https://ci.example.com/42/report.html>)"))
  }

  @Test func tolerancesAreProposedFromPassedChecks() throws {
    let packshot = try checked(keepingSuite: true)
    try packshot.write("recipe: ../../../recipe.yaml\nchannels: 120\n", to: "suite/mugs/png/case.yaml")
    for check in 1...2 { _ = try packshot.run("golden", "check", "suite", "--output", "history/\(check)") }
    let run = try packshot.run("golden", "tolerance", "history/1", "history/2", "results/1")
    // The difference is 100 levels. The failed check with it doesn't count.
    #expect(run.output == "mugs/png: channels: 100   # passed in 2 checks\n", "\(run.errors)")
    #expect(try packshot.run("golden", "tolerance", "results/2").output == "no case has passed with a difference\n")
  }
}
