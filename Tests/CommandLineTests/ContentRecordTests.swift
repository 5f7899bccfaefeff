import Foundation
import TestSupport
import Testing

/// Where the product was is told with the picture and kept with its record.
@Suite struct ContentRecordTests {
  @Test func whereTheProductWasIsOnRecord() throws {
    let packshot = try Packshot()
    try packshot.write(
      """
      packshot: 1
      steps: [ { circle: { frame: [30, 15, 20, 10], fill: "#b02018", lineWidth: 0, inset: 0 } } ]
      outputs:
        - { file: "{stem}-trimmed.png", steps: [ { trim: { margin: 2 } } ] }
        - { file: "{stem}-small.png", steps: [ { resize: { width: 30 } } ] }
      """, to: "recipe.yaml")
    try packshot.writePhoto("photos/mug.png")
    let events = try packshot.run("run", "recipe.yaml", "photos", "--output", "out", "--json").events
    let outputs = try #require(events.first { $0["event"] as? String == "photo" }?["outputs"] as? [[String: Any]])
    let content = try #require(outputs[0]["content"] as? [String: Any])
    #expect(content["size"] as? [Int] == [60, 40] && content["box"] as? [Int] == [30, 15, 20, 10])
    #expect(content["backdrop"] as? String == "flat" && content["color"] as? String == "#5a78c8")
    #expect(content["support"] as? Int == 100 && content["boxWithShadow"] == nil)
    #expect(outputs[1]["content"] == nil)

    let show = { (options: [String]) in
      try packshot.run(["photos", "show", "out/mug-trimmed.png", "--catalog", "out/catalog.sqlite"] + options)
    }
    #expect(
      try show([]).output.contains(
        "content      20 × 10 at (30, 15) of 60 × 40; before #5a78c8, as 100 % of the border says\n"))
    let text = try #require(try show(["--json"]).events.first?["content"] as? String)
    let stored = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(stored["box"] as? [Int] == [30, 15, 20, 10])
  }
}
