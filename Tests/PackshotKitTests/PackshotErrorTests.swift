import PackshotKit
import TestSupport
import Testing

@testable import Rendering

@Suite struct PackshotErrorTests {
  @Test func everyPackshotErrorHasADistinctReason() {
    let errors: [PackshotError] = [
      .missing(path: "a"), .noPicture(inputs: ["a"], leftOut: 1), .unreadable(path: "a", why: "it is a folder"),
      .pictureForList(path: "a"), .rendering(.tooLarge(path: "a", bytes: nil, limit: 9, setting: .maxMemory)),
      .rendering(.unusableProfile(path: "a", why: "it is for RGB")), .cannotWrite(path: "a", why: "it is a folder"),
      .sameOutput(path: "a", other: "b", more: 2, fields: ["{relative}"]),
      .replacesInput(path: "a", role: "the photo"),
      .replacesPictureOfSheet(path: "a"), .lockedFolder(path: "a"), .formerFileLost(path: "a"),
      .unfinishedRun(catalog: "a"),
      .cannotWatch(why: "too many"),
      .noGoldenCase(name: "mug", suite: "a", .takeNearest("mugs")), .noSuite(path: "a"),
      .missingSuite(path: "a"), .caseExists(path: "a/b"), .noRecordedPicture(conditions: ["b=1"]),
      .caseForSuite(path: "a/b", suite: "a", name: "b"), .noResults(path: "a", file: "results.json"),
      .notResults(path: "a", .notAReport), .notRepeatable(path: "a", why: "the picture is gone", .renderAgain),
      .refusedSetting("columns", found: "0", allowed: .range(1...64, unit: nil)),
      .notTogether("prune", with: "shard", why: nil), .onlyForFormats("quality", formats: ["JPEG"], "PNG"),
      .pattern("skuPattern", .noSKUGroup(pattern: "a")),
      .refusedValue(of: "the mask", found: "1 × 1", allowed: "as large"),
      .differenceTooLarge(size: PixelSize(width: 3, height: 3), limit: 8), .rendering(.noWorker(why: "it ended")),
      .noPreview(why: "no terminal"),
    ]
    #expect(objections(to: errors) == [])
  }

  @Test func aSettingHasItsSwiftNameUnlessPeopleKnowAnother() throws {
    var style = ContactSheetStyle()
    style.cellSize = 4000
    let error = try #require(throws: PackshotError.self) { try ContactSheet(of: [], to: "a.png", style: style) }
    #expect(error.message == "cellSize is 4000; it must be 16 to 2048 pixels")
    #expect(error.described { _ in "the side" }.message == "the side is 4000; it must be 16 to 2048 pixels")
    #expect(error.details == ["setting": "cellSize", "found": "4000", "least": 16, "most": 2048, "unit": "pixels"])
  }

  @Test func twoConflictingSettingsAreBothNamed() throws {
    var options = BatchOptions(inputs: ["a"], outputFolder: "b")
    (options.prune, options.shard) = (true, Shard(0, of: 2))
    let recipe = try Recipe(yaml: "packshot: 1\noutputs: [ { file: '{stem}.png' } ]", file: "r.yaml")
    let error = try #require(throws: PackshotError.self) { try Batch(recipe, options: options) { _ in }.run() }
    #expect(
      error.code == .option
        && error.details == ["setting": "prune", "other": "shard", "why": "sees a part of the pictures only"])
    #expect(error.remedy == .importShards)
  }
}
