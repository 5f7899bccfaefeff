import Foundation
import PackshotKit
import Testing

/// Runs whose catalog isn't in the output folder, so that the folder contains only pictures.
@Suite struct CatalogElsewhereTests {
  private static let pictures = [
    "MUG-1_front.png", "MUG-1_side.png", "small", "small/MUG-1_front.jpg", "small/MUG-1_side.jpg", "small/vases",
    "small/vases/VASE-2.jpg", "vases", "vases/VASE-2.png",
  ]

  /// A shop in one folder, whose recipe sets the catalog's path.
  private func shop() throws -> Packshot {
    let packshot = try Packshot()
    let shop = try Packshot.shop()
    try FileManager.default.moveItem(atPath: shop.folder + "/photos", toPath: packshot.folder + "/photos")
    let recipe = try String(decoding: shop.read("recipe.yaml"), as: UTF8.self)
    try packshot.write(recipe.replacing("catalog: {", with: "catalog: { file: ../shop.sqlite,"), to: "kit/recipe.yaml")
    return packshot
  }

  private func files(_ packshot: Packshot, _ folder: String = "out") throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: packshot.folder + "/" + folder).sorted()
  }

  @Test func theOutputFolderContainsOnlyPictures() throws {
    let packshot = try shop()
    let run = try packshot.run("run", "kit/recipe.yaml", "photos", "--output", "out")
    #expect(run.status == 0 && run.errors.contains("--catalog kit/../shop.sqlite"), "\(run.errors)")
    #expect(try files(packshot) == Self.pictures)
    #expect(try packshot.names(in: ".").filter { $0.contains("-run-") }.isEmpty, "the run removes its journal")
    let again = try packshot.run("run", "kit/recipe.yaml", "photos", "--output", "out")
    #expect(again.status == 0 && again.errors.contains("3 unchanged"), "\(again.errors)")
    #expect(try packshot.run("run", "kit/recipe.yaml", "photos", "--output", "out", "--dry-run").status == 0)
    #expect(try files(packshot) == Self.pictures)
    // The option overrides the recipe, and the catalog's path doesn't affect cache keys.
    let other = try packshot.run("run", "kit/recipe.yaml", "photos", "--output", "two", "--catalog", "two/c.sqlite")
    #expect(other.status == 0)
    #expect(try packshot.names(in: "two").contains("c.sqlite"))
    #expect(try packshot.read("out/MUG-1_front.png") == packshot.read("two/MUG-1_front.png"))
  }

  @Test func aManifestsURLsAreRelativeToTheOutputFolder() throws {
    let packshot = try shop()
    #expect(try packshot.run("run", "kit/recipe.yaml", "photos", "--output", "out").status == 0)
    let urls = { (result: Packshot.Result) -> Set<String> in
      let pictures = result.events.first?["pictures"] as? [[String: Any]] ?? []
      return Set(pictures.flatMap { ($0["files"] as? [[String: Any]] ?? []).compactMap { $0["url"] as? String } })
    }
    let manifest = try packshot.run("manifest", "VASE-2", "--base", "https://x/", "--catalog", "shop.sqlite")
    #expect(urls(manifest) == ["https://x/vases/VASE-2.png", "https://x/small/vases/VASE-2.jpg"], "\(manifest.errors)")
    let rooted = try packshot.run(
      "manifest", "VASE-2", "--base", "https://x/", "--root", ".", "--catalog", "shop.sqlite")
    #expect(urls(rooted) == ["https://x/out/vases/VASE-2.png", "https://x/out/small/vases/VASE-2.jpg"])
    let outside = try packshot.run("manifest", "VASE-2", "--root", "kit", "--catalog", "shop.sqlite")
    #expect(outside.errors.contains("because it is outside kit"))
  }

  @Test func filesMovedTogetherAreFoundAgain() throws {
    let packshot = try Packshot()
    let shop = try shop()
    #expect(try shop.run("run", "kit/recipe.yaml", "photos", "--output", "out").status == 0)
    for name in ["photos", "out", "kit", "shop.sqlite"] {
      try FileManager.default.createDirectory(atPath: packshot.folder + "/moved", withIntermediateDirectories: true)
      try FileManager.default.moveItem(atPath: "\(shop.folder)/\(name)", toPath: "\(packshot.folder)/moved/\(name)")
    }
    let run = try packshot.run("run", "moved/kit/recipe.yaml", "moved/photos", "--output", "moved/out")
    #expect(run.status == 0 && run.errors.contains("3 unchanged"), "\(run.errors)")
    #expect(try packshot.run("catalog", "verify", "--files", "--catalog", "moved/shop.sqlite").status == 0)
    // Golden cases find the recipe's files too.
    let made = try packshot.run(
      "golden", "new", "suite", "--where", "width=30", "--catalog", "moved/shop.sqlite")
    #expect(made.status == 0 && made.output.split(separator: "\n").count == 3, "\(made.errors)")
  }

  @Test func anOutputFolderMovedAloneIsRelinked() throws {
    let packshot = try shop()
    #expect(try packshot.run("run", "kit/recipe.yaml", "photos", "--output", "out").status == 0)
    try FileManager.default.moveItem(atPath: packshot.folder + "/out", toPath: packshot.folder + "/public")
    let verify = { try packshot.run("catalog", "verify", "--files", "--catalog", "shop.sqlite").status }
    #expect(try verify() == 1)
    let relink = try packshot.run("photos", "relink", "out", "public", "--catalog", "shop.sqlite")
    #expect(relink.status == 0, "\(relink.errors)")
    #expect(try verify() == 0)
    let run = try packshot.run("run", "kit/recipe.yaml", "photos", "--output", "public")
    #expect(run.status == 0 && run.errors.contains("3 unchanged"), "\(run.errors)")
  }

  @Test func runsWithDifferentCatalogsExcludeEachOther() throws {
    let packshot = try shop()
    #expect(try packshot.run("run", "kit/recipe.yaml", "photos", "--output", "out").status == 0)
    let folder = open(packshot.folder + "/out", O_RDONLY | O_DIRECTORY)
    defer { close(folder) }
    #expect(flock(folder, LOCK_EX) == 0)
    for catalog in ["shop.sqlite", "other.sqlite", "out/catalog.sqlite"] {
      for more in [[], ["--dry-run"], ["--shard", "0/2"]] {
        let run = try packshot.run(
          ["run", "kit/recipe.yaml", "photos", "--output", "out", "--catalog", catalog] + more)
        #expect(run.status == 75 && run.errors.contains("another run is using"), "\(more) \(run.errors)")
      }
    }
    #expect(try files(packshot) == Self.pictures)
    // A run whose catalog is in the folder takes the same lock.
    let file = open(packshot.folder + "/out/.packshot.lock", O_RDWR | O_CREAT, 0o666)
    defer { close(file) }
    #expect(flock(folder, LOCK_UN) == 0 && flock(file, LOCK_EX) == 0)
    #expect(try packshot.run("run", "kit/recipe.yaml", "photos", "--output", "out").status == 75)
  }

  @Test func leftoverFilesOfEarlierVersionsAreRemoved() throws {
    let packshot = try shop()
    #expect(try packshot.run("run", "kit/recipe.yaml", "photos", "--output", "out").status == 0)
    try packshot.write("1\n", to: "out/.packshot.lock")
    let inode = try #require(
      FileManager.default.attributesOfItem(atPath: packshot.folder + "/out")[.systemFileNumber] as? Int)
    try packshot.write("half", to: "out/vases/.packshot-run-\(String(inode, radix: 36))-0123456789abc")
    let run = try packshot.run("run", "kit/recipe.yaml", "photos", "--output", "out")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try files(packshot) == Self.pictures)
  }

  /// A journal that lost power in the middle of a line can contain a wrong path.
  @Test func aJournalOfMissingFilesIsRemoved() throws {
    let packshot = try shop()
    #expect(try packshot.run("run", "kit/recipe.yaml", "photos", "--output", "out").status == 0)
    let name = try packshot.shell("printf out | sha256sum | cut -c 1-12").output.trimmingCharacters(in: .newlines)
    let hash = String(repeating: "0", count: 64)
    let line = { (path: String) in #"{"path":"\#(path)","sha256":"\#(hash)","recipe":"thumbs","photo":""}"# + "\n" }
    try packshot.write("1\n" + line("vases/VA"), to: "shop.sqlite-run-\(name)")
    #expect(try packshot.run("run", "kit/recipe.yaml", "photos", "--output", "out").status == 0)
    #expect(try packshot.names(in: ".").filter { $0.contains("-run-") } == [])
    // The next run needs the journal if the file exists.
    try packshot.write("somebody's", to: "out/letter.png")
    try packshot.write("1\n" + line("letter.png"), to: "shop.sqlite-run-\(name)")
    #expect(try packshot.run("run", "kit/recipe.yaml", "photos", "--output", "out").status == 0)
    let left = try packshot.names(in: ".").filter { $0.contains("-run-") }
    #expect(left == ["shop.sqlite-run-\(name)"], "\(left)")
  }

  /// A run killed between recording its last photos and removing its journal leaves a journal without news. Its name is
  /// derived from the path from the catalog's folder to the output folder.
  @Test func aJournalOfRecordedFilesIsRemoved() throws {
    let packshot = try shop()
    #expect(try packshot.run("run", "kit/recipe.yaml", "photos", "--output", "out").status == 0)
    let name = try packshot.shell("printf out | sha256sum | cut -c 1-12").output.trimmingCharacters(in: .newlines)
    let hash = try packshot.shell("sha256sum < out/vases/VASE-2.png").output.prefix(64)
    let journal = #"{"path":"vases/VASE-2.png","sha256":"\#(hash)","recipe":"thumbs","photo":""}"#
    try packshot.write("1\n\(journal)\n", to: "shop.sqlite-run-\(name)")
    let run = try packshot.run("run", "kit/recipe.yaml", "photos", "--output", "out")
    #expect(run.status == 0 && run.errors.contains("3 unchanged"), "\(run.errors)")
    #expect(try packshot.names(in: ".").filter { $0.contains("-run-") } == [])
    #expect(try files(packshot) == Self.pictures)
  }

  @Test(arguments: [
    ("catalog: { file: \"\" }", "must be a file"), ("catalog: { file: shop/ }", "must be a file"),
    ("catalog: { flie: a.sqlite }", "did you mean `file`"),
  ])
  func anInvalidCatalogPathIsRefused(line: String, words: String) throws {
    let packshot = try shop()
    try packshot.write("packshot: 1\noutputs: [ { file: \"{stem}.png\" } ]\n\(line)\n", to: "wrong.yaml")
    let run = try packshot.run("run", "wrong.yaml", "photos", "--output", "out")
    #expect(run.status == 64 && run.errors.contains(words), "\(run.errors)")
  }
}
