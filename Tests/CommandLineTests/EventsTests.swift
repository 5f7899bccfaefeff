import Foundation
import PackshotKit
import Testing

@Suite struct EventsTests {
  /// A run that prints every kind of event.
  private static func eventfulRun() throws -> Packshot.Result {
    let packshot = try Packshot.shop()
    try packshot.write("a letter", to: "photos/letter.jpg")
    try packshot.write("%PDF-1.4", to: "photos/a.pdf")
    try packshot.write("prices", to: "photos/prices.txt")
    try packshot.write("somebody's", to: "out/vases/VASE-2.png")
    return try packshot.run(
      "run", "recipe.yaml", "photos", "--output", "out", "--json", "--exclude", "nothing", "--exclude", "MUG-1_side.*")
  }

  @Test func theFirstEventDescribesTheRun() throws {
    let packshot = try Packshot.shop()
    let run = try packshot.run("run", "recipe.yaml", "photos", "--output", "out", "--json")
    let start = try #require(run.events.first)
    #expect(start["event"] as? String == "start" && start["schema"] as? Int == 1)
    #expect(start["version"] as? String == "0.1.0" && start["dryRun"] as? Bool == false)
    #expect(start["output"] as? String == "out" && start["catalog"] as? String == "out/catalog.sqlite")
    let recipe = try #require(start["recipe"] as? [String: Any])
    #expect(recipe["name"] as? String == "thumbs" && recipe["file"] as? String == "recipe.yaml")
    // The ids are those of the catalog's records.
    let list = { (entity: String) in
      try packshot.run(entity, "list", "--catalog", "out/catalog.sqlite", "--json").events
    }
    #expect(try list("runs").map { $0["id"] as? String } == [start["run"] as? String])
    let summary = try #require(run.events.last)
    #expect(summary["run"] as? String == start["run"] as? String)
    for time in [start["started"], summary["finished"]] {
      #expect(try (#require(time as? String)).wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z/) != nil)
    }
    // A run with nothing to do isn't recorded.
    let second = try packshot.run("run", "recipe.yaml", "photos", "--output", "out", "--json")
    #expect(second.events.last?["run"] == nil)
  }

  @Test func aPhotoEventHasTheReasonAndTheDuration() throws {
    let packshot = try Packshot.shop()
    let photos = { (options: [String]) in
      try packshot.run(["run", "recipe.yaml", "photos", "--output", "out", "--json"] + options).events
        .filter { $0["event"] as? String == "photo" }
    }
    let first = try photos([])
    #expect(first.allSatisfy { $0["reason"] as? [String] == ["new"] && $0["seconds"] is Double })
    try packshot.remove("out/small/MUG-1_side.jpg")
    try packshot.writePhoto("photos/MUG-1_front.jpg", shade: 7)
    let second = try photos(["--dry-run"])
    #expect(second.map { $0["reason"] as? [String] } == [["content"], ["missing"], nil])
    let outputs = try #require(second[1]["outputs"] as? [[String: Any]])
    #expect(outputs.map { $0["reason"] as? [String] } == [nil, ["missing"]])
  }

  /// Every printed key is documented, and every required key is printed.
  @Test func everyKeyIsDocumented() throws {
    let events = try Self.eventfulRun().events
    let error = try Packshot().run("run", "none.yaml", "photos", "--output", "out", "--json").events
    #expect(
      Set((events + error).compactMap { $0["event"] as? String })
        == Set(BatchEvent.Kind.allCases.filter { ![.engine, .orphan, .watching].contains($0) }.map(\.rawValue)))
    for event in events + error {
      let kind = try #require((event["event"] as? String).flatMap(BatchEvent.Kind.init))
      check(event, kind.fields)
      if let recipe = event["recipe"] as? [String: Any] { check(recipe, RunStart.Recipe.fields) }
      for output in event["outputs"] as? [[String: Any]] ?? [] { check(output, PhotoReport.Output.fields) }
      if let error = event["error"] as? [String: Any] { check(error, ErrorDescriptor.fields) }
    }
  }

  private func check(_ object: [String: Any], _ fields: [EventField]) {
    #expect(Set(object.keys).subtracting(fields.map(\.name)).isEmpty, "\(object)")
    #expect(Set(fields.filter { !$0.isOptional }.map(\.name)).subtracting(object.keys).isEmpty, "\(object)")
  }

  @Test func everyLineDecodesToTheSameEvent() throws {
    let lines = try Self.eventfulRun().output.split(separator: "\n")
    for line in lines {
      let event = try JSONDecoder().decode(BatchEvent.self, from: Data(line.utf8))
      #expect(event.json.description == line)
    }
    #expect(lines.count == 10)
  }

  @Test(arguments: [
    ["run", "recipe.yaml", "photos", "--json"], ["run", "--json", "--output", "out"],
    ["thumb", "photos", "--output", "out", "--json", "--width", "broad"], ["photos", "lst", "--json"],
  ])
  func aWrongCommandLineIsAnErrorEvent(arguments: [String]) throws {
    let run = try Packshot.shop().run(arguments)
    #expect(run.status == 64 && !run.errors.isEmpty)
    #expect(run.events.count == 1 && run.events[0]["event"] as? String == "error")
    let error = try #require(run.events[0]["error"] as? [String: Any])
    let message = try #require(error["message"] as? String)
    #expect(error["code"] as? String == "usage" && run.errors.contains(message), "\(message)")
    #expect(try Packshot.shop().run(arguments.filter { $0 != "--json" }).output.isEmpty)
  }

  @Test func theEventsPageMatchesTheTypes() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/PackshotKit/PackshotKit.docc/JSONEvents.md")
    let made = try Packshot().run("manual", "--json-events").output
    #expect(try String(contentsOf: page, encoding: .utf8) == made, "run scripts/make-docs")
  }
}
