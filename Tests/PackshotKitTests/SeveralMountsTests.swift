import Foundation
import PixelCore
import Testing

@testable import PackshotKit

/// Photos whose content several records have: a folder reached through two mounts, and copies.
@Suite struct SeveralMountsTests {
  private let files = FileManager.default

  /// A shop whose photos are in folders that appear and disappear, as mounts do.
  private func shop() throws -> Shop {
    let shop = try Shop(photos: [])
    shop.recipe = """
      packshot: 1
      name: shop
      steps: [ { fit: { width: 30, height: 30 } } ]
      outputs: [ { file: "{stem}.png" } ]
      """
    return shop
  }

  private func picture(_ shop: Shop, _ path: String, shade: UInt8) throws {
    _ = try shop.folder.folder((path as NSString).deletingLastPathComponent)
    try TestPicture.write(to: shop.folder.path(path), width: 60, height: 40, Color(red: shade, green: 90, blue: 60))
  }

  private func move(_ shop: Shop, _ path: String, to other: String) throws {
    if other.contains("/") { _ = try shop.folder.folder((other as NSString).deletingLastPathComponent) }
    try files.moveItem(atPath: shop.folder.path(path), toPath: shop.folder.path(other))
  }

  @discardableResult
  private func run(_ shop: Shop, _ folder: String) throws -> [PhotoReport] {
    try shop.run { $0.inputs = [shop.folder.path(folder)] }.reports
  }

  /// The ids of the recorded originals, by path relative to the shop's folder.
  private func originals(_ shop: Shop) throws -> [String: UUID] {
    let catalog = try shop.catalog()
    return Dictionary(
      uniqueKeysWithValues: try catalog.photos().filter { $0.kind == .original }.map {
        (String(catalog.paths.resolvedPath($0.path).dropFirst(shop.folder.path("").count)), $0.id)
      })
  }

  /// The same photos in `a` and in `b`, as through two mounts, each with a run.
  private func shopOfTwoMounts() throws -> (shop: Shop, ids: [String: UUID]) {
    let shop = try shop()
    for mount in ["a", "b"] {
      try picture(shop, "\(mount)/mug.png", shade: 40)
      try picture(shop, "\(mount)/vase.png", shade: 80)
    }
    try run(shop, "a")
    try run(shop, "b")
    let ids = try originals(shop)
    #expect(ids.count == 4)
    return (shop, ids)
  }

  @Test(arguments: ["b", "a", "c"])
  func aRenamedPhotoMovesItsOwnRecordNotThatOfAMissingMount(
    place: String
  ) throws {
    let (shop, ids) = try shopOfTwoMounts()
    try files.removeItem(atPath: shop.folder.path("a"))
    for name in ["mug", "vase"] { try move(shop, "b/\(name).png", to: "\(place)/\(name)-1.png") }
    let reports = try run(shop, place)
    #expect(reports.flatMap(\.outputs).map(\.status) == [.renamed, .renamed])
    let now = try originals(shop)
    #expect(now["\(place)/mug-1.png"] == ids["b/mug.png"] && now["\(place)/vase-1.png"] == ids["b/vase.png"])
    #expect(now["a/mug.png"] == ids["a/mug.png"], "the other record stays")
    #expect(reports.allSatisfy { $0.warnings.count == 1 && $0.warnings[0].contains("/a/") }, "\(reports)")
    #expect(try Set(shop.files().keys) == ["mug-1.png", "vase-1.png"])
  }

  @Test func aRecordWhoseFileExistsIsNeverReused() throws {
    let (shop, ids) = try shopOfTwoMounts()
    try move(shop, "b/mug.png", to: "b/cup.png")
    let reports = try run(shop, "b")
    #expect(reports.flatMap(\.outputs).map(\.status) == [.renamed, .unchanged])
    let now = try originals(shop)
    #expect(now["b/cup.png"] == ids["b/mug.png"] && now["a/mug.png"] == ids["a/mug.png"])
    // A copy under another name, while both originals exist.
    try files.copyItem(atPath: shop.folder.path("a/vase.png"), toPath: shop.folder.path("b/copy.png"))
    try run(shop, "b")
    let later = try originals(shop)
    #expect(later.count == 5 && later["a/vase.png"] == ids["a/vase.png"] && later["b/vase.png"] == ids["b/vase.png"])
  }

