import Foundation
import PackshotKit
import Testing

/// `packshot compare` and `packshot golden` in typical use.
@Suite struct GoldenVerbsTests {
  private static let photo = Packshot.goldenPhoto

  private func suite() throws -> Packshot { try .goldens() }

  @Test func compareReportsByExitStatusAndText() throws {
    let packshot = try Packshot.shop()
    _ = try packshot.run("render", "recipe.yaml", Self.photo, "one.png")
    _ = try packshot.run("render", "recipe.yaml", Self.photo, "two.png")
    #expect(try packshot.run("compare", "one.png", "two.png").output == "same, byte for byte\n")
    try packshot.damage("two.png")
    let run = try packshot.run("compare", "one.png", "two.png", "--diff", "difference.png")
    #expect(run.status == 1)
    #expect(run.output.contains("different: 1 pixel differs; none is allowed to"))
    #expect(run.output.contains("1 × 1 at (2, 3): 1 pixel, up to 100"), "\(run.output)")
    #expect(try packshot.read("difference.png").starts(with: [0x89, 0x50, 0x4e, 0x47]))
    #expect(try packshot.run("compare", "one.png", "two.png", "--channels", "100").status == 0)
    #expect(try packshot.run("compare", "one.png", "two.png", "--pixels", "1").status == 0)
    #expect(try packshot.run("compare", "one.png", "two.png", "--ignore", "2,3,1,1").status == 0)
    let quiet = try packshot.run("compare", "one.png", "two.png", "--quiet")
    #expect(quiet.status == 1 && quiet.output.isEmpty && quiet.errors.isEmpty)
  }

  /// Of two files with equal bytes only one is read. A file with other bytes and the same pixels gives the same picture.
  @Test func equalFilesGiveTheDifferencePictureOfEqualPixels() throws {
    let packshot = try Packshot.shop()
    _ = try packshot.run("render", "recipe.yaml", Self.photo, "one.png")
    try packshot.write(packshot.read("one.png"), to: "copy.png")
    // A text chunk behind the header of 33 bytes: "Comment", and its checksum.
    let chunk: [UInt8] = [0, 0, 0, 8, 0x74, 0x45, 0x58, 0x74] + Array("Comment\0".utf8) + [0xf6, 0xcc, 0x96, 0xbf]
    let bytes = try packshot.read("one.png")
    try packshot.write(bytes.prefix(33) + chunk + bytes.dropFirst(33), to: "other.png")
    let equal = try packshot.run("compare", "one.png", "copy.png", "--diff", "equal.png")
    #expect(equal.status == 0 && equal.output == "same, byte for byte\n")
    let same = try packshot.run("compare", "one.png", "other.png", "--diff", "same.png")
    #expect(same.status == 0 && same.output.hasPrefix("same in every pixel"), "\(same.output)\(same.errors)")
    #expect(try packshot.read("equal.png") == packshot.read("same.png"))
  }

  @Test func comparePrintsOneJSONObject() throws {
    let packshot = try Packshot.shop()
    _ = try packshot.run("render", "recipe.yaml", Self.photo, "one.png")
    _ = try packshot.run("render", "recipe.yaml", Self.photo, "two.png")
    try packshot.damage("two.png")
    let run = try packshot.run("compare", "one.png", "two.png", "--json")
    let object = try #require(JSONSerialization.jsonObject(with: run.bytes) as? [String: Any])
    #expect(object["same"] as? Bool == false)
    #expect(object["different"] as? Int == 1)
    let damage = try #require((object["damage"] as? [[String: Any]])?.first)
    #expect(damage["x"] as? Int == 2 && damage["y"] as? Int == 3 && damage["pixels"] as? Int == 1)
  }

  @Test(arguments: [
    (["photos/MUG-1_front.jpg", "nothing.png"], 66, "no such file or folder: nothing.png"),
    (["photos/MUG-1_front.jpg", "recipe.yaml"], 66, "recipe.yaml: this is text"),
    (
      ["photos/MUG-1_front.jpg", "photos/MUG-1_front.jpg", "--diff", "photos/MUG-1_front.jpg"], 64,
      "one of the pictures"
    ),
    (["photos/MUG-1_front.jpg", "photos/MUG-1_front.jpg", "--ignore", "1,2,3"], 64, "--ignore"),
    (["photos/MUG-1_front.jpg", "photos/MUG-1_front.jpg", "--density", "3%"], 64, "--pixels"),
    (["photos/MUG-1_front.jpg", "photos/MUG-1_front.jpg", "--pixels", "0", "--density", "3%"], 64, "--pixels"),
    (["photos/MUG-1_front.jpg", "photos/MUG-1_front.jpg", "--channels", "256"], 64, "0 to 255"),
  ])
  func compareExplainsItsErrors(arguments: [String], status: Int32, words: String) throws {
    let run = try Packshot.shop().run(["compare"] + arguments)
    #expect(run.status == status)
    #expect(run.errors.contains(words), "\(run.errors)")
  }

