import PackshotKit
import TestSupport
import Testing

@testable import Rendering

@Suite struct PackshotErrorTests {
  @Test func everyCaseHasAWordOfItsOwn() {
    let errors: [PackshotError] = [
      .missing(path: "a"), .noPicture(inputs: ["a"], leftOut: 1), .unreadable(path: "a", reason: "it is a folder"),
      .pictureForList(path: "a"), .tooLarge(path: "a", byteCount: nil, limit: 9, setting: .maxMemory),
      .unusableProfile(path: "a", reason: "it is for RGB"), .cannotWrite(path: "a", reason: "it is a folder"),
      .sameOutput(path: "a", other: "b", more: 2, fields: ["{relative}"]),
      .replacesInput(path: "a", role: "the photo"),
      .replacesPictureOfSheet(path: "a"), .locked(folder: "a"), .cannotWatch(reason: "too many"),
      .noGoldenCase(name: "mug", suite: "a", hint: .takeNearest("mugs")), .noSuite(path: "a"),
      .missingSuite(path: "a"), .caseExists(path: "a/b"), .noRecordedPicture(conditions: ["b=1"]),
      .caseForSuite(path: "a/b", suite: "a", name: "b"), .noResults(path: "a", file: "results.json"),
      .notResults(path: "a", .other), .notRepeatable(path: "a", reason: "the picture is gone", .renderAgain),
      .option("columns", found: "0", allowed: .range(1...64, unit: nil)),
      .notTogether("prune", with: "shard", why: nil), .onlyForFormats("quality", ["JPEG"], notLossless: "PNG"),
      .pattern("skuPattern", .noGroup("a")), .value(of: "the mask", found: "1 × 1", allowed: "as large"),
      .differenceTooLarge(size: PixelSize(width: 3, height: 3), limit: 8), .noWorker(reason: "it ended"),
      .noPreview(reason: "no terminal"),
    ]
    #expect(objections(to: errors) == [])
    #expect(objections(to: BatchRemedy.examples) == [] && objections(to: GoldenRemedy.examples) == [])
    #expect(objections(to: ConflictRemedy.allCases) == [] && objections(to: RecordedRemedy.allCases) == [])
    for remedy in BatchRemedy.examples { #expect(BatchRemedy(name: remedy.name, facts: remedy.facts) == remedy) }
  }

  @Test func aSettingIsCalledAsInSwiftUnlessPeopleKnowItOtherwise() throws {
    var style = ContactSheetStyle()
    style.cellSize = 4000
    let error = try #require(throws: PackshotError.self) { try ContactSheet(of: [], to: "a.png", style: style) }
    #expect(error.message == "cellSize is 4000; it must be 16 to 2048 pixels")
    #expect(error.message { _ in "the side" } == "the side is 4000; it must be 16 to 2048 pixels")
    #expect(error.facts == ["setting": "cellSize", "found": "4000", "least": 16, "most": 2048, "unit": "pixels"])
  }

  @Test func settingsThatDoNotGoTogetherAreBothTold() throws {
    var options = BatchOptions(inputs: ["a"], outputFolder: "b")
    (options.prune, options.shard) = (true, Shard(0, of: 2))
    let recipe = try Recipe(yaml: "packshot: 1\noutputs: [ { file: '{stem}.png' } ]", file: "r.yaml")
    let error = try #require(throws: PackshotError.self) { try Batch(recipe, options: options) { _ in }.run() }
    #expect(error.code == .option && error.facts == ["setting": "prune", "other": "shard"])
    #expect(error.remedy as? BatchRemedy == .importShards)
  }
}