  @Test func movedCopiesKeepTheRecordsOfTheirNames() throws {
    let shop = try shop()
    for name in ["one", "two", "three"] { try picture(shop, "a/\(name).png", shade: 40) }
    try run(shop, "a")
    let ids = try originals(shop)
    try move(shop, "a", to: "z/b")
    let reports = try run(shop, "z/b")
    let now = try originals(shop)
    for name in ["one", "two", "three"] { #expect(now["z/b/\(name).png"] == ids["a/\(name).png"], "\(name)") }
    #expect(reports.allSatisfy { $0.status == .unchanged && $0.warnings.isEmpty })
  }

  /// The copy comes first in the order of the walk.
  @Test func aCopyDoesNotTakeAMovedPhotosRecord() throws {
    let shop = try shop()
    try picture(shop, "a/mug.png", shade: 40)
    try run(shop, "a")
    let ids = try originals(shop)
    try move(shop, "a", to: "b")
    try files.copyItem(atPath: shop.folder.path("b/mug.png"), toPath: shop.folder.path("b/a-copy.png"))
    try shop.run {
      $0.inputs = [shop.folder.path("b")]
      $0.jobs = 1
    }
    let now = try originals(shop)
    #expect(now["b/mug.png"] == ids["a/mug.png"] && now["b/a-copy.png"] != nil && now.count == 2)
  }

  /// Which of two copies has the record doesn't depend on which thread asks first.
  @Test(arguments: 0..<8) func theFirstOfTwoCopiesTakesTheRecord(number: Int) throws {
    let shop = try shop()
    try picture(shop, "a/mug.png", shade: 40)
    try run(shop, "a")
    let ids = try originals(shop)
    try files.copyItem(atPath: shop.folder.path("a/mug.png"), toPath: shop.folder.path("a/two.png"))
    try move(shop, "a/mug.png", to: "a/one.png")
    let outputs = try run(shop, "a").flatMap(\.outputs)
    #expect(outputs.map(\.status) == [.renamed, .rendered])
    #expect(try originals(shop)["a/one.png"] == ids["a/mug.png"])
  }

  /// A new output that the moved photo's picture would suit doesn't take it from the output that has its name.
  @Test func aPictureKeepsTheNameThatAnOutputHas() throws {
    let shop = try shop()
    try picture(shop, "a/mug.png", shade: 40)
    try run(shop, "a")
    try move(shop, "a", to: "b")
    shop.recipe = shop.recipe.replacing("{stem}.png\" }", with: "{stem}.png\" }, { file: \"r/{stem}.png\" }")
    let outputs = try run(shop, "b").flatMap(\.outputs)
    #expect(outputs.map(\.status) == [.unchanged, .rendered])
    #expect(try Set(shop.files().keys) == ["mug.png", "r/mug.png"])
  }

  @Test func copiesInRenamedFoldersKeepTheirRecords() throws {
    let shop = try shop()
    shop.recipe = shop.recipe.replacing("{stem}.png", with: "{relative}/{stem}.png")
    for folder in ["one", "two"] { try picture(shop, "photos/\(folder)/mug.png", shade: 40) }
    try run(shop, "photos")
    let ids = try originals(shop)
    for folder in ["two", "one"] { try move(shop, "photos/\(folder)/mug.png", to: "photos/\(folder)/cup.png") }
    try run(shop, "photos")
    let now = try originals(shop)
    for folder in ["one", "two"] {
      #expect(now["photos/\(folder)/cup.png"] == ids["photos/\(folder)/mug.png"], "\(folder)")
    }
  }
}
