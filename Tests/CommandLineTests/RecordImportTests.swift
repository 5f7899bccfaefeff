import Foundation
import Testing

/// `catalog import` of workers' records.
@Suite struct RecordImportTests {
  private let packshot: Packshot
  private let parts = ["a.ndjson", "b.ndjson", "c.ndjson"]

  /// Nine photos, one of them broken, rendered by three workers of one run.
  init() throws {
    packshot = try Packshot.shop()
    for number in 3...7 { try packshot.writePhoto("photos/MUG-\(number)_front.jpg", shade: UInt8(number * 30)) }
    try packshot.write("no photo", to: "photos/BAD-8.jpg")
    _ = try packshot.run("run", "recipe.yaml", "photos", "--output", "whole")
    let names = [
      "MUG-1_front", "MUG-1_side", "MUG-3_front", "MUG-4_front", "MUG-5_front", "MUG-6_front", "MUG-7_front",
    ]
    var photos = (names + ["BAD-8"]).map { ["id": $0, "path": "photos/\($0).jpg", "relative": ""] }
    photos.append(["id": "VASE-2", "path": "photos/vases/VASE-2.png", "relative": "vases"])
    for (index, part) in parts.enumerated() {
      let own = photos.indices.filter { $0 % 3 == index }.map { (photos[$0] as [String: Any], Data()) }
      let work = try packshot.work(
        [
          "recipe": ["file": "recipe.yaml"], "output": packshot.folder + "/out",
          "run": "01A20928-2ED7-7FF3-8252-BE07EEECEA9F",
        ], own)
      try packshot.writeRecords(work.answers.map(\.header), to: part)
    }
  }

  private func importing(_ files: [String], _ options: String...) throws -> Packshot.Result {
    try packshot.run(["catalog", "import", "--json", "--catalog", "out/catalog.sqlite"] + files + options)
  }

  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func recordsImportedInAnyOrderEqualASingleRun(order: [Int]) throws {
    for index in order + [order[0]] { #expect(try importing([parts[index]]).status == 0) }
    #expect(try packshot.pictures(in: "out") == packshot.pictures(in: "whole"))
    #expect(try packshot.records(of: "out/catalog.sqlite") == packshot.records(of: "whole/catalog.sqlite"))
    let runs = try packshot.export("out/catalog.sqlite").filter { $0["entity"] as? String == "Run" }
    #expect(runs.map { [$0["rendered"] as? Int, $0["failed"] as? Int] } == [[8, 1]])
    let before = try packshot.export("out/catalog.sqlite") as NSArray
    let again = try importing(parts)
    let nothing: NSDictionary = ["photos": 0, "pictures": 0, "known": 24, "failures": 0, "runs": 0, "left": [Any]()]
    #expect(again.events as [NSDictionary] == [nothing])
    #expect(try packshot.export("out/catalog.sqlite") as NSArray == before)
  }

  /// Three photos are recorded. Each query makes one of them stale.
  @Test func doneIsDecidedByTheCatalogAlone() throws {
    _ = try importing([parts[0]])
    let done = { [packshot] (recipe: String) in
      let arguments = ["photos", "up-to-date", recipe, "--output", "out", "--catalog", "out/catalog.sqlite", "--json"]
      return try packshot.run(arguments).events
    }
    let all = try done("recipe.yaml")
    let paths = ["MUG-1_front", "MUG-4_front", "MUG-7_front"].map { packshot.folder + "/photos/\($0).jpg" }
    #expect(all.map { $0["path"] as? String } == paths)
    let attributes = try FileManager.default.attributesOfItem(atPath: paths[0])
    #expect(all[0]["bytes"] as? Int == attributes[.size] as? Int)
    let modified = try #require(all[0]["modified"] as? Int)
    let date = try #require(attributes[.modificationDate] as? Date)
    #expect(abs(Double(modified) / 1e9 - date.timeIntervalSince1970) < 0.001)
    let text = String(decoding: try packshot.read("recipe.yaml"), as: UTF8.self)
    try packshot.write(text.replacing("width: 10", with: "width: 11"), to: "other.yaml")
    #expect(try done("other.yaml").isEmpty)
  }

  @Test func anInvalidRecordIsReportedWithItsLine() throws {
    let lines = String(decoding: try packshot.read(parts[0]), as: UTF8.self).split(separator: "\n").map(String.init)
    let (otherRun, newerForm) = (
      lines[1].replacing("01A20928", with: "01A20929"), lines[0].replacing("\"schema\":1", with: "\"schema\":2")
    )
    let faults: [([String], String)] = [
      ([lines[0], lines[1], String(lines[2].dropLast(20))], "line 3 is no record"),
      ([lines[0], "{\"record\":\"photo\"}"], "line 2 is an incomplete record"),
      ([lines[0], "", "{\"record\":\"sale\"}"], "line 3 is a record of an unknown kind, sale"),
      ([lines[0], otherRun], "line 2 belongs to a run that no line"),
      ([lines[0], newerForm], "line 2 has records of version 2"),
    ]
    for (text, reason) in faults {
      try packshot.write(text.joined(separator: "\n"), to: "bad.ndjson")
      let result = try importing(["bad.ndjson"])
      #expect(result.status == 66 && result.errors.contains(reason), "\(result.errors)")
    }
    // Records before the error are kept, and the whole file can be imported again.
    #expect(try importing(parts).events.first?["known"] as? Int == 3)
    #expect(try importing(parts + ["--keep-going"]).errors.contains("catalogs and records are imported whole"))
    #expect(try importing(parts + ["recipe.yaml"]).errors.contains("recipe.yaml is not a catalog or a file of records"))
  }
}
