import Foundation
import ImageCodecs
import PackshotKit
import PixelCore
import Testing

/// Copies of photos: the warnings of runs, and `photos duplicates`.
@Suite struct DuplicatePhotosTests {
  private let packshot: Packshot

  /// A shop with two products on record.
  init() throws {
    packshot = try Packshot()
    try packshot.write(
      """
      packshot: 1
      name: shop
      outputs: [ { file: "{stem}.jpg", steps: [ { resize: { width: 40 } } ] } ]
      catalog: { sku: '(.*/)?(?<sku>[A-Z0-9-]+)(_(?<view>\\w+))?' }
      """, to: "recipe.yaml")
    try write("photos/MUG-1.jpg", .mug, 512, .jpeg(quality: 90))
    try write("photos/TIE-1.png", .tie, 384, .png())
    #expect(try warnings(of: run()) == [:])
  }

  @Test func aRunWarnsOfACopyThatWasSavedAgain() throws {
    try write("photos/MUG-2.jpg", .mug, 256, .jpeg(quality: 50))
    try write("photos/VASE-1.png", .vase, 300, .png())
    let first = try run()
    let warning = try #require(warnings(of: first)["photos/MUG-2.jpg"]?.first)
    #expect(warning.hasPrefix("it is probably a copy of \(packshot.folder)/photos/MUG-1.jpg, which is on record ("))
    #expect(try warnings(of: first).count == 1)
    let groups = try #require(first.last?["warnings"] as? [[String: Any]])
    #expect(groups.map { $0["kind"] as? String } == ["probably a copy of a photo on record"])
    // The photo is rendered all the same, and it is no longer new.
    #expect(first.last?["rendered"] as? Int == 2)
    #expect(try warnings(of: run("--force")) == [:])
  }

  @Test func aRunWarnsOfTheSameFileUnderAnotherName() throws {
    try packshot.write(packshot.read("photos/MUG-1.jpg"), to: "photos/CUP-1.jpg")
    let warning = try #require(warnings(of: run())["photos/CUP-1.jpg"]?.first)
    #expect(warning == "it is the same file as \(packshot.folder)/photos/MUG-1.jpg, which is on record")
  }

  @Test func movedAndEditedPhotosAreNotCopies() throws {
    try packshot.write(packshot.read("photos/MUG-1.jpg"), to: "photos/CUP-1.jpg")
    try packshot.remove("photos/MUG-1.jpg")
    try write("photos/TIE-1.png", .tie, 310, .png())
    #expect(try warnings(of: run()) == [:])
  }

  @Test func aDryRunSaysNothing() throws {
    try write("photos/MUG-2.jpg", .mug, 256, .jpeg(quality: 50))
    #expect(try warnings(of: run("--dry-run")) == [:])
  }

