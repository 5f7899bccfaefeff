import Foundation
import PackshotKit
import PixelCore
import Testing

/// Failures of golden tests: signals, unwritable paths, and invalid values.
@Suite struct GoldenEdgesTests {
  // MARK: - Signals

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func aSignalDuringReportsExitsAtOnce(signal: Int32, status: Int32) throws {
    let packshot = try Self.shopOfLargeCases()
    let run = try packshot.start(
      "golden", "check", "suite", "--json", "--output", "results", "--report", "report.html", "--junit", "results.xml")
    while try run.event()["event"] as? String != "summary" {}
    run.signal(signal)
    #expect(run.status() == status, "\(run.errors)")
    #expect(
      run.errors.contains("stopped; not written, or only in part: results, report.html, results.xml"), "\(run.errors)")
    #expect(try packshot.unfinishedFiles().isEmpty)
    for name in ["report.html", "results.xml"] { #expect(throws: (any Error).self) { try packshot.read(name) } }
    for path in try FileManager.default.subpathsOfDirectory(atPath: packshot.folder + "/results")
    where path.hasSuffix(".png") {
      #expect(try packshot.run("compare", "results/" + path, "results/" + path).status == 0, "\(path) is whole")
    }
  }

  @Test func aSignalDuringChecksWritesNoReports() throws {
    let packshot = try Self.shopOfLargeCases()
    let run = try packshot.start(
      "golden", "check", "suite", "--json", "--jobs", "1", "--report", "report.html", "--junit", "results.xml")
    #expect(try run.event()["event"] as? String == "case")
    run.signal(SIGTERM)
    var event = try run.event()
    while event["event"] as? String != "summary" { event = try run.event() }
    #expect(event["stopped"] as? Bool == true)
    #expect(run.status() == 143)
    #expect(run.errors.contains("stopped; not written, or only in part: report.html, results.xml"), "\(run.errors)")
    for name in ["report.html", "results.xml"] { #expect(throws: (any Error).self) { try packshot.read(name) } }
  }

  @Test(
    arguments: [
      ["compare", "one.png", "two.png", "--diff", "made.png"], ["render", "recipe.yaml", "one.png", "made.png"],
      ["sheet", "one.png", "two.png", "--output", "made.png"],
    ], [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func aSignalLeavesNoHalfWrittenFile(command: [String], signal: (number: Int32, status: Int32)) throws {
    let packshot = try Packshot.shop()
    for (name, color) in [("one.png", Color.white), ("two.png", Color.black)] {
      try packshot.writeHugePhoto(name, color)
    }
    let run = try packshot.start(command)
    while try packshot.unfinishedFiles().isEmpty {}
    run.signal(signal.number)
    #expect(run.status() == signal.status, "\(run.errors)")
    #expect(try packshot.unfinishedFiles().isEmpty)
    #expect(throws: (any Error).self) { try packshot.read("made.png") }
  }

  @Test func aSignalDuringNewReportsTheCaseAsIncomplete() throws {
    let packshot = try Packshot.shop()
    try packshot.writeHugePhoto("photo.png", .white)
    let run = try packshot.start("golden", "new", "suite", "mug", "--recipe", "recipe.yaml", "--input", "photo.png")
    while (try? packshot.read("suite/mug/case.yaml")) == nil {}
    run.signal(SIGTERM)
    #expect(run.status() == 143)
    #expect(run.errors.contains("stopped; suite/mug is incomplete: remove it"), "\(run.errors)")
    #expect(try packshot.unfinishedFiles().isEmpty)
    #expect(throws: (any Error).self) { try packshot.read("suite/mug/expected.png") }
  }

  @Test func aSignalDuringApproveListsTheUnapprovedCases() throws {
    let packshot = try Self.shopOfLargeCases()
    let run = try packshot.start("golden", "approve", "suite", "--all", "--yes")
    // Wait for the first case by name.
    while (try? packshot.read("suite/1/expected.png")) == nil {}
    run.signal(SIGTERM)
    #expect(run.status() == 143)
    #expect(run.errors.contains("stopped; not written, or only in part: 1"), "\(run.errors)")
    #expect(try packshot.unfinishedFiles().isEmpty)
  }

  /// A shop with a suite of twenty cases that take a moment each.
  private static func shopOfLargeCases() throws -> Packshot {
    let packshot = try Packshot.shop()
    try packshot.writePhoto("photo.png", width: 1200, height: 900)
    for number in 1...20 {
      try packshot.write("recipe: ../../recipe.yaml\ninput: ../../photo.png\n", to: "suite/\(number)/case.yaml")
    }
    return packshot
  }

  // MARK: - Paths

  @Test(arguments: [
    ("--report", "nowhere/report.html", "there is no folder nowhere"), ("--junit", "photos", "it is a folder"),
    ("--markdown", "recipe.yaml/summary.md", "recipe.yaml is not a folder"),
    ("--output", "recipe.yaml", "it is not a folder"),
    ("--report", "/dev/full", "it is not a file"), ("--junit", "results/", "does not end with /"),
    ("--report", "", "empty"),
  ])
  func outputPathsAreCheckedBeforeTheRun(option: String, place: String, reason: String) throws {
    let packshot = try Packshot.goldens()
    let run = try packshot.run("golden", "check", "suite", option, place)
    #expect(run.status == (place.isEmpty ? 66 : 74) && run.output.isEmpty, "\(run.output)")
    #expect(
      run.errors.contains("\(place) cannot be written: ") == !place.isEmpty && run.errors.contains(reason),
      "\(run.errors)")
  }

  @Test func twoReportsWithOnePathAreRefused() throws {
    let packshot = try Packshot.goldens()
    let run = try packshot.run("golden", "check", "suite", "--report", "results", "--junit", "results")
    #expect(run.status == 64 && run.errors.contains("--junit is results, and so is --report"), "\(run.errors)")
    // A report may be inside the folder that --output creates.
    let within = try packshot.run("golden", "check", "suite", "--output", "results", "--junit", "results/results.xml")
    #expect(within.status == 0, "\(within.errors)")
  }

  @Test(arguments: [
    ["golden", "check", "suite", "--report", "recipe.yaml"],
    ["golden", "check", "suite", "--markdown", "suite/mugs/png/expected.png"],
    ["sheet", "photos", "--output", "photos/MUG-1_side.jpg"],
    ["sheet", "photos/MUG-1_front.jpg", "photos/MUG-1_side.jpg", "--output", "photos/../photos/MUG-1_side.jpg"],
    ["compare", "photos/MUG-1_front.jpg", "photos/MUG-1_side.jpg", "--diff", "recipe.yaml"],
  ])
  func outputsDoNotOverwriteInputs(arguments: [String]) throws {
    let packshot = try Packshot.goldens()
    let places = [arguments.last!, "photos/MUG-1_side.jpg"]
    let before = try places.map { try Data(contentsOf: URL(fileURLWithPath: packshot.folder + "/" + $0)) }
    let run = try packshot.run(arguments)
    #expect(run.status == 64, "\(run.errors)")
    #expect(try places.map { try Data(contentsOf: URL(fileURLWithPath: packshot.folder + "/" + $0)) } == before)
  }

  @Test func theDiffPathIsCheckedBeforeThePictures() throws {
    let packshot = try Packshot.shop()
    let photo = Packshot.goldenPhoto
    let run = try packshot.run("compare", photo, "nothing.png", "--diff", "nowhere/difference.png")
    #expect(run.status == 74 && run.errors.contains("there is no folder nowhere"), "\(run.errors)")
    let missing = try packshot.run("compare", photo, "nothing.png", "--diff", "difference.png")
    #expect(missing.status == 66)
    #expect(try packshot.unfinishedFiles().isEmpty)
  }

  @Test func anUnwritableReportDoesNotPreventTheOthers() throws {
    let packshot = try Packshot.goldens()
    try packshot.damage("suite/mugs/png/expected.png")
    // A file blocks the case's folder of pictures.
    try packshot.write("mine", to: "results/mugs")
    let run = try packshot.run(
      "golden", "check", "suite", "--output", "results", "--report", "report.html", "--junit", "results.xml",
      "--markdown", "summary.md")
    #expect(run.status == 74 && run.errors.contains("results/mugs/png cannot be written"), "\(run.errors)")
    #expect(run.output.contains("failed   mugs/png"), "\(run.output)")
    for name in ["results.xml", "summary.md"] { #expect(try !packshot.read(name).isEmpty) }
    // The page still has the pictures.
    #expect(try String(decoding: packshot.read("report.html"), as: UTF8.self).contains("iVBORw0KGgo"))
  }

  // MARK: - Values

  @Test(arguments: [
    ("--pixels", "5 %", "a share of them, such as 0.1%"), ("--pixels", "-3", "a number of pixels, such as 100"),
    ("--density", "5", "from 0% to 100%, such as 5%"), ("--density", "500%", "from 0% to 100%"),
    ("--ignore", "1,2,3", "X,Y,WIDTH,HEIGHT in whole pixels"), ("--only", "1,2,0,4", "such as 10,20,64,32"),
    ("--channels", "256", "0 to 255 levels, such as 2"), ("--channels", "-1", "0 to 255 levels"),
    ("--perceptual", "many", "0 to 200"), ("--ssim", "98%", "0 to 1, such as 0.98"),
    ("--max-pixels", "many", "such as 100MP"), ("--max-memory", "-1", "512MB"),
    ("--max-seconds", "0", "such as 60 or 0.5"), ("--max-scans", "0", "1 or more"), ("--max-metadata", "x", "512MB"),
    ("--max-file-size", "2 dozen", "512MB"),
  ])
  func invalidValuesOfCompareAreRefused(option: String, value: String, allowed: String) throws {
    let packshot = try Packshot.shop()
    let run = try packshot.run("compare", Packshot.goldenPhoto, Packshot.goldenPhoto, option, value)
    #expect(run.status == 64)
    #expect(run.errors.contains("'\(value)' is invalid for '\(option)"), "\(run.errors)")
    #expect(run.errors.contains(allowed), "\(run.errors)")
  }

  @Test(arguments: [
    ("--shard", "0/4", "such as 2/4"), ("--shard", "3", "the number of parts, such as 2/4"),
    ("--retries", "-1", "0 to 100"),
    ("--jobs", "0", "1 to 1024"),
  ])
  func invalidValuesOfCheckAreRefused(option: String, value: String, allowed: String) throws {
    let run = try Packshot.shop().run("golden", "check", "suite", option, value)
    #expect(run.status == 64)
    #expect(run.errors.contains("'\(value)' is invalid for '\(option)"), "\(run.errors)")
    #expect(run.errors.contains(allowed), "\(run.errors)")
  }

  @Test func rectanglesMayBeginOutsideThePicture() throws {
    let packshot = try Packshot.shop()
    let run = try packshot.run(
      "compare", Packshot.goldenPhoto, "photos/MUG-1_side.jpg", "--ignore", "-5,-5,600,600", "--only", "-5,0,9,9")
    #expect(run.status == 1 && run.output.contains("no pixel was compared"), "\(run.errors)")
  }

  // MARK: - Hints

  @Test func aCaseGivenAsTheSuiteIsRefusedWithAHint() throws {
    let packshot = try Packshot.goldens()
    let run = try packshot.run("golden", "check", "suite/mugs/png")
    #expect(run.status == 66 && run.errors.contains("`suite/mugs png`"), "\(run.errors)")
    #expect(try packshot.run("golden", "check", "suite/mugs", "png").status == 0)
    let missing = try packshot.run("golden", "check", "mugs/png")
    #expect(missing.status == 66 && missing.errors.contains("give the suite's folder first"), "\(missing.errors)")
  }

  @Test(arguments: [
    ("suite/mugs/png", "without the suite's folder: mugs/png"),
    ("./suite/mugs/png@1f2e3d4c", "without the suite's folder: mugs/png"),
    ("mugs/png@1f2e", "the eight digits that `packshot golden check` prints"),
    ("old", "delete the folder suite/old, or give it a recipe"), ("mugs/pgn", "did you mean mugs/png?"),
  ])
  func namesThatCannotBeApprovedAreExplained(name: String, hint: String) throws {
    let packshot = try Packshot.goldens()
    try packshot.write(packshot.read("suite/mugs/png/expected.png"), to: "suite/old/expected.png")
    let run = try packshot.run("golden", "approve", "suite", name, "--yes")
    #expect(run.status == 66 && run.errors.contains(hint), "\(run.errors)")
  }

  @Test func allAndNamesExcludeEachOther() throws {
    let run = try Packshot.shop().run("golden", "approve", "suite", "--all", "jpg")
    #expect(run.status == 64 && run.errors.contains("--all cannot be used with jpg"), "\(run.errors)")
  }

  @Test func anEmptyShardReportsItself() throws {
    let packshot = try Packshot.goldens()
    let run = try packshot.run("golden", "check", "suite", "--shard", "3/3")
    #expect(run.status == 0 && run.output.contains(": shard 3/3 contains none of the 2 cases"), "\(run.output)")
    let json = try packshot.run("golden", "check", "suite", "--shard", "3/3", "--json")
    #expect(json.events.last?["note"] as? String == "shard 3/3 contains none of the 2 cases")
  }

  // MARK: - Broken pictures

  @Test func aBrokenPictureFailsEvenIfTheFilesAreEqual() throws {
    let packshot = try Packshot.shop()
    _ = try packshot.run("render", "recipe.yaml", Packshot.goldenPhoto, "whole.png")
    try packshot.write(packshot.read("whole.png").dropLast(30), to: "broken.png")
    try packshot.write(packshot.read("broken.png"), to: "copy.png")
    #expect(try packshot.run("compare", "whole.png", "whole.png").output == "same, byte for byte\n")
    let run = try packshot.run("compare", "broken.png", "copy.png")
    #expect(run.status == 66 && run.errors.contains("broken.png: "), "\(run.errors)")
    #expect(run.errors.contains("the other file has the same bytes"), "\(run.errors)")
  }
}
