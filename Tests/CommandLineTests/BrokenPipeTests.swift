import Foundation
import PackshotKit
import Testing

/// Shells report the end by SIGPIPE as 128 + 13, as for `cat` and `ls`.
@Suite struct BrokenPipeTests {
  private static let ended: Int32 = 128 + SIGPIPE

  @Test func listsEndSilently() throws {
    let packshot = try Packshot.shop()
    _ = try packshot.run("run", "recipe.yaml", "photos", "--output", "out")
    let lists = [
      try packshot.runWithoutReader("photos", "list", "--catalog", "out/catalog.sqlite"),
      try packshot.runWithoutReader("photos", "list", "--catalog", "out/catalog.sqlite", "--json"),
      try packshot.runWithoutReader("products", "list", "--catalog", "out/catalog.sqlite"),
      try packshot.runWithoutReader("filters"),
      try packshot.runWithoutReader("render", "recipe.yaml", "photos/MUG-1_front.jpg", "-"),
    ]
    for list in lists { #expect(list.status == Self.ended && list.errors.isEmpty, "\(list.errors)") }
  }

  @Test func aStoppedRunKeepsItsRecordsAndTheNextRunContinues() throws {
    let packshot = try Packshot.shop()
    let run = try packshot.runWithoutReader("run", "recipe.yaml", "photos", "--output", "out", "--json", "--jobs", "1")
    #expect(run.status == Self.ended && run.errors.isEmpty, "\(run.errors)")
    #expect(try packshot.names(in: "out").filter { $0.hasPrefix(".packshot-run-") }.isEmpty, "no unfinished files")

    // The start event is already lost. Every written file is in the catalog.
    let listed = try packshot.run(
      "photos", "list", "--kind", "rendition", "--catalog", "out/catalog.sqlite", "--json"
    ).events.compactMap { $0["path"] as? String }
    let found = try FileManager.default.subpathsOfDirectory(atPath: packshot.folder + "/out")
      .filter { $0.hasSuffix(".png") || $0.hasSuffix(".jpg") }
    #expect(listed.sorted() == found.sorted())

    let again = try packshot.run("run", "recipe.yaml", "photos", "--output", "out", "--json")
    let counts = try #require(again.events.last)
    #expect((counts["rendered"] as? Int ?? 0) + (counts["unchanged"] as? Int ?? 0) == 3)
    #expect(counts["unchanged"] as? Int == listed.count / 2 && counts["conflict"] as? Int == 0)
  }

  @Test func aFullDiskIsNotReportedAsABrokenPipe() throws {
    let packshot = try Packshot.shop()
    let run = try packshot.runOnFullDisk("run", "recipe.yaml", "photos", "--output", "out", "--json")
    #expect(run.status == 74 && run.errors.contains("standard output cannot be written"))
  }
}
