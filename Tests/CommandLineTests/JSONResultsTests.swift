import Foundation
import PackshotKit
import Testing

/// What commands print with `--json`, decoded with the library's types.
@Suite struct JSONResultsTests {
  private func decode<R: Decodable>(_ type: R.Type, _ run: Packshot.Result) throws -> [R] {
    try run.output.split(separator: "\n").map { try JSONDecoder().decode(type, from: Data($0.utf8)) }
  }

  @Test func aPictureResultDescribesItsFile() throws {
    let packshot = try Packshot.shop()
    let run = try packshot.run("render", "recipe.yaml", "photos/MUG-1_front.jpg", "mug.jpg", "--json")
    let made = try #require(try decode(PictureResult.self, run).first)
    let bytes = try packshot.read("mug.jpg").count
    #expect(
      made == PictureResult(path: "mug.jpg", width: 30, height: 30, format: "jpeg", bytes: bytes, warnings: []))
  }

  @Test(arguments: [["--preview"], ["-"]])
  func aPictureAndItsResultCannotShareStandardOutput(place: [String]) throws {
    let run = try Packshot.shop().run(["render", "recipe.yaml", "photos/MUG-1_front.jpg", "--json"] + place)
    #expect(run.status == 64 && run.errors.contains("--json and"), "\(run.errors)")
  }

  /// Four columns of 20 pixels with gaps of 2, in one row.
  @Test func aSheetResultListsTheMissingPictures() throws {
    let packshot = try Packshot.shop()
    try packshot.write("no picture", to: "photos/broken.jpg")
    let run = try packshot.run("sheet", "photos", "--output", "sheet.png", "--size", "20", "--gap", "2", "--json")
    #expect(run.status == 1)
    let sheet = try #require(try decode(SheetResult.self, run).first)
    #expect(sheet.pages.map(\.width) == [4 * 22 + 2] && sheet.pages.map(\.height) == [24])
    #expect(sheet.pages.map(\.path) == ["sheet.png"] && sheet.pages.map(\.places) == [4] && sheet.pictures == 3)
    #expect(sheet.missing.map(\.path) == ["photos/broken.jpg"])
    #expect(sheet.missing.map(\.error.code) == [.notAnImage])
  }

  @Test func aRecipeResultHasCountsAndAPlan() throws {
    let packshot = try Packshot.shop()
    let found = try decode(RecipeResult.self, packshot.run("recipe", "check", "recipe.yaml", "--json"))
    #expect(found == [RecipeResult(file: "recipe.yaml", sources: 0, steps: 1, outputs: 2, warnings: [])])
    let plan = try #require(
      try decode(RecipePlan.self, packshot.run("recipe", "show", "recipe.yaml", "--size", "60x40", "--json")).first)
    #expect(plan.photo.width == 60 && plan.photo.height == 40 && plan.photo.alpha == "opaque")
    #expect(
      plan.outputs.map(\.encoded.width) == [30, 10] && plan.outputs.map(\.file)[1] == "small/{relative}/{stem}.jpg")
    let text = try packshot.run("recipe", "show", "recipe.yaml", "--size", "60x40").output
    #expect(
      text == plan.text && text.hasPrefix("recipe thumbs, a photo of 60 × 40\nphoto: 60 × 40, opaque\n"), "\(text)")
    let wrong = try packshot.run("recipe", "check", "photos", "--json")
    #expect(wrong.status != 0 && wrong.events.first?["event"] as? String == "error")
  }

  @Test func caseResultsArePrintedOneByOne() throws {
    let packshot = try Packshot.goldens()
    let new = try packshot.run(
      "golden", "new", "suite", "mug", "--recipe", "recipe.yaml", "--input", Packshot.goldenPhoto, "--json")
    #expect(
      try decode(NewGoldenResult.self, new) == [NewGoldenResult(name: "mug", expected: "suite/mug/expected.png")])
    try packshot.damage("suite/mugs/png/expected.png")
    try packshot.remove("suite/mugs/small/input.jpg")
    let approval = try packshot.run("golden", "approve", "suite", "mug", "mugs/png", "mugs/small", "--yes", "--json")
    #expect(approval.status == 1)
    let outcomes = Dictionary(
      try decode(ApprovalResult.self, approval).map { ($0.name, $0) }, uniquingKeysWith: { one, _ in one })
    #expect(outcomes.mapValues(\.outcome) == ["mug": .passed, "mugs/png": .approved, "mugs/small": .refused])
    #expect(outcomes["mug"]?.message == nil && outcomes["mugs/png"]?.message != nil)
    #expect(outcomes["mugs/small"]?.message?.contains("input") == true, "\(outcomes)")
  }

  /// A suite that doesn't exist yet, in a folder with a name of one letter.
  @Test(arguments: ["g", "n/x"]) func aSuiteIsCreatedWithItsFirstCase(suite: String) throws {
    let packshot = try Packshot.shop()
    let arguments = [
      "golden", "new", suite, "case", "--recipe", "recipe.yaml", "--input", Packshot.goldenPhoto, "--json",
    ]
    let made = try packshot.run(arguments)
    #expect(
      try decode(NewGoldenResult.self, made)
        == [NewGoldenResult(name: "case", expected: "\(suite)/case/expected.png")], "\(made.errors)")
    let again = try packshot.run(arguments)
    let error = again.events.first?["error"] as? [String: Any]
    #expect(error?["code"] as? String == "exists" && error?["reason"] as? String == "case-exists", "\(again.output)")
    #expect((error?["details"] as? [String: String]) == ["path": "\(suite)/case"])
    // A case that can't be made removes the folders that were created for it.
    try packshot.write("no picture", to: "photos/MUG-1_front.jpg")
    var elsewhere = arguments
    elsewhere[2] = "z/y"
    #expect(try packshot.run(elsewhere).status == 66)
    #expect(try !packshot.names(in: ".").contains("z"))
  }

  /// The case's copy of the photo is removed again, so the message must name the original.
  @Test(arguments: ["suite", "./suite", "photos/../suite"]) func aDamagedPhotoIsReportedByItsOriginalName(suite: String)
    throws
  {
    let packshot = try Packshot.shop()
    // Large enough that the truncation is behind the header, which is read first.
    try packshot.writePhoto(Packshot.goldenPhoto, width: 900, height: 600)
    let photo = try packshot.read(Packshot.goldenPhoto)
    try packshot.write(photo.prefix(photo.count * 4 / 5), to: Packshot.goldenPhoto)
    let made = try packshot.run(
      "golden", "new", suite, "mug", "--recipe", "recipe.yaml", "--input", Packshot.goldenPhoto, "--json")
    let error = made.events.first?["error"] as? [String: Any]
    #expect(
      (error?["message"] as? String)?.hasPrefix("photos/MUG-1_front.jpg cannot be read: ") == true, "\(made.output)")
  }

  @Test func detailsAreValuesWithoutProse() throws {
    let packshot = try Packshot.shop()
    #expect(try packshot.run("run", "recipe.yaml", "photos", "--output", "out").status == 0)
    let none = try packshot.run(
      "golden", "new", "suite", "--where", "product=NOPE", "--where", "width=3", "--catalog", "out/catalog.sqlite",
      "--json")
    let error = none.events.first?["error"] as? [String: Any]
    #expect(
      none.status == 66 && error?["message"] as? String == "no recorded picture matches product=NOPE and width=3")
    #expect(error?["details"] as? [String: [String]] == ["conditions": ["product=NOPE", "width=3"]])
    let missing = try packshot.run("golden", "check", "mugs", "--json").events.first?["error"] as? [String: Any]
    #expect(missing?["details"] as? [String: String] == ["path": "mugs"])
    #expect((missing?["remedy"] as? [String: Any])?["name"] as? String == "give-suite-first")
  }

  @Test func aRunWithoutATerminalReportsThatItCannotAsk() throws {
    let packshot = try Packshot.shop()
    #expect(try packshot.run("run", "recipe.yaml", "photos", "--output", "out").status == 0)
    try packshot.remove("photos/MUG-1_side.jpg")
    let run = try packshot.run("run", "recipe.yaml", "photos", "--output", "out", "--prune", "--json")
    let warning = run.events.first { $0["event"] as? String == "warning" }
    let message = warning?["message"] as? String ?? ""
    #expect(run.status == 1 && message.hasPrefix("cannot ask whether to remove 2 pictures"), "\(run.output)")
    #expect(message.hasSuffix("; --yes confirms it"))
    #expect((warning?["remedy"] as? [String: Any])?["name"] as? String == "confirm", "\(run.output)")
    #expect(run.events.last?["event"] as? String == "summary")
  }

  @Test func writtenRemovedAndRelinkedFilesAreListed() throws {
    let packshot = try Packshot.shop()
    #expect(try packshot.run("photos", "add", "photos/MUG-1_front.jpg", "photos/MUG-1_side.jpg").status == 0)
    let export = try packshot.run("photos", "export", "photos.csv", "--json")
    #expect(export.output == #"{"records":2,"path":"photos.csv"}"# + "\n", "\(export.errors)")
    #expect(try packshot.run("photos", "export", "--json").status == 64)
    try FileManager.default.moveItem(atPath: packshot.folder + "/photos", toPath: packshot.folder + "/kept")
    let moved = try decode(RelinkResult.self, packshot.run("photos", "relink", "photos", "kept", "--json"))
    #expect(moved.map(\.path) == ["photos/MUG-1_front.jpg", "photos/MUG-1_side.jpg"])
    #expect(moved.map(\.newPath) == ["kept/MUG-1_front.jpg", "kept/MUG-1_side.jpg"])
    #expect(moved.allSatisfy { $0.outcome == "moved" && $0.kind == "original" })
    let removed = try packshot.run("photos", "remove", "kept/MUG-1_side.jpg", "--yes", "--json")
    #expect(removed.output == #"{"removed":["kept/MUG-1_side.jpg"],"pictures":0}"# + "\n", "\(removed.errors)")
  }

  @Test func rulesAndViolationsAreListed() throws {
    let packshot = try Packshot.shop()
    let rules = try decode(RuleResult.self, packshot.run("check", "--for", "ebay", "--json"))
    #expect(rules.map(\.rule) == Marketplace.ebay.rules.map { "\($0.demand)" })
    try packshot.write("no picture", to: "photos/broken.jpg")
    let run = try packshot.run("check", "photos/MUG-1_front.jpg", "photos/broken.jpg", "--for", "ebay", "--json")
    let checks = try decode(PictureCheckResult.self, run)
    #expect(run.status == 1 && checks.map(\.accepted) == [false, false])
    #expect(checks[0].error == nil && checks[0].findings.contains { $0.found.contains("60") }, "\(checks[0].findings)")
    #expect(checks[1].error?.code == .notAnImage && checks[1].findings.isEmpty)
  }
}
