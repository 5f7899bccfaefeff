import Foundation
import Testing

/// Recorded photos: adding, moving and removing them, and their table.
@Suite struct PhotoVerbsTests {
  private let packshot: Packshot
  private let environment = ["PACKSHOT_CATALOG": "out/catalog.sqlite"]

  /// A shop with three photos and two pictures of each.
  init() throws {
    packshot = try Packshot.shop()
    #expect(try render().status == 0)
  }

  private func render() throws -> Packshot.Result {
    try packshot.run("run", "recipe.yaml", "photos", "--output", "out")
  }

  private func run(_ arguments: String...) throws -> Packshot.Result {
    try packshot.run(arguments, environment: environment)
  }

  /// The rows of the table by recorded path.
  private func table(_ options: String...) throws -> [String: [String: Any]] {
    let text = try packshot.run(["photos", "export", "-", "--format", "json"] + options, environment: environment).bytes
    let rows = try #require(try JSONSerialization.jsonObject(with: text) as? [[String: Any]])
    return Dictionary(uniqueKeysWithValues: rows.map { ($0["path"] as! String, $0) })
  }

  private var mug: String { packshot.folder + "/photos/MUG-1_front.jpg" }

  @Test func aPhotoWithPicturesIsRemovedOnlyTogetherWithThem() throws {
    let refused = try run("photos", "remove", "--yes", mug)
    #expect(refused.status == 65)
    #expect(refused.errors.contains("because it has pictures: MUG-1_front.png"), "\(refused.errors)")
    #expect(refused.errors.contains("--with-pictures removes their records too"))
    #expect(try table().count == 9)

    let removed = try run("photos", "remove", "--yes", "--json", "--with-pictures", mug)
    #expect(removed.status == 0 && removed.events[0]["pictures"] as? Int == 2, "\(removed.errors)")
    #expect(try table().count == 6)
    #expect(FileManager.default.fileExists(atPath: mug))
    let history = try run("catalog", "history").output
    #expect(history.contains("Remove photo “\(mug)” and 2 pictures"), "\(history)")
    #expect(try run("catalog", "undo").status == 0)
    #expect(try table().count == 9)
  }

  @Test func aPicturesDepthAndInterlacingAreRecorded() throws {
    try packshot.write(
      """
      packshot: 1
      name: deep
      outputs:
        - { file: "{stem}.png", depth: 16 }
        - { file: "{stem}.jpg", progressive: true }
      """, to: "deep.yaml")
    #expect(try packshot.run("run", "deep.yaml", "photos/vases", "--output", "deep").status == 0)
    func shown(_ path: String) throws -> [String: Any] {
      try packshot.run("photos", "show", path, "--json", "--catalog", "deep/catalog.sqlite").events[0]
    }
    let (png, jpeg) = (try shown("deep/VASE-2.png"), try shown("deep/VASE-2.jpg"))
    #expect(png["bitDepth"] as? Int == 16 && png["isProgressive"] as? Bool == false, "\(png)")
    #expect(jpeg["bitDepth"] as? Int == 8 && jpeg["isProgressive"] as? Bool == true, "\(jpeg)")
  }

  @Test func aPhotoIsRemovedIfAllItsPicturesAreNamed() throws {
    let removed = try run(
      "photos", "remove", "--yes", "MUG-1_front.jpg", "out/MUG-1_front.png", "out/small/MUG-1_front.jpg")
    // A file name alone can be ambiguous.
    #expect(removed.status == 66 && removed.errors.contains("matches"), "\(removed.errors)")
    let all = try run("photos", "remove", "--yes", mug, "out/MUG-1_front.png", "out/small/MUG-1_front.jpg")
    #expect(all.status == 0 && all.output == "Removed 3 photos\n", "\(all.errors)")
  }

  @Test func recordsFollowAMovedFolderIfTheContentIsEqual() throws {
    _ = try packshot.shell("mv photos moved && echo x >> moved/MUG-1_side.jpg && rm moved/vases/VASE-2.png")
    let dry = try run("photos", "relink", "photos", "moved", "--dry-run", "--json")
    #expect(dry.status == 1)
    #expect(dry.events.compactMap { $0["outcome"] as? String } == ["moved", "changed", "missing"])
    #expect(try table()[mug] != nil)

    let relinked = try run("photos", "relink", "photos", "moved")
    #expect(relinked.status == 1 && relinked.output == "Relinked 1 photo; 2 not updated\n", "\(relinked.errors)")
    #expect(relinked.errors.contains("MUG-1_side.jpg has different content"))
    #expect(relinked.errors.contains("VASE-2.png is missing"))
    let row = try #require(try table()[packshot.folder + "/moved/MUG-1_front.jpg"])
    #expect(row["state"] as? String == "present")
    #expect(try run("catalog", "undo").output == "Undid “Relink photos to moved”\n")
    #expect(try table()[mug] != nil)
  }

