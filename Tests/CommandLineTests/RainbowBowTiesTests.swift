import Foundation
import PackshotKit
import Testing

/// “Your First Core Data App: Bow Ties” in Core Data by Tutorials: seven bow ties in a segmented control, R O Y G B I V, each
/// with its photo, tint, rating and times worn.
@Suite struct RainbowBowTiesTests {
  private static let rainbow: [(color: String, sku: String, name: String, tint: [Int])] = [
    ("red", "TIE-01", "Red Bow Tie", [0xc2, 0x26, 0x3a]), ("orange", "TIE-02", "Orange Bow Tie", [0xe8, 0x74, 0x1e]),
    ("yellow", "TIE-03", "Yellow Bow Tie", [0xf2, 0xc2, 0x1b]),
    ("green", "TIE-04", "Green Bow Tie", [0x2e, 0x8b, 0x45]), ("blue", "TIE-05", "Blue Bow Tie", [0x1f, 0x57, 0xb8]),
    ("indigo", "TIE-06", "Indigo Bow Tie", [0x4b, 0x00, 0x82]),
    ("violet", "TIE-07", "Violet Bow Tie", [0x8a, 0x2b, 0xe2]),
  ]

  private let packshot: Packshot

  init() throws {
    packshot = try Packshot()
    try packshot.succeed("catalog", "sample")
  }

  @Test func eachRainbowColorFindsItsBowTie() throws {
    for (color, sku, name, _) in Self.rainbow {
      let found = try packshot.run("products", "list", "--color", color, "--where", "sku~TIE", "--json").events
      #expect(found.map { $0["sku"] as? String } == [sku], "\(color)")
      #expect(found.map { $0["name"] as? String } == [name], "\(color)")
      let searched = try packshot.run("products", "search", color, "tie", "--json").events
      #expect(searched.map { $0["sku"] as? String } == [sku], "\(color)")
    }
  }

  @Test func eachBowTiesStoredPhotoShowsItsTint() throws {
    try packshot.succeed("photos", "export", "--files", "ties")
    #expect(try packshot.names(in: "ties/bow-ties") == Self.rainbow.map { "\($0.0).jpg" }.sorted())
    for (color, sku, _, tint) in Self.rainbow {
      let photos = try packshot.run("photos", "list", "--product", sku, "--json").events
      #expect(photos.map { $0["path"] as? String } == ["bow-ties/\(color).jpg"])
      // A pixel in the middle of the left wing. Shadows and highlights change its colour a little.
      let made = try packshot.made(of: "ties/bow-ties/\(color).jpg", by: "outputs: [ { file: \"{stem}.png\" } ]\n")
      #expect(made.size == PixelSize(width: 360, height: 240))
      let pixel = made.pixel(100, 120)
      for channel in 0..<3 { #expect(abs(pixel[channel] - tint[channel]) <= 40, "\(color): \(pixel), \(tint)") }
    }
  }

  @Test func aBowTieIsRatedWornAndMarkedAsFavorite() throws {
    let indigo = { (name: String) in try packshot.value(name, of: "TIE-06") }
    try packshot.succeed("products", "edit", "TIE-06", "rating=4.7", "isFavorite=false")
    #expect(try indigo("rating") == "4.7" && indigo("isFavorite") == "false")
    for rating in ["-1", "6"] {
      let refused = try packshot.run("products", "edit", "TIE-06", "rating=\(rating)")
      #expect(refused.status == 65 && refused.errors.contains("rating"), "\(refused.errors)")
    }
    try packshot.succeed("products", "wear", "TIE-06", "--at", "2025-03-08 18:30")
    #expect(try indigo("timesWorn") == "3")
    try packshot.succeed("catalog", "undo")
    #expect(try indigo("timesWorn") == "2" && indigo("rating") == "4.7")
  }

  @Test func sampleDataLoadsOnlyIntoAnEmptyCatalogAndCanBeUndone() throws {
    #expect(try packshot.run("catalog", "sample").status == 65)
    #expect(try packshot.run("catalog", "verify", "--files").status == 0)
    try packshot.succeed("catalog", "undo")
    #expect(try packshot.succeed("photos", "export", "--files", "ties") == "Wrote 0 photos to ties\n")
    #expect(try packshot.run("products", "list", "--json").events.isEmpty)
    try packshot.succeed("catalog", "redo")
    #expect(try packshot.succeed("photos", "export", "--files", "ties") == "Wrote 7 photos to ties\n")
  }
}
