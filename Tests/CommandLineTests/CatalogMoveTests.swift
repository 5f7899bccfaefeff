import Foundation
import ImageCodecs
import PackshotKit
import PixelCore
import TestSupport
import Testing

/// A catalog in a folder that may be uploaded: the run's warning, and `catalog move`.
@Suite struct CatalogMoveTests {
  private func run(_ packshot: Packshot, _ more: String...) throws -> Packshot.Result {
    try packshot.run(["run", "recipe.yaml", "photos", "--output", "out"] + more)
  }

  @Test func aRunWarnsOfCustomersSalesAndPricesInTheOutputFolder() throws {
    let packshot = try Packshot.shop()
    #expect(try !run(packshot).errors.contains("warning"))
    let catalog = ["--catalog", "out/catalog.sqlite"]
    let add = { (arguments: [String], contents: String) throws in
      #expect(try packshot.run(arguments + catalog).status == 0)
      let again = try run(packshot)
      #expect(
        again.status == 0 && again.errors.contains("contains the catalog with \(contents), so"), "\(again.errors)")
      #expect(again.errors.contains("`packshot catalog move FILE --catalog "), "\(again.errors)")
    }
    try add(["products", "edit", "MUG-1", "price=12.50"], "prices")
    try add(["customers", "add", "Ben"], "customers and prices")
    try add(["products", "stock", "MUG-1", "+5"], "customers and prices")
    try add(["sales", "record", "Ben", "MUG-1", "2"], "customers, sales and prices")
    #expect(try !run(packshot, "--dry-run").errors.contains("contains the catalog"))
    #expect(try !run(packshot, "--catalog", "shop.sqlite", "--force", "--overwrite").errors.contains("contains the"))
  }

  @Test func aMovedCatalogKeepsRecordsHistoryAndLargeData() throws {
    let packshot = try Packshot.shop()
    var random = SeededGenerator(seed: 3)
    let noise = try MadePicture.file(PixelSize(width: 120, height: 120), .png()) { _, _ in
      Color(red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random), blue: 9)
    }
    try packshot.write(noise, to: "ties/large.png")
    #expect(try run(packshot).status == 0)
    let old = ["--catalog", "out/catalog.sqlite"]
    for arguments in [
      ["photos", "add", "ties/large.png", "--store"], ["customers", "add", "Ben"],
      ["products", "edit", "MUG-1", "price=12.50"],
    ] {
      #expect(try packshot.run(arguments + old).status == 0)
    }
    let remove = ["photos", "remove", "photos/vases/VASE-2.png", "--with-pictures", "--yes"]
    #expect(try packshot.run(remove + old).status == 0)
    let history = try packshot.run(["catalog", "history"] + old).output

    try packshot.succeed("catalog", "move", "catalog.sqlite", "--catalog", "out/catalog.sqlite")
    #expect(try packshot.names(in: "out").filter { $0.hasPrefix("catalog") } == [])
    #expect(try packshot.succeed("catalog", "history") == history)
    // The removal is undone with the paths of today.
    try packshot.succeed("catalog", "undo")
    #expect(try packshot.succeed("catalog", "verify", "--files").isEmpty)
    #expect(try packshot.succeed("photos", "list", "--json").contains(#""path":"out/small/vases/VASE-2.jpg""#))
    let again = try run(packshot, "--catalog", "catalog.sqlite")
    #expect(again.status == 0 && again.errors.contains("3 unchanged"), "\(again.errors)")
    #expect(!again.errors.contains("warning"), "\(again.errors)")
    // The recipe's place is recorded for golden cases.
    try packshot.succeed("golden", "new", "suite", "--where", "width=30")
    try packshot.succeed("catalog", "undo")
    #expect(try packshot.value("price") != "12.50")
    try packshot.remove("ties")
    try packshot.succeed("photos", "export", "--files", "stored")
    #expect(try packshot.read("stored/ties/large.png") == noise)
    // The output folder contains only pictures once a run has written into it.
    #expect(try run(packshot, "--catalog", "catalog.sqlite", "--force").status == 0)
    #expect(try packshot.names(in: "out") == ["MUG-1_front.png", "MUG-1_side.png", "small", "vases"])
  }

  /// A photo's new path can be another photo's old one: both are unique.
  @Test func pathsThatTradePlacesStayUnique() throws {
    let packshot = try Packshot()
    for (index, name) in ["a/x.png", "a/a/x.png", "x.png"].enumerated() {
      try packshot.writePhoto(name, shade: UInt8(40 * index))
      try packshot.succeed("photos", "add", name, "--catalog", "a/c.sqlite")
    }
    let paths = { (catalog: String) in
      try packshot.run("photos", "list", "--json", "--catalog", catalog).events.compactMap { $0["path"] as? String }
    }
    let folder = try packshot.shell("pwd").output.trimmingCharacters(in: .newlines)
    #expect(try Set(paths("a/c.sqlite")) == ["x.png", "a/x.png", "\(folder)/x.png"])
    try packshot.succeed("catalog", "move", "c.sqlite", "--catalog", "a/c.sqlite")
    #expect(try Set(paths("c.sqlite")) == ["a/x.png", "a/a/x.png", "x.png"])
    try packshot.succeed("catalog", "move", "a/a/c.sqlite", "--catalog", "c.sqlite")
    #expect(try Set(paths("a/a/c.sqlite")) == ["x.png", "\(folder)/a/x.png", "\(folder)/x.png"])
  }

  @Test func nothingIsReplacedAndACatalogInUseStays() throws {
    let packshot = try Packshot.catalog()
    try packshot.write("letter", to: "taken.sqlite")
    let taken = try packshot.run("catalog", "move", "taken.sqlite")
    #expect(taken.status == 74 && taken.errors.contains("taken.sqlite already exists"), "\(taken.errors)")
    #expect(try packshot.run("catalog", "move", "catalog.sqlite").status == 74)
    #expect(try packshot.run("catalog", "move", "none/c.sqlite").errors.contains("there is no folder"))
    let watch = try packshot.start("catalog", "watch")
    _ = try watch.event()
    let used = try packshot.run("catalog", "move", "new.sqlite")
    #expect(used.status == 75 && used.errors.contains("packshot (process "), "\(used.errors)")
    watch.signal(SIGINT)
    #expect(watch.status() == 130)
    try packshot.write("1\n", to: "catalog.sqlite-run-0123456789ab")
    let cut = try packshot.run("catalog", "move", "new.sqlite")
    #expect(cut.status == 75 && cut.errors.contains("run the same recipe into the same folder again"), "\(cut.errors)")
    #expect(try !packshot.names(in: ".").contains("new.sqlite"))
    #expect(try packshot.value("price") == "12.50")
  }
}

