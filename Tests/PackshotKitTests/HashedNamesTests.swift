import Files
import Foundation
import Testing

@testable import PackshotKit

/// Outputs whose names contain the hash of their bytes.
@Suite struct HashedNamesTests {
  private static let photos = ["mugs/MUG-1_front.png", "VASE-7_front.png"]

  private func shop(width: Int = 20) throws -> Shop {
    let shop = try Shop(photos: Self.photos)
    shop.recipe = Self.recipe(width: width)
    return shop
  }

  private static func recipe(width: Int, file: String = "{relative}/{stem}-{hash}.png") -> String {
    """
    packshot: 1
    name: shop
    steps: [ { resize: { width: \(width) } } ]
    outputs: [ { file: "\(file)" } ]
    catalog: { sku: '(.*/)?(?<sku>[A-Z0-9-]+)_(?<view>\\w+)' }
    """
  }

  private func paths(_ shop: Shop) throws -> [String] { try shop.files().keys.sorted() }

  private func prune(_ shop: Shop, grace: TimeInterval) throws -> [String: Orphan.Status] {
    let run = try shop.run { ($0.prune, $0.grace) = (true, grace) }
    return Dictionary(uniqueKeysWithValues: run.orphans.map { ($0.path, $0.status) })
  }

  @Test func theNameContainsTheFirstDigitsOfTheFilesHash() throws {
    let shop = try shop()
    let run = try shop.run()
    let files = try shop.files()
    #expect(files.count == 2)
    for (path, data) in files {
      let digits = data.withUnsafeBytes { SHA256.hex(of: $0) }.prefix(16)
      #expect(path.hasSuffix("_front-\(digits).png"))
    }
    #expect(Set(run.reports.flatMap(\.outputs).map(\.path)) == Set(files.keys))
    let again = try shop.run()
    #expect(again.summary.unchanged == 2)
    #expect(Set(again.reports.flatMap(\.outputs).map(\.path)) == Set(files.keys))
    #expect(try shop.catalog().verify().isEmpty)
  }

