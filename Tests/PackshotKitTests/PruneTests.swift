import Foundation
import Testing

@testable import PackshotKit

/// Pruning of pictures that the recipe no longer produces, and renaming of pictures of renamed photos.
@Suite struct PruneTests {
  /// Runs with `prune`, and returns the report of each picture.
  private func prune(
    _ shop: Shop, _ change: (inout BatchOptions) -> Void = { _ in }
  ) throws -> [String: Orphan.Status] {
    let run = try shop.run {
      $0.prune = true
      change(&$0)
    }
    return Dictionary(uniqueKeysWithValues: run.orphans.map { ($0.path, $0.status) })
  }

  private func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }

  @Test func picturesOfARemovedPhotoAreRemovedWithTheirRecords() throws {
    let shop = try Shop()
    try shop.run()
    try remove(shop.photos + "/VASE-7_front.png")
    #expect(try shop.run().summary.removed == 0, "a run without `prune` removes nothing")
    let gone = ["VASE-7_front.png", "VASE-7_front-20.jpg"]
    #expect(try prune(shop) { $0.isDryRun = true } == [gone[0]: .wouldRemove, gone[1]: .wouldRemove])
    #expect(try shop.files().count == 6)

    #expect(try prune(shop) == [gone[0]: .removed, gone[1]: .removed])
    #expect(try Set(shop.files().keys) == BatchTests.outputs.subtracting(gone))
    let catalog = try shop.catalog()
    #expect(try catalog.photos().filter { $0.path.contains("VASE") }.isEmpty)
    #expect(try catalog.products().map(\.sku) == ["MUG-1"])
    #expect(try catalog.verify().isEmpty)
    #expect(try prune(shop).isEmpty)
  }

  /// After a kill between renaming and recording, the folder's journal says that these are packshot's own files.
  @Test(arguments: [true, false])
  func picturesOfAKilledRunAreRemovedIfTheirPhotoIsGone(areOnRecord: Bool) throws {
    let shop = try Shop()
    if areOnRecord {
      try shop.run()
      for name in ["VASE-7_front.png", "mugs/MUG-1_front.png", "mugs/MUG-1_side.png"] {
        try TestPicture.write(to: shop.photos + "/" + name, width: 33, height: 21, .white)
      }
      for name in BatchTests.outputs { try remove(shop.output + "/" + name) }
    }
    try shop.killBeforeRecording()
    try remove(shop.photos + "/VASE-7_front.png")
    let gone = ["VASE-7_front.png", "VASE-7_front-20.jpg"]
    #expect(try prune(shop) == [gone[0]: .removed, gone[1]: .removed])
    #expect(try Set(shop.files().keys) == BatchTests.outputs.subtracting(gone))
    #expect(try shop.catalog().photos().filter { $0.path.contains("VASE") }.isEmpty)
    #expect(try prune(shop).isEmpty)
  }

  /// The recipe has changed since, so that no photo has an output with that name.
  @Test func picturesOfAKilledRunThatTheRecipeNoLongerMakesAreRemoved() throws {
    let shop = try Shop()
    try shop.killBeforeRecording()
    shop.recipe = shop.recipe.replacing(/.*-20.jpg.*\n/, with: "")
    #expect(try prune(shop).values.allSatisfy { $0 == .removed })
    #expect(try Set(shop.files().keys) == BatchTests.outputs.filter { $0.hasSuffix(".png") })
  }

  /// Another photo makes pictures with the names of the removed photo's.
  @Test func theRecordOfARemovedPhotoGoesWithItsPictures() throws {
    let shop = try Shop()
    shop.recipe = shop.recipe.replacing("{relative}/", with: "")
    try shop.run()
    try remove(shop.photos + "/VASE-7_front.png")
    try shop.addPhoto("vases/VASE-7_front.png", shade: 7)
    #expect(try prune(shop).isEmpty)
    let catalog = try shop.catalog()
    #expect(try catalog.photos(kind: .original).count == 3)
    #expect(try catalog.verify(checkingFiles: true).isEmpty)
  }

  @Test func aForeignFileInPlaceOfAKilledRunsPictureIsKept() throws {
    let shop = try Shop()
    try shop.killBeforeRecording()
    try remove(shop.photos + "/VASE-7_front.png")
    try TestPicture.write(to: shop.output + "/VASE-7_front.png", width: 3, height: 3, .black)
    #expect(try prune(shop)["VASE-7_front.png"] == .conflict)
    #expect(FileManager.default.fileExists(atPath: shop.output + "/VASE-7_front.png"))
  }

  @Test func picturesOfARemovedOutputAreRemoved() throws {
    let shop = try Shop()
    try shop.run()
    let line = try #require(shop.recipe.split(separator: "\n").first { $0.contains("-20.jpg") })
    shop.recipe = shop.recipe.replacingOccurrences(of: line + "\n", with: "").replacingOccurrences(
      of: "{relative}/{stem}.png", with: "png/{relative}/{stem}.png")
    // The empty folder "mugs" is removed, too.
    #expect(try prune(shop).count == 6)
    #expect(try Set(FileManager.default.contentsOfDirectory(atPath: shop.output)).isDisjoint(with: ["mugs"]))
    #expect(try Set(shop.files().keys) == Set(Shop.names.map { "png/" + $0 }))
    #expect(try shop.catalog().photos(kind: .original).count == 3)
  }

  @Test func anEditedPictureIsKeptAndReported() throws {
    let shop = try Shop(photos: ["VASE-7_front.png", "MUG-1_front.png"])
    try shop.run()
    try remove(shop.photos + "/VASE-7_front.png")
    try TestPicture.write(to: shop.output + "/VASE-7_front.png", width: 3, height: 3, .black)
    let expected: [String: Orphan.Status] = ["VASE-7_front.png": .conflict, "VASE-7_front-20.jpg": .removed]
    #expect(try prune(shop) == expected)
    #expect(FileManager.default.fileExists(atPath: shop.output + "/VASE-7_front.png"))
    #expect(try shop.catalog().photo(matching: "VASE-7_front.png").kind == .rendition)
  }

  /// Excluded by a pattern, not named, in an unreadable folder, or of another recipe.
  @Test func photosThatWereNotWalkedKeepTheirPictures() throws {
    let shop = try Shop()
    try shop.run()
    #expect(try prune(shop) { $0.excluded = ["mugs"] }.isEmpty)
    #expect(try prune(shop) { $0.inputs = [shop.photos + "/VASE-7_front.png"] }.isEmpty)
    try remove(shop.photos + "/VASE-7_front.png")
    let named = try prune(shop) { ($0.inputs, $0.isDryRun) = ([shop.photos + "/mugs"], true) }
    #expect(named.keys.allSatisfy { !$0.contains("VASE") })

    shop.recipe = shop.recipe.replacingOccurrences(of: "name: shop", with: "name: other").replacingOccurrences(
      of: "{relative}/{stem}", with: "other/{relative}/{stem}")
    #expect(try prune(shop).isEmpty)
    #expect(try shop.files().count == 10)
  }

  @Test func nothingIsPrunedIfSomePhotosCouldNotBeFound() throws {
    let shop = try Shop()
    try shop.run()
    try remove(shop.photos + "/VASE-7_front.png")
    try FileManager.default.createSymbolicLink(atPath: shop.photos + "/more", withDestinationPath: "../nowhere")
    #expect(try prune(shop).isEmpty)
    #expect(try shop.files().count == 6)
    try remove(shop.photos + "/more")
    #expect(try prune(shop).count == 2)
  }

  @Test func decliningKeepsAllPictures() throws {
    let shop = try Shop()
    try shop.run()
    try remove(shop.photos + "/VASE-7_front.png")
    var options = BatchOptions(inputs: [shop.photos], outputFolder: shop.output)
    options.prune = true
    var asked: [String] = []
    let confirm = { (orphans: [Orphan]) in
      asked = orphans.map(\.path)
      return false
    }
    let summary = try Batch(recipeFile: shop.folder.path("recipe.yaml"), options: options, confirm: confirm) { _ in }
      .run()
    #expect(asked == ["VASE-7_front-20.jpg", "VASE-7_front.png"])
    #expect(summary.kept == 2 && summary.removed == 0)
    #expect(try shop.files().count == 6)
  }

  @Test func aRenamedPhotoKeepsItsRecordAndPictures() throws {
    let shop = try Shop()
    try shop.run()
    let before = try shop.catalog().photos()
    let files = try shop.files()
    try FileManager.default.moveItem(
      atPath: shop.photos + "/mugs/MUG-1_side.png", toPath: shop.photos + "/MUG-1_back.png")

    let dry = try shop.run { $0.isDryRun = true }
    #expect(Shop.statuses(dry.reports)["MUG-1_back.png"] == .wouldRename)
    #expect(dry.summary.wouldRename == 2 && dry.summary.renamed == 0)
    #expect(try shop.files() == files)

    let run = try shop.run()
    #expect(run.summary.files == 0 && run.summary.unchanged == 3 && run.summary.renamed == 2)
    for (old, new) in [("mugs/MUG-1_side.png", "MUG-1_back.png"), ("mugs/MUG-1_side-20.jpg", "MUG-1_back-20.jpg")] {
      #expect(try shop.files()[new] == files[old])
      #expect(try shop.files()[old] == nil)
    }
    let after = try shop.catalog().photos()
    #expect(Set(after.map(\.id)) == Set(before.map(\.id)))
    #expect(Set(after.map(\.runId)) == Set(before.map(\.runId)), "the run that rendered them is unchanged")
    #expect(after.filter { $0.view == "back" }.count == 3)
    #expect(try prune(shop).isEmpty)
    #expect(try shop.run().summary.unchanged == 3)
    #expect(try shop.catalog().verify().isEmpty)
  }

  @Test func aCopyOfAPhotoIsAnotherPhoto() throws {
    let shop = try Shop(photos: ["VASE-7_front.png"])
    try shop.run()
    try FileManager.default.copyItem(
      atPath: shop.photos + "/VASE-7_front.png", toPath: shop.photos + "/VASE-8_front.png")
    #expect(try shop.run().summary.rendered == 1)
    #expect(try shop.catalog().photos(kind: .original).count == 2)
    #expect(try shop.files().count == 4)
  }
}