/// Recipes by `init`, whose catalog is beside them.
@Suite struct CatalogBesideRecipeTests {
  @Test func theOutputFolderOfAFirstRecipeContainsOnlyPictures() throws {
    let packshot = try Packshot.shop()
    try packshot.succeed("init", "first.yaml")
    let run = try packshot.run("run", "first.yaml", "photos", "--output", "out", "--include", "*_front.jpg")
    #expect(run.status == 0 && run.errors.contains("catalog:  catalog.sqlite\n"), "\(run.errors)")
    #expect(run.errors.hasSuffix("see them: packshot photos list\n"), "\(run.errors)")
    let files = try FileManager.default.subpathsOfDirectory(atPath: packshot.folder + "/out")
    #expect(files.allSatisfy { $0 == "thumbs" || $0.hasSuffix(".png") || $0.hasSuffix(".jpg") }, "\(files)")
    #expect(try packshot.succeed("photos", "list").contains("MUG-1"))
  }

  @Test(arguments: Marketplace.allCases) func aMarketplacesRecipeHasItsCatalogBesideIt(
    _ marketplace: Marketplace
  ) throws {
    #expect(try Packshot().run("init", "--for", marketplace.rawValue).output.contains("\n  file: catalog.sqlite\n"))
  }

  /// Without a lock file in the folder, only the catalog knows that its pictures aren't photos.
  @Test func theOutputFolderOfAnotherRecipeIsNotReadAsPhotos() throws {
    let packshot = try Packshot.shop()
    try packshot.succeed("init", "one.yaml")
    #expect(try packshot.run("run", "one.yaml", ".", "--output", "one").status == 0)
    let two = try packshot.run("run", "one.yaml", ".", "--output", "two")
    #expect(two.status == 0 && two.errors.contains("3 photos: 3 rendered"), "\(two.errors)")
    #expect(two.errors.contains("./one is the output folder of another run"), "\(two.errors)")
    // A folder that is named is read: its pictures may be the first of two stages.
    let three = try packshot.run("run", "one.yaml", "one/thumbs", "--output", "three")
    #expect(three.status == 0 && three.errors.contains("3 photos: 3 rendered"), "\(three.errors)")
  }

  /// A machine that starts empty fetches photos, pictures and the catalog from a bucket. All files are new there.
  @Test func filesFetchedAgainLeaveNothingToRender() throws {
    let first = try Packshot.shop()
    try first.succeed("init", "one.yaml")
    #expect(try first.run("run", "one.yaml", "photos", "--output", "shop").status == 0)
    try first.succeed("catalog", "backup", "backup.sqlite")
    let second = try Packshot()
    let names = ["photos", "shop", "one.yaml", "backup.sqlite:catalog.sqlite"]
    for name in names.map({ $0.split(separator: ":") }) {
      let copy = try second.shell("cp -r '\(first.folder)/\(name[0])' \(name.last!)")
      #expect(copy.status == 0, "\(copy.errors)")
    }
    let pictures = try second.pictures(in: "shop")
    let again = try second.run("run", "one.yaml", "photos", "--output", "shop")
    #expect(again.status == 0 && again.errors.contains("3 photos: 3 unchanged"), "\(again.errors)")
    #expect(try second.pictures(in: "shop") == pictures && pictures.count == 9)
    // Without the catalog, all photos are rendered, and fetched files with the same bytes are recognised.
    for name in try second.names(in: ".") where name.hasPrefix("catalog") { try second.remove(name) }
    let lost = try second.run("run", "one.yaml", "photos", "--output", "shop")
    #expect(lost.status == 0 && !lost.errors.contains("conflict"), "\(lost.errors)")
    #expect(try second.pictures(in: "shop") == pictures)
  }

  @Test func aMissingCatalogsErrorSaysWhereItIsLookedFor() throws {
    let run = try Packshot().run("photos", "list")
    #expect(run.status == 66)
    for place in ["catalog.sqlite", "the catalog's folder", "--catalog", "PACKSHOT_CATALOG"] {
      #expect(run.errors.contains(place), "\(run.errors)")
    }
  }
}
