import Foundation
import Testing

/// `run --watch`: photos are added to a folder during the run.
@Suite struct WatchedFolderTests {
  private let packshot: Packshot

  init() throws { packshot = try Packshot.shop() }

  private func watch(_ options: String...) throws -> RunningPackshot {
    try packshot.start(["run", "recipe.yaml", "photos", "--output", "out", "--watch", "--json"] + options)
  }

  /// The status of each photo until the event `last`: `watching` ends the first pass, `summary` a later one.
  private func photos(told running: RunningPackshot, until last: String = "summary") throws -> [String: String] {
    var told: [String: String] = [:]
    while true {
      let event = try running.event()
      if let input = event["input"] as? String { told[input] = event["status"] as? String }
      if event["event"] as? String == last { return told }
    }
  }

  /// Moves a complete photo into the folder.
  private func moveIn(_ name: String, shade: UInt8 = 40) throws {
    try packshot.writePhoto("elsewhere/photo.jpg", shade: shade)
    let (from, to) = (packshot.folder + "/elsewhere/photo.jpg", packshot.folder + "/" + name)
    try FileManager.default.createDirectory(
      atPath: (to as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try #require(rename(from, to) == 0)
  }

  @Test func newPhotosAreRenderedAndRenamedPhotosRenamed() throws {
    let running = try watch()
    #expect(try photos(told: running, until: "watching").count == 3)
    try moveIn("photos/MUG-7_front.jpg")
    #expect(try photos(told: running) == ["photos/MUG-7_front.jpg": "rendered"])
    try moveIn("photos/new/deep/BOWL-1.jpg", shade: 60)
    #expect(try photos(told: running) == ["photos/new/deep/BOWL-1.jpg": "rendered"])
    try moveIn("photos/new/deep/BOWL-2.jpg", shade: 70)
    #expect(try photos(told: running) == ["photos/new/deep/BOWL-2.jpg": "rendered"])
    let (old, new) = (packshot.folder + "/photos/MUG-7_front.jpg", packshot.folder + "/photos/MUG-8_front.jpg")
    try #require(rename(old, new) == 0)
    #expect(try photos(told: running).keys.first == "photos/MUG-8_front.jpg")
    running.signal(SIGINT)
    #expect(running.status() == 130)
    #expect(Set(try packshot.names(in: "out")).isSuperset(of: ["MUG-8_front.png", "new", "small"]))
    #expect(try !packshot.names(in: "out").contains("MUG-7_front.png"))
    #expect(try packshot.run("run", "recipe.yaml", "photos", "--output", "out").errors.contains("6 unchanged"))
    #expect(try packshot.run("catalog", "verify", "--files", "--catalog", "out/catalog.sqlite").status == 0)
  }

  @Test func aBadPhotoIsReportedOnceAndRenderedOnceFixed() throws {
    try packshot.write("no photo", to: "photos/BAD-1.jpg")
    let running = try watch()
    #expect(try photos(told: running, until: "watching")["photos/BAD-1.jpg"] == "failed")
    try moveIn("photos/MUG-7_front.jpg")
    #expect(try photos(told: running) == ["photos/MUG-7_front.jpg": "rendered"])
    try moveIn("photos/BAD-1.jpg")
    #expect(try photos(told: running) == ["photos/BAD-1.jpg": "rendered"])
  }

  @Test func photosWithTheSameOutputAreReportedOnceAndRenderedOnceOneIsGone() throws {
    let running = try watch()
    _ = try photos(told: running, until: "watching")
    let (first, second) = ("photos/MUG-1_front.jpg", "photos/MUG-1_front.png")
    try moveIn(second)
    #expect(try photos(told: running) == [first: "failed", second: "failed"])
    try moveIn("photos/MUG-7_front.jpg")
    #expect(try photos(told: running) == ["photos/MUG-7_front.jpg": "rendered"])
    try packshot.remove(first)
    #expect(try photos(told: running) == [second: "rendered"])
  }

  @Test func changesOfTheRecipeAndItsFilesAreNoticed() throws {
    let recipe = """
      packshot: 1
      data: prices.csv
      sources: { backdrop: backdrop.png }
      steps: [ { sourceOver: { background: backdrop } }, { text: { text: "{price|none}", size: 6, at: center } } ]
      outputs: [ { file: "{stem}.png" } ]
      catalog: { sku: '(?<sku>[A-Z]+-\\d)(_(?<view>\\w+))?' }
      """
    try packshot.write(recipe, to: "recipe.yaml")
    try packshot.write("sku,price\nMUG-1,1\n", to: "prices.csv")
    try packshot.writePhoto("backdrop.png")
    let running = try watch()
    _ = try photos(told: running, until: "watching")
    try packshot.write("sku,price\nMUG-1,2\n", to: "prices.csv")
    #expect(try photos(told: running).keys.sorted() == ["photos/MUG-1_front.jpg", "photos/MUG-1_side.jpg"])
    try packshot.writePhoto("backdrop.png", shade: 10)
    #expect(try photos(told: running).count == 3)
    try packshot.write(recipe.replacing("size: 6", with: "size: 7"), to: "recipe.yaml")
    #expect(try photos(told: running).count == 3)
  }

  /// A photo that lacks its per-photo image waits for that image, not for another photo.
  @Test func aPhotoIsRenderedOnceItsPerPhotoImageArrives() throws {
    try packshot.write(
      """
      packshot: 1
      sources: { mask: "masks/{stem}.png" }
      steps: [ { mask: mask } ]
      outputs: [ { file: "{stem}.png" } ]
      """, to: "recipe.yaml")
    for name in ["MUG-1_front", "MUG-1_side"] { try packshot.writePhoto("masks/\(name).png") }
    let running = try watch()
    #expect(try photos(told: running, until: "watching")["photos/vases/VASE-2.png"] == "failed")
    try packshot.writePhoto("elsewhere/VASE-2.png")
    try #require(rename(packshot.folder + "/elsewhere/VASE-2.png", packshot.folder + "/masks/VASE-2.png") == 0)
    #expect(try photos(told: running) == ["photos/vases/VASE-2.png": "rendered"])
  }

  @Test func aFileIsNotReadWhileItIsBeingWritten() throws {
    let running = try watch()
    _ = try photos(told: running, until: "watching")
    try packshot.writePhoto("elsewhere/photo.jpg", width: 600, height: 400)
    let bytes = try packshot.read("elsewhere/photo.jpg")
    let path = packshot.folder + "/photos/SLOW-1.jpg"
    try #require(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.write(contentsOf: bytes.prefix(bytes.count / 2))
    try moveIn("photos/MUG-7_front.jpg")
    #expect(try photos(told: running) == ["photos/MUG-7_front.jpg": "rendered"])
    try file.write(contentsOf: bytes.dropFirst(bytes.count / 2))
    try file.close()
    #expect(try photos(told: running) == ["photos/SLOW-1.jpg": "rendered"])
  }

  /// The output folder and the catalog are inside the watched folder.
  @Test func packshotsOwnFilesTriggerNothing() throws {
    let running = try packshot.start(
      "run", "recipe.yaml", "photos", "--output", "photos/out", "--catalog", "photos/shop.sqlite", "--watch", "--json")
    #expect(try photos(told: running, until: "watching").count == 3)
    try moveIn("photos/MUG-7_front.jpg")
    #expect(try photos(told: running) == ["photos/MUG-7_front.jpg": "rendered"])
    try moveIn("photos/MUG-8_front.jpg")
    #expect(try photos(told: running) == ["photos/MUG-8_front.jpg": "rendered"])
    running.signal(SIGTERM)
    #expect(running.status() == 143)
  }

  @Test func anEmptyFolderCanBeWatched() throws {
    try packshot.remove("photos")
    try FileManager.default.createDirectory(atPath: packshot.folder + "/photos", withIntermediateDirectories: true)
    let running = try watch()
    #expect(try photos(told: running, until: "watching").isEmpty)
    try moveIn("photos/MUG-7_front.jpg")
    #expect(try photos(told: running) == ["photos/MUG-7_front.jpg": "rendered"])
  }

  @Test(arguments: [
    (["photos", "--watch", "--dry-run"], "--watch cannot be used with --dry-run"),
    (["photos", "--watch", "--force"], "--watch cannot be used with --force"),
    (["photos", "--watch", "--prune"], "--watch with --prune needs --yes"),
    (["photos/MUG-1_front.jpg", "--watch"], "with folders only"),
    (["--watch", "--files-from", "list"], "with folders only"),
  ])
  func invalidOptionsForWatchingAreRefused(arguments: [String], reason: String) throws {
    try packshot.write("photos/MUG-1_front.jpg\n", to: "list")
    let refused = try packshot.run(["run", "recipe.yaml", "--output", "out"] + arguments)
    #expect(refused.status == 64 && refused.errors.contains(reason), "\(refused.errors)")
  }
}
