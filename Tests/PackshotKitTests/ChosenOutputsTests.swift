import Foundation
import Testing

@testable import PackshotKit

/// Runs by recipes whose outputs apply only to some photos.
@Suite struct ChosenOutputsTests {
  /// All photos are 60 pixels wide and 30 to 50 high, and show the front or the side.
  private func shop(_ outputs: String, steps: String = "") throws -> Shop {
    let shop = try Shop()
    shop.recipe = """
      packshot: 1
      name: shop
      steps: [ { fit: { width: 30, height: 30 } }\(steps) ]
      outputs:
      \(outputs)
      catalog: { sku: '(.*/)?(?<sku>[A-Z0-9-]+)_(?<view>\\w+)' }
      """
    return shop
  }

  private static let all = "  - { file: \"{stem}.png\" }"

  @Test func outputsAreRenderedOnlyForMatchingPhotos() throws {
    let shop = try shop(
      Self.all + "\n  - { file: \"{stem}-20.jpg\", when: { view: front }, steps: [ resize: { width: 20 } ] }")
    let run = try shop.run()
    let made: Set = [
      "MUG-1_front.png", "MUG-1_side.png", "VASE-7_front.png", "MUG-1_front-20.jpg", "VASE-7_front-20.jpg",
    ]
    #expect(try Set(shop.files().keys) == made)
    let side = try #require(run.reports.first { $0.input.contains("side") })
    #expect(side.outputs.map(\.path) == ["MUG-1_side.png"])
    #expect(side.notMade.map(\.file) == ["{stem}-20.jpg"])
    #expect(side.notMade.first?.reason == "it asks for view front, and the photo is side")
    let again = try shop.run()
    #expect(again.summary.unchanged == 3)
    #expect(again.reports.first { $0.input.contains("side") }?.notMade == side.notMade)
    #expect(try JSONDecoder().decode(PhotoReport.self, from: JSONEncoder().encode(side)) == side)
  }

  /// By a condition that only the header decides, on the same photos.
  @Test func aPictureWhoseConditionNoLongerHoldsIsAnOrphan() throws {
    let shop = try shop(Self.all + "\n  - { file: \"{stem}-20.jpg\", steps: [ resize: { width: 20 } ] }")
    try shop.run()
    shop.recipe = shop.recipe.replacing("20.jpg\",", with: "20.jpg\", when: { orientation: portrait },")
    let run = try shop.run { $0.prune = true }
    #expect(run.summary.unchanged == 3)
    #expect(Set(run.orphans.map(\.path)) == ["MUG-1_front-20.jpg", "MUG-1_side-20.jpg", "VASE-7_front-20.jpg"])
    #expect(try Set(shop.files().keys) == ["MUG-1_front.png", "MUG-1_side.png", "VASE-7_front.png"])
    #expect(try shop.catalog().verify().isEmpty)
  }

  /// A condition that holds has no effect on the cache key. One that doesn't is equivalent to a recipe without the step.
  @Test func theCacheKeyContainsOnlyExecutedSteps() throws {
    let shop = try shop(Self.all, steps: ", { sepiaTone: 0.5 }")
    try shop.run()
    shop.recipe = shop.recipe.replacing(
      "0.5 }", with: "0.5, when: { orientation: landscape } }, { blur: 3, when: { alpha: true } }")
    #expect(try shop.run().summary.unchanged == 3)
    shop.recipe = shop.recipe.replacing("landscape", with: "portrait")
    #expect(try shop.run().summary.rendered == 3)
    shop.recipe = shop.recipe.replacing("{ sepiaTone: 0.5, when: { orientation: portrait } }, ", with: "")
    #expect(try shop.run().summary.unchanged == 3)
  }

  @Test func aSingleOutputIsRefusedForAPhotoThatItExcludes() throws {
    let shop = try shop("  - { file: \"{stem}.png\", when: { view: front } }")
    try shop.folder.write(shop.recipe, to: "recipe.yaml")
    let rendering = try SingleRendering(recipeFile: shop.folder.path("recipe.yaml"))
    _ = try rendering.render(.file(shop.photos + "/VASE-7_front.png"))
    let failure = #expect(throws: PhotoFailure.self) {
      _ = try rendering.render(.file(shop.photos + "/mugs/MUG-1_side.png"))
    }
    #expect(failure?.message.contains("it asks for view front, and the photo is side") == true)
  }

  @Test func twoOutputsOfDifferentPhotosMayShareAName() throws {
    let shop = try shop(
      """
        - { file: "{stem}.png", when: { view: front }, steps: [ resize: { width: 9 } ] }
        - { file: "{stem}.png", when: { view: side }, steps: [ resize: { width: 7 } ] }
      """)
    let reports = try shop.run().reports
    #expect(reports.flatMap { $0.outputs.compactMap(\.width) }.sorted() == [7, 9, 9])
    #expect(try shop.run().summary.unchanged == 3)
  }
}
