import Foundation
import Recipes
import Rendering
import Testing

@testable import PackshotKit

@Suite struct RenderReasonTests {
  private func reasons(_ shop: Shop, _ change: (inout BatchOptions) -> Void = { _ in }) throws -> [String:
    [RenderReason]]
  {
    let outputs = try shop.run(change).reports.flatMap(\.outputs).filter { !$0.reasons.isEmpty }
    return Dictionary(uniqueKeysWithValues: outputs.map { ($0.path, $0.reasons) })
  }

  @Test func newAndChangedPhotosAreDistinguished() throws {
    let shop = try Shop(photos: ["a_a.png"])
    #expect(try reasons(shop) == ["a_a.png": [.new], "a_a-20.jpg": [.new]])
    #expect(try reasons(shop).isEmpty)
    try shop.addPhoto("b_b.png", shade: 7)
    try shop.addPhoto("a_a.png", shade: 70)
    #expect(
      try reasons(shop)
        == ["a_a.png": [.content], "a_a-20.jpg": [.content], "b_b.png": [.new], "b_b-20.jpg": [.new]])
  }

  @Test func recipeChangesAreReported() throws {
    let shop = try Shop(photos: ["a_a.png"])
    try shop.run()
    shop.recipe = shop.recipe.replacingOccurrences(of: "quality: 80", with: "quality: 81")
    #expect(try reasons(shop) == ["a_a-20.jpg": [.recipe]])
    try TestPicture.write(to: shop.folder.path("backdrop.png"), width: 40, height: 40, .black)
    #expect(try reasons(shop) == ["a_a.png": [.source], "a_a-20.jpg": [.source]])
    // Two changes at once are both reported.
    try TestPicture.write(to: shop.folder.path("backdrop.png"), width: 40, height: 40, .white)
    try shop.addPhoto("a_a.png", shade: 90)
    #expect(try reasons(shop) == ["a_a.png": [.content, .source], "a_a-20.jpg": [.content, .source]])
    shop.recipe = shop.recipe.replacingOccurrences(of: "outputs:", with: "outputs:\n  - { file: \"{stem}-new.png\" }")
    #expect(try reasons(shop) == ["a_a-new.png": [.recipe]])
  }

  @Test func outputChangesAreReported() throws {
    let shop = try Shop(photos: ["a_a.png"])
    try shop.run()
    try FileManager.default.removeItem(atPath: shop.output + "/a_a.png")
    #expect(try reasons(shop) == ["a_a.png": [.missing]])
    #expect(try reasons(shop) { $0.force = true } == ["a_a.png": [.forced], "a_a-20.jpg": [.forced]])
    try TestPicture.write(to: shop.output + "/a_a.png", width: 3, height: 3, .black)
    #expect(try reasons(shop).isEmpty)
    #expect(try reasons(shop) { ($0.overwrite, $0.isDryRun) = (true, true) } == ["a_a.png": [.edited]])
  }

  /// A catalog whose pictures another engine rendered.
  @Test func anEngineChangeIsReported() throws {
    let shop = try Shop(photos: ["a_a.png"])
    try shop.run()
    let prepared = try PreparedRecipe(Recipe(contentsOf: shop.folder.path("recipe.yaml")), limits: PhotoLimits())
    let sha256 = try FileContent(path: shop.photos + "/a_a.png").version.sha256
    let photo = PhotoContent(sha256: sha256, PhotoFacts(ImageFacts(width: 1, height: 1, format: "png")))
    let stem = prepared.cacheKeyStems(engine: EngineText("engine 0"), sourceHashes: prepared.sourceHashes)[0]
    let known = stem.key(of: photo, path: "a_a.png")
    let past = CachedResults.all(
      of: prepared, engines: ["engine 1", "engine 0"], earlierSources: prepared.sourceHashes)
    #expect(past.map(\.changes) == [[], [.engine], [.engine]])
    let explained = past.filter { $0.key(ofOutput: 0, photo: photo, path: "a_a.png") == known }
    #expect(explained.map(\.changes) == [[.engine]])
  }
}
