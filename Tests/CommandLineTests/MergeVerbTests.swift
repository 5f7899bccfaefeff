import Foundation
import Testing

/// Merging makers and collections.
@Suite struct MergeVerbTests {
  @Test func aMakersProductsMoveToAnotherMaker() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("products", "edit", "BOWL-2", "makers=Ann of the sea")
    try packshot.succeed("products", "edit", "MUG-1", "makers=Ann, Ann of the sea")
    let merged = try packshot.succeed("makers", "merge", "Ann of the sea", "ann")
    #expect(merged == "Merged “Ann of the sea” into “Ann”, which has 2 products now\n")
    #expect(try packshot.value("makers") == "Ann" && packshot.value("makers", of: "BOWL-2") == "Ann")
    #expect(try packshot.succeed("products", "search", "of the sea").isEmpty)
    let undone = try packshot.succeed("catalog", "undo")
    #expect(undone == "Undid “Merge maker ‘Ann of the sea’ into ‘Ann’”\n")
    #expect(try packshot.value("makers", of: "BOWL-2") == "Ann of the sea")
    #expect(try packshot.succeed("products", "show", "MUG-1", "--attribute", "makers") == "Ann, Ann of the sea\n")
  }

  @Test func collectionsAreMergedAndMergingWithItselfIsRefused() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("collections", "add", "Summer")
    let merged = try packshot.run("collections", "merge", "Spring", "Summer", "--json")
    #expect(merged.events[0]["products.sku"] as? [String] == ["MUG-1"], "\(merged.errors)")
    let same = try packshot.run("collections", "merge", "Summer", "summer")
    #expect(same.status == 65 && same.errors.contains("cannot be merged with itself"), "\(same.errors)")
    #expect(try packshot.run("collections", "merge", "Spring", "Summer").status == 66)
  }
}