  @Test func copiesAreListedInGroups() throws {
    try write("photos/CUP-1.jpg", .mug, 256, .jpeg(quality: 50))
    try packshot.write(packshot.read("photos/MUG-1.jpg"), to: "photos/MUG-1_back.jpg")
    // A JPEG of 384 pixels is decoded at a fraction of its size for 40 pixels, where the tie's stripes are lost.
    try write("photos/TIE-2.png", .tie, 384, .png(compression: 0))
    _ = try run()
    let groups = try packshot.run(["photos", "duplicates", "--json"], environment: environment).events
    let photos = try groups.map { try #require($0["photos"] as? [[String: Any]]) }
    let names = photos.map { $0.map { (($0["path"] as? String ?? "") as NSString).lastPathComponent } }
    #expect(Set(names) == [["MUG-1.jpg", "MUG-1_back.jpg", "CUP-1.jpg"], ["TIE-2.png", "TIE-1.png"]])
    let mugs = try #require(groups.first { ($0["photos"] as? [Any])?.count == 3 })
    #expect(mugs["products"] as? [String] == ["CUP-1", "MUG-1"])
    let ofMugs = try #require(mugs["photos"] as? [[String: Any]])
    #expect(ofMugs.map { $0["identical"] as? Bool } == [true, true, false])
    #expect(ofMugs.map { $0["width"] as? Int } == [512, 512, 256])
    #expect((88...100).contains(ofMugs[2]["similarity"] as? Int ?? 0))

    let text = try packshot.run(["photos", "duplicates"], environment: environment).output
    #expect(text.contains("\n  identical  \(packshot.folder)/photos/MUG-1_back.jpg (512 × 512, MUG-1)\n"), "\(text)")
    #expect(text.hasSuffix("\n2 groups of copies among 5 photos\n"))
  }

  @Test func withoutCopiesTheListIsEmpty() throws {
    let text = try packshot.run(["photos", "duplicates"], environment: environment).output
    #expect(text == "No copies among 2 photos\n")
    let json = try packshot.run(["photos", "duplicates", "--json"], environment: environment)
    #expect(json.status == 0 && json.output.isEmpty)
  }

  /// The hash of an unchanged photo stays on record, whatever later runs render.
  @Test func theHashIsOnRecordAndStays() throws {
    let first = try hash("MUG-1.jpg")
    #expect(first.count == 36)
    try packshot.write(
      """
      packshot: 1
      name: shop
      outputs: [ { file: "{stem}.jpg", steps: [ { sepiaTone: 1 } ] } ]
      catalog: { sku: '(.*/)?(?<sku>[A-Z0-9-]+)(_(?<view>\\w+))?' }
      """, to: "recipe.yaml")
    _ = try run()
    #expect(try hash("MUG-1.jpg") == first)
    try write("photos/MUG-1.jpg", .vase, 300, .jpeg())
    _ = try run()
    #expect(try hash("MUG-1.jpg") != first)
  }

  /// A photo of one colour has no hash, and isn't like other photos of one colour.
  @Test func plainPhotosAreComparedOnlyByFile() throws {
    try packshot.writePhoto("photos/RED-1.png", shade: 200)
    _ = try run()
    try packshot.writePhoto("photos/RED-2.png", shade: 90)
    #expect(try warnings(of: run()) == [:])
    let text = try packshot.run(["photos", "duplicates"], environment: environment).output
    #expect(text == "No copies among 4 photos; 2 compared only by file, because they have no hash\n")
  }

  @Test func aWrongDistanceIsRefused() throws {
    let refused = try packshot.run("photos", "duplicates", "--distance", "32")
    #expect(refused.status == 64 && refused.errors.contains("--distance is 32; it goes from 0 to 31"))
  }

  // MARK: Shop

  private var environment: [String: String] { ["PACKSHOT_CATALOG": "out/catalog.sqlite"] }

  private func run(_ options: String...) throws -> [[String: Any]] {
    let result = try packshot.run(["run", "recipe.yaml", "photos", "--output", "out", "--json"] + options)
    #expect(result.status == 0, "\(result.errors)")
    return result.events
  }

  /// The warnings of photos that have some.
  private func warnings(of events: [[String: Any]]) -> [String: [String]] {
    var warnings: [String: [String]] = [:]
    for event in events where event["event"] as? String == "photo" {
      let all = event["warnings"] as? [String] ?? []
      if !all.isEmpty { warnings[event["input"] as? String ?? ""] = all }
    }
    return warnings
  }

  private func hash(_ name: String) throws -> String {
    let photo = try packshot.run(
      ["photos", "show", "\(packshot.folder)/photos/\(name)", "--json"], environment: environment
    ).events
    return try #require(photo.first?["perceptualHash"] as? String)
  }

  private enum Product: Int { case mug = 3, tie = 11, vase = 23 }

  /// Writes a square photo of a product on white, with stripes and spots of its own.
  private func write(_ name: String, _ product: Product, _ side: Int, _ coding: EncodeOptions.Coding) throws {
    var rows = PixelBuffer(shape: ImageShape(size: PixelSize(width: side, height: side), format: .encodedOpaque))
    let seed = product.rawValue
    for y in 0..<side {
      for x in 0..<side {
        let (u, v) = (x * 1000 / side, y * 1000 / side)
        let isProduct = (150 + seed * 5..<850).contains(u) && (200..<900 - seed * 6).contains(v)
        let shade = isProduct ? 30 + (u / (40 + seed) * 37 * seed + v / (90 - seed) * 53 * seed) % 180 : 255
        rows.mutableRow(y).storeBytes(
          of: UInt32(shade | shade << 8 | shade << 16 | 255 << 24), toByteOffset: 4 * x, as: UInt32.self)
      }
    }
    try packshot.write(Data(Image(rows).encoded(coding)), to: name)
  }
}
