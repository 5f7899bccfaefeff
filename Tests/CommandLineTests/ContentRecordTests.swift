import Foundation
import TestSupport
import Testing

/// The position of the product is reported with the picture and recorded.
@Suite struct ContentRecordTests {
  @Test func theProductsPositionIsRecorded() throws {
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

  /// Repeating the same advice for every photo would bury the photos' names.
  @Test func whatToDoAboutRefusedPhotosIsSaidOnce() throws {
    let packshot = try Packshot()
    try packshot.write(
      """
      packshot: 1
      outputs: [ { file: "{stem}.png", steps: [ cutout ] } ]
      """, to: "recipe.yaml")
    for name in ["a", "b", "c"] { try packshot.writePhoto("photos/\(name).png") }
    let run = try packshot.run("run", "recipe.yaml", "photos", "--output", "out")
    #expect(run.status == 1)
    let lines = run.errors.split(separator: "\n").filter { $0.contains("there is nothing in front of the backdrop") }
    #expect(lines.count == 3 && lines.count { $0.contains("draw a mask") } == 1)
    #expect(lines[0].contains("draw a mask"))
  }

  /// A photo that `cutout` refuses, which fails with the reason, and one that it accepts, whose confidence is recorded.
  @Test func theConfidenceOfACutoutIsRecorded() throws {
    let packshot = try Packshot()
    try packshot.write(
      """
      packshot: 1
      outputs: [ { file: "{stem}.png", steps: [ cutout ] } ]
      """, to: "recipe.yaml")
    try packshot.write(
      """
      packshot: 1
      outputs:
        - { file: "dark.png", steps: [ { circle: { frame: [20, 10, 20, 20], fill: "#b02018", lineWidth: 0, inset: 0 } } ] }
        - { file: "plain.png", steps: [ { opacity: 1 } ] }
      """, to: "photos.yaml")
    try packshot.writePhoto("mug.png")
    _ = try packshot.run("run", "photos.yaml", "mug.png", "--output", "photos")
    let run = try packshot.run("run", "recipe.yaml", "photos", "--output", "out", "--json", "--exclude", "*.sqlite*")
    let photos = run.events.filter { $0["event"] as? String == "photo" }
    let cut = try #require(photos.first { ($0["input"] as? String)?.hasSuffix("dark.png") == true })
    let content = ((cut["outputs"] as? [[String: Any]])?.first?["content"] as? [String: Any])
    #expect(content?["confidence"] as? Int == 100)
    let refused = try #require(photos.first { ($0["input"] as? String)?.hasSuffix("plain.png") == true })
    let error = try #require(refused["error"] as? [String: Any])
    #expect(error["code"] as? String == "recipe")
    #expect(
      (error["message"] as? String)?.hasPrefix(
        "`cutout` cannot cut out the product, because there is nothing in front of the backdrop; draw a mask") == true)
    let shown = try packshot.run("photos", "show", "out/dark.png", "--catalog", "out/catalog.sqlite").output
    #expect(shown.contains("as 100 % of the border says; 100 % of its contour stands out\n"))
  }
}
