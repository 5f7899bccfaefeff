import Foundation
import PackshotKit
import Testing

/// Errors as the command line prints them: options instead of settings, a remedy, and the same in JSON.
@Suite struct ErrorWordsTests {
  /// A setting is named by its option, even if the two have different names.
  @Test(arguments: [
    (["sheet", "photos", "--output", "s.png", "--columns", "0"], "--columns is 0; it must be 1 to 64"),
    (["sheet", "photos", "--output", "s.png", "--size", "1"], "--size is 1; it must be 16 to 2048 pixels"),
    (["sheet", "photos", "--output", "s.png", "--background", "#ffffff00"], "--background is "),
    (
      ["run", "recipe.yaml", "photos", "--output", "photos"], "--output is photos; it must be a folder that is not one"
    ),
    (["run", "recipe.yaml", "photos", "--output", "o", "--exclude", ""], "--exclude is empty; it must be a pattern"),
    (["run", "recipe.yaml", "photos", "--output", "o", "--include", "!"], "--include is !; it must be a pattern"),
    (
      ["run", "recipe.yaml", "photos", "--output", "o", "--max-file-size", "0"], "--max-file-size is 0; it must be 1 or"
    ),
    (
      ["thumb", "photos", "--output", "o", "--width", "9", "--height", "0"],
      "--height is 0; it must be 1 to 65535 pixels"
    ),
    (["render", "recipe.yaml", "photos/MUG-1_front.jpg", "a.png", "--output-index", "9"], "--output-index is 9"),
    (
      ["compare", "photos/MUG-1_front.jpg", "photos/MUG-1_side.jpg", "--diff", "a.gif"],
      "--diff is a.gif; it must be a name"
    ),
  ])
  func aSettingIsNamedByItsOption(arguments: [String], sentence: String) throws {
    let run = try Packshot.shop().run(arguments)
    #expect(run.status == 64 && run.errors.contains("error: " + sentence), "\(run.errors)")
  }

  private func error(_ run: Packshot.Result) throws -> [String: Any] {
    try #require(run.events.compactMap { $0["error"] as? [String: Any] }.first, "\(run.output)\(run.errors)")
  }

  @Test func aPhotosFailureHasARemedyInJSON() throws {
    let run = try Packshot.shop().run(
      "run", "recipe.yaml", "photos", "--output", "out", "--json", "--max-pixels", "2399")
    let error = try error(run)
    #expect(error["code"] as? String == "over-limit" && error["reason"] as? String == "too-many-pixels")
    #expect(error["details"] as? [String: Int] == ["width": 60, "height": 40, "limit": 2399])
    #expect(
      error["message"] as? String
        == "the picture has 60 × 40 = 2400 pixels; the limit is 2399, and --max-pixels raises it")
    let remedy = try #require(error["remedy"] as? [String: Any])
    #expect(
      remedy["name"] as? String == "raise-limit" && remedy["details"] as? [String: String] == ["limit": "maxPixels"])
    #expect(remedy["suggestion"] as? String == "raise the limit maxPixels")
  }

  @Test func anErrorBeforeARunHasItsReasonAndDetailsInJSON() throws {
    let packshot = try Packshot.shop()
    try packshot.write("packshot: 1\noutput: [ { file: '{stem}.png' } ]\n", to: "wrong.yaml")
    let recipe = try error(packshot.run("run", "wrong.yaml", "photos", "--output", "out", "--json"))
    #expect(recipe["code"] as? String == "recipe" && recipe["reason"] as? String == "unknown-key")
    let facts = try #require(recipe["details"] as? [String: Any])
    #expect(
      facts["line"] as? Int == 2 && facts["key"] as? String == "output" && facts["nearest"] as? String == "outputs")
    let missing = try error(packshot.run("run", "recipe.yaml", "nowhere", "--output", "out", "--json"))
    #expect(
      missing["reason"] as? String == "missing-file" && missing["details"] as? [String: String] == ["path": "nowhere"])
    #expect(missing["remedy"] == nil)
    let setting = try error(packshot.run("run", "recipe.yaml", "photos", "--output", "out", "--json", "--jobs", "0"))
    #expect(setting["reason"] as? String == "refused-setting")
    #expect((setting["details"] as? [String: Any])?["setting"] as? String == "jobs")
  }

  @Test func anEmptyRecipeIsRefusedWithAnExample() throws {
    let packshot = try Packshot.shop()
    try packshot.write("", to: "empty.yaml")
    let run = try packshot.run("run", "empty.yaml", "photos", "--output", "out", "--json")
    let message = "empty.yaml: the recipe is empty; `packshot init` prints one to start from"
    #expect(run.errors == "error: \(message)\n")
    let error = try error(run)
    #expect(error["message"] as? String == message)
    #expect((error["remedy"] as? [String: Any])?["name"] as? String == "start-from-example")
  }
}
