import Foundation
import PixelCore
import Testing

@testable import PackshotKit

/// Outputs that a photo's `when` excludes: nothing that only they need can fail the photo.
@Suite struct ExcludedOutputsTests {
  private static let table = "sku,price,season\nMUG-1,12.50,spring\nVASE-7,,\n"

  /// A shop with a mug's front and side and a vase's front, and a table in which the vase has neither price nor season.
  private func shop(_ recipe: String) throws -> Shop {
    let shop = try Shop()
    try shop.folder.write(Self.table, to: "prices.csv")
    _ = try shop.folder.folder("masks")
    shop.recipe = """
      packshot: 1
      name: shop
      data: prices.csv
      catalog: { sku: '(.*/)?(?<sku>[A-Z0-9-]+)_(?<view>\\w+)' }
      \(recipe)
      """
    return shop
  }

  private func run(_ shop: Shop, _ program: String?) throws -> BatchSummary {
    try shop.run { ($0.sandboxProgram, $0.isSandboxRequired) = (program, program != nil) }.summary
  }

  private static let vase: Set = ["VASE-7_front.png"]

  /// A requirement of an output that only the mug's front meets, and the output's `when`.
  static let needs: [(name: String, need: String, when: String)] = [
    ("a mask", "steps: [ { mask: cut } ]", "view: front, product: { sku: MUG-1 }"),
    (
      "a picture named by a product", "steps: [ { sourceOver: { foreground: seal } } ]",
      "product: { season: present }, view: front"
    ),
    ("a text", "steps: [ { text: { text: \"{price}\", size: 6 } } ]", "product: { price: present }"),
    ("a text of a picture", "steps: [ { sourceOver: { foreground: tag } } ]", "product: { price: present }"),
  ]

  @Test(arguments: needs.indices, LateSizeTests.programs)
  func aRequirementOfAnExcludedOutputFailsNoPhoto(index: Int, program: String?) throws {
    let (name, need, when) = Self.needs[index]
    let shop = try shop(
      """
      sources:
        cut: "masks/{stem}.png"
        seal: "masks/{season}.png"
        tag: { file: "masks/tag-{sku}.png", steps: [ { text: { text: "{price}", size: 6 } } ] }
      steps: [ { fit: { width: 30, height: 30 } } ]
      outputs:
        - { file: "{stem}.png" }
        - { file: "extra/{stem}.png", when: { \(when) }, \(need) }
      """)
    for mask in ["MUG-1_front", "spring", "tag-MUG-1"] {
      try TestPicture.write(to: shop.folder.path("masks/\(mask).png"), width: 30, height: 30, .white)
    }
    let summary = try run(shop, program)
    #expect(summary.failed == 0, "\(name)")
    #expect(try shop.files().keys.contains("extra/MUG-1_front.png"))
    #expect(try !shop.files().keys.contains("extra/VASE-7_front.png"))
    #expect(try Set(shop.files().keys).isSuperset(of: Self.vase))
    #expect(try run(shop, program).unchanged == 3)
  }

  @Test(arguments: LateSizeTests.programs)
  func sharedStepsFailNoPhotoWithoutOutputs(program: String?) throws {
    let shop = try shop(
      """
      sources: { cut: "masks/{sku}.png" }
      steps: [ { text: { text: "{price}", size: 6 } }, { mask: cut } ]
      outputs:
        - { file: "{stem}.png", when: { product: { price: present } } }
        - { file: "{stem}.jpg", when: { product: { price: present }, view: front } }
      """)
    try shop.addPhoto("mugs/MUG-1_front.png", shade: 40)
    try shop.addPhoto("mugs/MUG-1_side.png", shade: 40)
    try TestPicture.write(to: shop.folder.path("masks/MUG-1.png"), width: 60, height: 30, .white)
    let summary = try run(shop, program)
    #expect(summary.failed == 0)
    #expect(try Set(shop.files().keys) == ["MUG-1_front.png", "MUG-1_side.png", "MUG-1_front.jpg"])
  }

  @Test func anIncludedOutputFailsItsPhotoForAMissingMask() throws {
    let shop = try shop(
      """
      sources: { cut: "masks/{stem}.png" }
      outputs:
        - { file: "{stem}.png" }
        - { file: "cut/{stem}.png", when: { view: front }, steps: [ { mask: cut } ] }
      """)
    let run = try shop.run()
    #expect(run.summary.failed == 2 && run.summary.rendered == 1)
    #expect(run.reports.compactMap(\.failure?.reason) == ["own-picture-missing", "own-picture-missing"])
  }
}

/// Sources that `missing: skip` leaves out.
@Suite struct LeftOutSourcesTests {
  private func shop() throws -> Shop {
    let shop = try Shop()
    _ = try shop.folder.folder("overlays")
    shop.recipe = """
      packshot: 1
      name: shop
      data: prices.csv
      sources: { overlay: { file: "overlays/{label}.png", missing: skip } }
      steps: [ { sourceOver: { foreground: overlay } } ]
      outputs: [ { file: "{stem}.png" } ]
      catalog: { sku: '(.*/)?(?<sku>[A-Z0-9-]+)_(?<view>\\w+)' }
      """
    try table("new", "old", shop)
    return shop
  }

  private func table(_ mug: String, _ vase: String, _ shop: Shop) throws {
    try shop.folder.write("sku,label\nMUG-1,\(mug)\nVASE-7,\(vase)\n", to: "prices.csv")
  }

  @Test func aSourceWithoutAnyImageIsAWarningInEachRun() throws {
    let shop = try shop()
    for _ in 0..<2 {
      let run = try shop.run()
      #expect(run.summary.failed == 0)
      #expect(run.warnings.count == 1 && run.warnings[0].contains("overlays/{label}.png"), "\(run.warnings)")
      #expect(run.warnings[0].contains("any of the 3 photos"))
      #expect(run.reports.allSatisfy { $0.leftOut == ["overlay"] })
    }
    try TestPicture.write(to: shop.folder.path("overlays/old.png"), width: 8, height: 8, .white)
    for _ in 0..<2 {
      let run = try shop.run()
      #expect(run.warnings.isEmpty)
      #expect(run.reports.count { $0.leftOut == ["overlay"] } == 2)
    }
  }

  @Test func aBrokenLinkIsNotAMissingImage() throws {
    let shop = try shop()
    try FileManager.default.createSymbolicLink(
      atPath: shop.folder.path("overlays/old.png"), withDestinationPath: "nowhere.png")
    let run = try shop.run()
    #expect(run.summary.failed == 1 && run.summary.rendered == 2)
  }

  @Test func aPathOutOfTheFolderIsNotAMissingImage() throws {
    let shop = try shop()
    try table("new", "../../old", shop)
    let run = try shop.run()
    #expect(run.summary.failed == 1 && run.summary.rendered == 2)
  }

  @Test func photosWithoutOutputsAreCounted() throws {
    let shop = try shop()
    shop.recipe = shop.recipe.replacing("{stem}.png\" }", with: "{stem}.png\", when: { view: front } }")
    for _ in 0..<2 {
      let summary = try shop.run().summary
      #expect(summary.withoutOutputs == 1 && summary.failed == 0)
    }
  }
}