  @Test func aNewSuitePasses() throws {
    let run = try suite().run("golden", "check", "suite")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("2 passed in "))
  }

  @Test func aChangedRecipeIsReportedAndApproved() throws {
    let packshot = try suite()
    let recipe = try String(decoding: packshot.read("recipe.yaml"), as: UTF8.self)
    try packshot.write(
      recipe.replacingOccurrences(of: "steps: [ {", with: "steps: [ { sepiaTone: {} }, {"), to: "recipe.yaml")
    let check = try packshot.run("golden", "check", "suite")
    #expect(check.status == 1)
    #expect(check.output.contains("failed   mugs/png: "), "\(check.output)")
    let names = try #require(check.output.firstMatch(of: /packshot golden approve --yes suite (.+)\n/)).1
      .split(separator: " ").map(String.init)
    #expect(names.count == 2 && names[0].hasPrefix("mugs/png@"))

    let watched = try packshot.runInteractively("golden", "check", "suite", typing: "")
    #expect(watched.output.contains("packshot golden approve suite mugs/png@"), "a person is asked: \(watched.output)")

    // There is no terminal to confirm on, and in CI nobody could.
    #expect(try packshot.run(["golden", "approve", "suite"] + names).status == 64)
    let inCI = try packshot.run(["golden", "approve", "suite", "--yes"] + names, environment: ["CI": "true"])
    #expect(inCI.status == 64 && inCI.errors.contains("--in-ci"))
    #expect(try packshot.run("golden", "check", "suite").status == 1)

    let approved = try packshot.run(["golden", "approve", "suite", "--yes"] + names, environment: ["CI": "false"])
    #expect(approved.status == 0 && approved.output.contains("2 expected pictures written"), "\(approved.errors)")
    #expect(try packshot.run("golden", "check", "suite").status == 0)
  }

  @Test func onlyReviewedCasesAreApproved() throws {
    let packshot = try suite()
    try packshot.damage("suite/mugs/png/expected.png")
    let before = try packshot.read("suite/mugs/png/expected.png")
    let run = try packshot.run("golden", "approve", "suite", "mugs/png@00000000", "--yes")
    #expect(run.status == 1 && run.errors.contains("it now renders differently"), "\(run.errors)")
    #expect(try packshot.read("suite/mugs/png/expected.png") == before)
  }

  @Test func aHashApprovesOneCaseOnly() throws {
    let packshot = try suite()
    #expect(
      try packshot.run("golden", "new", "suite", "mugs/png/deep", "--recipe", "recipe.yaml", "--input", Self.photo)
        .status == 0)
    try packshot.damage("suite/mugs/png/expected.png")
    try packshot.damage("suite/mugs/png/deep/expected.png")
    // A slash before the hash, and a folder name with digits.
    #expect(try packshot.run("golden", "approve", "suite", "mugs/png/@00000000", "--yes").status == 1)
    #expect(try packshot.run("golden", "approve", "suite", "none@00000000", "--yes").status == 66)
    let check = try packshot.run("golden", "check", "suite")
    let name = try #require(check.output.firstMatch(of: /mugs\/png@[0-9a-f]{8}/)).0
    #expect(try packshot.run("golden", "approve", "suite", String(name), "--yes").status == 0)
    #expect(try packshot.run("golden", "check", "suite", "mugs/png/deep").status == 1)
  }

  @Test func aDamagedExpectedPictureIsReportedAndReplaced() throws {
    let packshot = try suite()
    try packshot.write(packshot.read("suite/mugs/png/expected.png").prefix(90), to: "suite/mugs/png/expected.png")
    let check = try packshot.run("golden", "check", "suite", "mugs/png")
    #expect(check.status == 1 && check.output.contains("approving the case replaces it"), "\(check.output)")
    #expect(try packshot.run("golden", "approve", "suite", "mugs/png", "--yes").status == 0)
    #expect(try packshot.run("golden", "check", "suite").status == 0)
  }

  @Test func circularLinksEndTheWalk() throws {
    let packshot = try suite()
    for name in ["one", "two"] {
      try FileManager.default.createSymbolicLink(
        atPath: packshot.folder + "/suite/" + name, withDestinationPath: ".")
    }
    #expect(try packshot.run("golden", "check", "suite").output.hasPrefix("2 passed in "))
  }

  @Test func missingBrokenAndObsoleteCasesAreReported() throws {
    let packshot = try suite()
    try packshot.remove("suite/mugs/png/expected.png")
    try packshot.write("recipe: \"../../../recipe.yaml\"\nchanels: 3\n", to: "suite/mugs/small/case.yaml")
    try packshot.write(Data([1]), to: "suite/old/expected.png")
    let run = try packshot.run("golden", "check", "suite", "--json")
    #expect(run.status == 1)
    let events = try run.output.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(events.compactMap { $0["state"] as? String } == ["missing", "broken", "obsolete"])
    #expect((events[0]["approve"] as? String)?.hasPrefix("mugs/png@") == true)
    let message = try #require(events[1]["message"] as? String)
    #expect(message.hasPrefix("suite/mugs/small/case.yaml:2:1: unknown key `chanels` (did you mean `channels`?)"))
    #expect(events[3]["missing"] as? Int == 1 && events[3]["passed"] as? Int == 0)
  }

  @Test func theReportsShowTheChanges() throws {
    let packshot = try suite()
    let recipe = try String(decoding: packshot.read("recipe.yaml"), as: UTF8.self)
    try packshot.write(
      recipe.replacingOccurrences(of: "steps: [ {", with: "steps: [ { sepiaTone: {} }, {"), to: "recipe.yaml")
    try packshot.remove("suite/mugs/small/expected.png")
    let run = try packshot.run(
      "golden", "check", "suite", "--report", "report.html", "--junit", "results.xml", "--markdown", "summary.md",
      "--output", "results")
    #expect(run.status == 1, "\(run.errors)")
    let page = try String(decoding: packshot.read("report.html"), as: UTF8.self)
    let script = try #require(page.range(of: "<script type=\"application/json\""))
    let json = page[script.upperBound...].drop { $0 != "{" }
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(json[..<json.range(of: "</script>")!.lowerBound].utf8)) as? [String: Any])
    let cases = try #require(object["cases"] as? [[String: Any]])
    #expect(cases.map { $0["state"] as? String } == ["failed", "missing"])
    // The recipe's old and new line.
    #expect(page.contains("steps: [ { sepiaTone: {} }, { fit") && page.contains("steps: [ { fit"))
    #expect(page.contains("iVBORw0KGgo") && !page.contains("src=\"http"))
    #expect(try packshot.names(in: "results/mugs/png") == ["actual.png", "difference.png", "expected.png"])
    #expect(try packshot.names(in: "results/mugs/small") == ["actual.png"])
    #expect(try String(decoding: packshot.read("results.xml"), as: UTF8.self).contains("failures=\"2\""))
    #expect(try String(decoding: packshot.read("summary.md"), as: UTF8.self).contains("1 failed, 1 missing"))
    // Approving copies the rendered picture.
    _ = try packshot.run("golden", "approve", "suite", "--all", "--yes")
    let same = try packshot.run("compare", "results/mugs/png/actual.png", "suite/mugs/png/expected.png")
    #expect(same.output.hasPrefix("same in every pixel"), "\(same.output)")
  }

  @Test func theShardsOfASuiteCoverAllCases() throws {
    let packshot = try suite()
    let parts = try (1...3).map { try packshot.run("golden", "check", "suite", "--shard", "\($0)/3").output }
    #expect(parts.map { $0.prefix(8) } == ["1 passed", "1 passed", "no cases"])
    #expect(try packshot.run("golden", "check", "suite", "--shard", "4/3").status == 64)
  }

  @Test func aFailedNewCaseLeavesNothing() throws {
    let packshot = try Packshot.shop()
    try packshot.write("packshot: 1\n", to: "wrong.yaml")
    let run = try packshot.run("golden", "new", "suite", "mug", "--recipe", "wrong.yaml", "--input", Self.photo)
    #expect(run.status != 0 && run.errors.contains("wrong.yaml"), "\(run.errors)")
    #expect(throws: (any Error).self) { try packshot.names(in: "suite") }
    _ = try packshot.shell("head -c 300 photos/MUG-1_side.jpg > cut.jpg")
    let cut = try packshot.run("golden", "new", "suite", "mug", "--recipe", "recipe.yaml", "--input", "cut.jpg")
    #expect(cut.status == 66 && cut.errors.contains("cut.jpg") && !cut.errors.contains("suite/mug"), "\(cut.errors)")
    let outside = try packshot.run("golden", "new", "suite", "../mug", "--recipe", "recipe.yaml", "--input", Self.photo)
    #expect(outside.status == 64, "\(outside.errors)")
  }

  @Test func aCasesToleranceAndRegionsApply() throws {
    let packshot = try suite()
    try packshot.damage("suite/mugs/png/expected.png")
    #expect(try packshot.run("golden", "check", "suite", "mugs/png").status == 1)
    for settings in ["channels: 100", "pixels: 1", "ignore: [[2, 3, 1, 1]]", "only: [[10, 10, 5, 5]]"] {
      try packshot.write("recipe: ../../../recipe.yaml\n\(settings)\n", to: "suite/mugs/png/case.yaml")
      let run = try packshot.run("golden", "check", "suite", "mugs/png")
      #expect(run.status == 0, "\(settings): \(run.output)")
    }
  }
}