  @Test func relinkedPhotosAreNotRenderedAgain() throws {
    _ = try packshot.shell("mv photos moved")
    #expect(try run("photos", "relink", "photos/", "moved/").output == "Relinked 3 photos\n")
    let again = try packshot.run("run", "recipe.yaml", "moved", "--output", "out")
    #expect(again.errors.contains("3 unchanged"), "\(again.errors)")
    let nothing = try run("photos", "relink", "photos", "moved")
    #expect(nothing.status == 66)
    #expect(try run("photos", "relink", "moved", "nowhere").status == 66)
  }

  @Test func aDuplicateIsNotRelinkedToARecordedPath() throws {
    _ = try packshot.shell("cp photos/MUG-1_front.jpg photos/COPY.jpg")
    #expect(try run("photos", "add", "photos/COPY.jpg").status == 0)
    let taken = try run("photos", "relink", "photos/COPY.jpg", "photos/MUG-1_front.jpg", "--json")
    #expect(taken.status == 1 && taken.events[0]["outcome"] as? String == "taken")
  }

  @Test func aPhotoIsAddedWithoutARun() throws {
    try packshot.writePhoto("more/extra.png", shade: 33)
    try packshot.write("no picture", to: "more/broken.jpg")
    let added = try run("photos", "add", "more/extra.png", "more/broken.jpg", "--product", "VASE-2", "--view", "back")
    #expect(added.status == 1 && added.output == "Added 1 photo of “VASE-2”\n")
    #expect(added.errors.contains("more/broken.jpg"), "\(added.errors)")
    let row = try #require(try table()[packshot.folder + "/more/extra.png"])
    #expect(row["sku"] as? String == "VASE-2" && row["view"] as? String == "back" && row["run"] is NSNull)
    let again = try run("photos", "add", "more/extra.png", "--json")
    #expect(again.status == 0 && again.events[0]["view"] as? String == "back")
    #expect(try table().count == 10)
    #expect(try run("photos", "add", "more/broken.jpg").status == 66)
    #expect(try run("photos", "add", "more/extra.png", "--product", "NOPE").status == 66)
  }

  @Test func picturesFollowTheirPhotoToAnotherProduct() throws {
    #expect(try run("photos", "edit", mug, "product=VASE-2", "view=side").status == 0)
    let rows = try table("--product", "VASE-2")
    let moved = rows.filter { $0.key.contains("MUG-1_front") }
    #expect(moved.count == 3)
    for row in moved.values { #expect(row["view"] as? String == "side" && row["sku"] as? String == "VASE-2") }
    #expect(try render().errors.contains("3 unchanged"))
    #expect(try table("--product", "VASE-2").count == rows.count)
    #expect(try run("catalog", "undo").status == 0)
    #expect(try table("--product", "VASE-2").count == 3)
  }

  @Test func theTableHasEachPhotosProductAndFileStatus() throws {
    try packshot.remove("out/MUG-1_front.png")
    try packshot.write("changed", to: "out/MUG-1_side.png")
    let csv = try run("photos", "export", "photos.csv", "--kind", "rendition")
    #expect(csv.output == "Wrote 6 photos to photos.csv\n", "\(csv.errors)")
    let lines = String(decoding: try packshot.read("photos.csv"), as: UTF8.self).split(whereSeparator: \.isNewline)
    #expect(lines.count == 7 && lines[0].hasPrefix("kind,path,file,state,sku,product,view,"))
    #expect(
      lines[1].hasPrefix(
        "rendition,MUG-1_front.png,\(packshot.folder)/out/MUG-1_front.png,missing,MUG-1,MUG-1,front,30,30,png,"))
    #expect(lines[2].hasPrefix("rendition,MUG-1_side.png,\(packshot.folder)/out/MUG-1_side.png,changed,MUG-1,"))
    #expect(lines[1].contains(",\(mug),thumbs,"))
    #expect(try run("photos", "export", "photos.csv").status == 74)
    #expect(try run("photos", "export", "photos.txt").status == 64)
  }
}