  @Test func aDryRunNamesThePattern() throws {
    let shop = try shop()
    let run = try shop.run { $0.isDryRun = true }
    #expect(
      run.reports.flatMap(\.outputs).map(\.path).sorted() == ["VASE-7_front-{hash}.png", "mugs/MUG-1_front-{hash}.png"])
  }

  @Test func anotherPictureGetsAnotherNameAndTheFormerFileStays() throws {
    let shop = try shop()
    try shop.run()
    let former = try paths(shop)
    shop.recipe = Self.recipe(width: 24)
    let run = try shop.run()
    #expect(run.summary.rendered == 2)
    let current = Set(run.reports.flatMap(\.outputs).map(\.path))
    #expect(try Set(paths(shop)) == current.union(former) && current.isDisjoint(with: former))
    let records = try shop.catalog().photos(kind: .rendition)
    #expect(Set(records.filter { $0.replacedAt != nil }.map(\.path)) == Set(former))
    #expect(try shop.run().summary.unchanged == 2)
  }

  @Test func aFormerPictureBecomesCurrentAgain() throws {
    let shop = try shop()
    try shop.run()
    let first = try paths(shop)
    shop.recipe = Self.recipe(width: 24)
    try shop.run()
    shop.recipe = Self.recipe(width: 20)
    // The first pictures are replaced ones until this run takes them up again, and must survive its pruning.
    let pruned = try prune(shop, grace: 0)
    #expect(Set(pruned.keys).isDisjoint(with: first))
    #expect(try Set(paths(shop)).isSuperset(of: first))
    #expect(try prune(shop, grace: 0).values.allSatisfy { $0 == .removed })
    #expect(try paths(shop) == first)
    let records = try shop.catalog().photos(kind: .rendition)
    #expect(records.map(\.path).sorted() == first && records.allSatisfy { $0.replacedAt == nil })
    #expect(try shop.run().summary.unchanged == 2)
  }

  @Test func formerFilesArePrunedAfterTheGracePeriod() throws {
    let shop = try shop()
    try shop.run()
    let former = try paths(shop)
    shop.recipe = Self.recipe(width: 24)
    try shop.run()
    #expect(try prune(shop, grace: 3600).isEmpty)
    #expect(try prune(shop, grace: 0) == Dictionary(uniqueKeysWithValues: former.map { ($0, .removed) }))
    #expect(try paths(shop).count == 2)
    #expect(try shop.catalog().photos(kind: .rendition).count == 2)
    #expect(try shop.run().summary.unchanged == 2)
  }

  /// A supplier sends the same view as a JPEG.
  @Test func aPhotoInAnotherFormatReplacesThePictureOfTheDeletedOne() throws {
    let shop = try shop()
    try shop.run()
    let former = try #require(try paths(shop).first { $0.contains("VASE-7") })
    try FileManager.default.removeItem(atPath: shop.photos + "/VASE-7_front.png")
    try TestPicture.write(
      to: shop.photos + "/VASE-7_front.jpg", width: 40, height: 30, .init(red: 9, green: 90, blue: 9))
    #expect(try shop.run().summary.rendered == 1)
    let records = try shop.catalog().photos(kind: .rendition)
    #expect(records.filter { $0.replacedAt != nil }.map(\.path) == [former])
    #expect(try shop.run { $0.isDryRun = true }.summary.unchanged == 2)
    #expect(try prune(shop, grace: 3600).isEmpty)
    #expect(try prune(shop, grace: 0) == [former: .removed])
    #expect(try shop.catalog().photos(kind: .original).count == 2)
  }

  /// Pages may still refer to the former name.
  @Test func theFormerFileOfARenamedPhotoStays() throws {
    let shop = try shop()
    try shop.run()
    let former = try #require(try paths(shop).first { $0.contains("VASE-7") })
    try FileManager.default.moveItem(
      atPath: shop.photos + "/VASE-7_front.png", toPath: shop.photos + "/VASE-8_front.png")
    let run = try shop.run()
    #expect(run.summary.rendered == 1 && run.summary.renamed == 0)
    let files = try shop.files()
    let renamed = former.replacingOccurrences(of: "VASE-7", with: "VASE-8")
    #expect(files.count == 3 && files[former] == files[renamed])
    let records = try shop.catalog().photos(kind: .rendition)
    #expect(records.filter { $0.replacedAt != nil }.map(\.path) == [former])
    #expect(try shop.run().summary.unchanged == 2)
    #expect(try prune(shop, grace: 0) == [former: .removed])
  }

  /// Each picture takes the place of the one that the other photo had.
  @Test func photosThatExchangeTheirProductsReplaceEachOthersPictures() throws {
    let shop = try shop()
    let table = { (names: [String]) in
      try shop.folder.write("photo,sku\nMUG-1_front,\(names[0])\nVASE-7_front,\(names[1])\n", to: "names.csv")
    }
    try table(["A", "B"])
    shop.recipe = """
      packshot: 1
      name: shop
      outputs: [ { file: "{sku}-{hash}.png" } ]
      catalog: { skus: { file: names.csv } }
      """
    try shop.run()
    let former = try paths(shop)
    try table(["B", "A"])
    #expect(try shop.run().summary.rendered == 2)
    let records = try shop.catalog().photos(kind: .rendition)
    #expect(records.filter { $0.replacedAt != nil }.map(\.path).sorted() == former)
    for _ in 0..<5 { #expect(try shop.run { $0.isDryRun = true }.summary.unchanged == 2) }
    #expect(try prune(shop, grace: 0) == Dictionary(uniqueKeysWithValues: former.map { ($0, .removed) }))
  }

  /// The record of a former run is imported late, as from a worker.
  @Test func anOlderRecordThatIsImportedLaterReplacesNothing() throws {
    let shop = try shop()
    try shop.run()
    let former = try paths(shop)
    let old = shop.output + "/catalog-old.sqlite"
    try shop.catalog().store.backup(to: old)
    shop.recipe = Self.recipe(width: 24)
    try shop.run()
    #expect(try prune(shop, grace: 0).count == 2)
    let current = try paths(shop)
    _ = try shop.catalog().merge(Catalog(reading: old))
    let records = try shop.catalog().photos(kind: .rendition)
    #expect(records.filter { $0.replacedAt == nil }.map(\.path).sorted() == current)
    #expect(records.filter { $0.replacedAt != nil }.map(\.path).sorted() == former)
  }

  @Test func aFileThatWasEditedByHandIsInConflict() throws {
    let shop = try shop()
    try shop.run()
    let path = try #require(try paths(shop).first)
    try Data("edited".utf8).write(to: URL(fileURLWithPath: shop.output + "/" + path))
    let run = try shop.run()
    #expect(run.reports.flatMap(\.outputs).filter { $0.conflict == .changed }.map(\.path) == [path])
    #expect(try shop.run { $0.overwrite = true }.summary.rendered == 1)
    #expect(try shop.run().summary.unchanged == 2)
    try Data("edited".utf8).write(to: URL(fileURLWithPath: shop.output + "/" + path))
    shop.recipe = Self.recipe(width: 24)
    let changed = try shop.run()
    #expect(changed.reports.flatMap(\.outputs).filter { $0.conflict == .changed }.map(\.path) == [path])
    #expect(try shop.run { $0.overwrite = true }.summary.rendered == 1)
    #expect(try shop.run().summary.unchanged == 2)
  }

  @Test func picturesOfAKilledRunAreTakenUp() throws {
    let shop = try shop()
    let lost = try shop.killBeforeRecording()
    #expect(try shop.run().summary.failed == 0)
    #expect(try shop.files() == lost)
    #expect(try shop.run().summary.unchanged == 2)
  }

  @Test func picturesOfAKilledRunWithAnotherRecipeArePruned() throws {
    let shop = try shop()
    let lost = try shop.killBeforeRecording()
    shop.recipe = Self.recipe(width: 24)
    #expect(try prune(shop, grace: 3600) == lost.mapValues { _ in .removed })
    #expect(try paths(shop).count == 2)
  }

  @Test func theHashCannotNameAFolder() throws {
    let text = Self.recipe(width: 20, file: "{hash}/{stem}.png")
    let error = #expect(throws: RecipeError.self) { try Recipe(yaml: text, file: "recipe.yaml") }
    #expect(error?.reason == "hash-in-folder")
  }

  @Test func aPhotoNamedLikeTheFieldFails() throws {
    let shop = try Shop(photos: ["a{hash}_b.png"])
    shop.recipe = Self.recipe(width: 20)
    let run = try shop.run()
    #expect(run.reports.map { $0.failure?.reason } == ["hash-in-value"])
  }
}
