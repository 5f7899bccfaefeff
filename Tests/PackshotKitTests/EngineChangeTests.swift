import Catalog
import Foundation
import ImageCodecs
import ObjectStore
import Recipes
import Rendering
import TestSupport
import Testing

@testable import PackshotKit

/// How runs and golden suites treat pictures that another version of packshot or of its libraries rendered.
@Suite struct EngineChangeTests {
  private static let earlier = "packshot engine 0, libpng 1.0"

  /// A shop whose pictures an earlier engine rendered.
  private func earlierShop() throws -> Shop {
    let shop = try Shop()
    try shop.run()
    let prepared = try PreparedRecipe(Recipe(contentsOf: shop.folder.path("recipe.yaml")), limits: PhotoLimits())
    let stems = prepared.cacheKeyStems(engine: EngineText(Self.earlier), sourceHashes: prepared.sourceHashes)
    let catalog = try shop.catalog()
    _ = try catalog.recipe(
      hash: prepared.hash, name: prepared.recipe.name, canonicalYAML: prepared.recipe.canonicalYAML,
      engineVersion: Self.earlier)
    let photos = try catalog.photos()
    try catalog.edit("another engine") { edit in
      for var picture in photos where picture.kind == .rendition {
        let original = photos.first { $0.id == picture.sourceId }!
        let path = String(picture.path.drop { $0 == "/" }.components(separatedBy: "shop/").last!)
        let photo = PhotoContent(sha256: original.sha256, PhotoFacts(ImageFacts(width: 1, height: 1, format: "png")))
        picture.cacheKey = stems[path.hasSuffix(".png") ? 0 : 1].key(of: photo, path: path)
        _ = try edit.save(picture)
      }
    }
    return shop
  }

  private func changes(_ shop: Shop, _ change: (inout BatchOptions) -> Void) throws -> [BatchEvent] {
    var options = BatchOptions(inputs: [shop.photos], outputFolder: shop.output)
    change(&options)
    var events: [BatchEvent] = []
    _ = try Batch(recipeFile: shop.folder.path("recipe.yaml"), options: options) { events.append($0) }.run()
    return events.filter { [.engine, .photo].contains($0.kind) }
  }

  @Test func aRunFirstReportsHowManyPicturesANewEngineMakesStale() throws {
    let shop = try earlierShop()
    let events = try changes(shop) { $0.isDryRun = true }
    guard case .engine(let change) = events.first else { return #expect(Bool(false), "no event: \(events)") }
    #expect((change.photos, change.pictures, change.kept) == (3, 6, false))
    #expect(change.from == Self.earlier && change.to == Engine.text(for: [.png]))
    #expect(change.differences.first?.hasPrefix("libpng 1.0 → 1.") == true)
    #expect(change.differences.last?.hasPrefix("packshot engine 0 → ") == true)
    let json = try JSONSerialization.jsonObject(with: Data(events[0].json.description.utf8)) as? [String: Any]
    #expect(Set(try #require(json).keys) == Set(BatchEvent.Kind.engine.fields.map(\.name)))
    #expect(events.dropFirst().map(\.kind) == [.photo, .photo, .photo])
    let run = try shop.run()
    #expect(run.reports.flatMap(\.outputs).allSatisfy { $0.reasons == [.engine] } && run.summary.rendered == 3)
    #expect(try shop.run().summary.unchanged == 3)
  }

  @Test func keepEngineKeepsFinishedPicturesAndRendersTheOthers() throws {
    let shop = try earlierShop()
    let made = try shop.files()
    let events = try changes(shop) { $0.keepEngine = true }
    // The finished pictures are reported as they are checked.
    guard case .engine(let change) = events.last else { return #expect(Bool(false), "no event: \(events)") }
    #expect((change.photos, change.pictures, change.kept) == (3, 6, true))
    let cacheKeys = try Set(shop.catalog().photos(kind: .rendition).map(\.cacheKey))
    // A touched output is read and kept. A missing one, and one of a changed photo, are rendered by today's engine.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000)], ofItemAtPath: shop.output + "/mugs/MUG-1_front.png")
    try FileManager.default.removeItem(atPath: shop.output + "/mugs/MUG-1_side.png")
    try shop.addPhoto("VASE-7_front.png", shade: 200)
    let run = try shop.run { $0.keepEngine = true }
    #expect(
      Shop.statuses(run.reports)
        == [
          "mugs/MUG-1_front.png": .unchanged, "mugs/MUG-1_front-20.jpg": .unchanged,
          "mugs/MUG-1_side.png": .rendered, "mugs/MUG-1_side-20.jpg": .unchanged,
          "VASE-7_front.png": .rendered, "VASE-7_front-20.jpg": .rendered,
        ])
    #expect(try shop.files()["mugs/MUG-1_side.png"] == made["mugs/MUG-1_side.png"])
    #expect(try cacheKeys.intersection(shop.catalog().photos(kind: .rendition).map(\.cacheKey)).count == 3)
    // The kept pictures are still recorded with the earlier engine.
    #expect(try shop.run().summary.rendered == 2)
  }

  @Test func keptPicturesMoveWithTheirPhotos() throws {
    let shop = try earlierShop()
    try FileManager.default.moveItem(
      atPath: shop.photos + "/VASE-7_front.png", toPath: shop.photos + "/VASE-8_front.png")
    let run = try shop.run { $0.keepEngine = true }
    #expect(run.summary.rendered == 0)
    #expect(Shop.statuses(run.reports)["VASE-8_front.png"] == .renamed)
    let again = try shop.run { $0.keepEngine = true }
    #expect(again.summary.unchanged == 3)
    #expect(try shop.run().reports.flatMap(\.outputs).allSatisfy { $0.reasons == [.engine] })
  }

  @Test func keepEngineAndForceExcludeEachOther() throws {
    let shop = try Shop()
    #expect(throws: PackshotError.self) { try shop.run { ($0.keepEngine, $0.force) = (true, true) } }
  }

  // MARK: - Libraries of formats

  /// Libraries such as "libpng".
  private func libraries(_ engine: String) -> Set<Substring> {
    Set(engine.split(separator: ", ").dropFirst().map { $0.prefix { $0 != " " } })
  }

  private static let first: Set<Substring> = ["libjpeg-turbo", "libpng", "zlib", "libdeflate"]

  private func addPhoto(_ name: String, as coding: EncodeOptions.Coding, to shop: Shop) throws {
    let image = try PackshotKit.Photo(contentsOf: shop.photos + "/VASE-7_front.png").image(in: .encodedOpaque)
    try Data(image.encoded(coding)).write(to: URL(fileURLWithPath: shop.photos + "/" + name))
  }

  @Test func aRunRecordsTheLibrariesThatItUsed() throws {
    let shop = try Shop()
    try shop.run()
    #expect(try shop.catalog().runs().map { libraries($0.engineVersion) } == [Self.first])
    // Their photos may be recorded one by one, so the run's record grows.
    try addPhoto("CUP-1_front.webp", as: .webp(lossless: true), to: shop)
    try addPhoto("CUP-2_front.tif", as: .tiff(), to: shop)
    try shop.addPhoto("CUP-3_front.png", shade: 77)
    #expect(try shop.run { $0.jobs = 1 }.summary.rendered == 3)
    let catalog = try shop.catalog()
    let engines = try catalog.runs().map { libraries($0.engineVersion) }
    #expect(Set(engines) == [Self.first, Self.first.union(["libwebp", "libtiff"])])
    let originals = try catalog.photos(kind: .original)
    for picture in try catalog.photos(kind: .rendition) {
      let original = try #require(originals.first { $0.id == picture.sourceId })
      let recipe = try #require(try catalog.details(ofPhoto: picture.id).recipe)
      let needed: [String: Set<Substring>] = ["webp": ["libwebp"], "tiff": ["libtiff"]]
      #expect(libraries(recipe.engineVersion).isSuperset(of: Self.first.union(needed[original.format] ?? [])))
      if !original.path.contains("CUP") { #expect(libraries(recipe.engineVersion) == Self.first) }
    }
    #expect(try changes(shop) { _ in }.allSatisfy { $0.kind == .photo })
    #expect(try shop.run().summary.unchanged == 6)
  }

  @Test(arguments: [nil, "libde265 0.1"]) func anUnusedLibraryMakesNothingStale(other: String?) throws {
    let shop = try Shop()
    try shop.run()
    // Runs used to record the libraries of all formats.
    let whole = Engine.text.replacing(/libde265 [0-9.]+/) { other ?? String($0.output) }
    #expect(whole.contains(other ?? "libde265") && whole.contains("libavif"))
    let catalog = try shop.catalog()
    let recipe = try #require(try catalog.details(ofPhoto: catalog.photos(kind: .rendition)[0].id).recipe)
    try catalog.edit("as before") { edit in
      var recipe = recipe
      recipe.engineVersion = whole
      _ = try edit.save(recipe)
    }
    let events = try changes(shop) { _ in }
    #expect(events.count == 3 && events.allSatisfy { $0.kind == .photo })
    #expect(try shop.run().summary.unchanged == 3)
  }

  // MARK: - Golden suites

  /// A suite of two failing cases: one expected picture is from an earlier engine, the other also from another recipe.
  private func earlierSuite() throws -> (folder: TemporaryFolder, suite: GoldenSuite) {
    let folder = try TemporaryFolder()
    try TestPicture.write(to: folder.path("photo.png"), width: 8, height: 8, .white)
    for name in ["engine", "recipe"] {
      try folder.write("packshot: 1\nname: plain\noutputs: [ { file: \"{stem}.png\" } ]\n", to: name + ".yaml")
      _ = try NewGoldenCase(
        suite: folder.path("suite"), name: name, recipe: folder.path(name + ".yaml"), input: folder.path("photo.png")
      ).make()
    }
    let suite = try GoldenSuite(folder: folder.path("suite"))
    try TestPicture.write(to: folder.path("black.png"), width: 8, height: 8, .black)
    let black = try Array(Data(contentsOf: URL(fileURLWithPath: folder.path("black.png"))))
    let context = GoldenContext(PhotoLimits(), .none)
    for goldenCase in suite.cases {
      let origin = try GoldenOrigin(goldenCase, goldenCase.settings(), in: context, by: Self.earlier)
      try Data(PNGText.adding(origin.text, keyword: GoldenOrigin.keyword, to: black))
        .write(to: URL(fileURLWithPath: goldenCase.expectedFile))
    }
    try folder.write(
      "packshot: 1\nname: plain\nsteps: [ sepiaTone: 0.5 ]\noutputs: [ { file: \"{stem}.png\" } ]\n", to: "recipe.yaml")
    return (folder, suite)
  }

  @Test func aCheckReportsCasesThatOnlyTheEngineChanged() throws {
    let (folder, suite) = try earlierSuite()
    defer { withExtendedLifetime(folder) {} }
    var outcomes: [GoldenOutcome] = []
    _ = try GoldenCheck(suite).run { outcomes.append($0) }
    #expect(outcomes.map(\.name) == ["engine", "recipe"] && outcomes.allSatisfy { $0.state == .failed })
    #expect(outcomes.map(\.engineDifferences.isEmpty) == [false, true])
  }

  @Test func approvingEngineChangesApprovesNoOtherCases() throws {
    let (folder, suite) = try earlierSuite()
    defer { withExtendedLifetime(folder) {} }
    let approval = try GoldenApproval(suite, names: [], cause: .engine)
    let steps = approval.steps()
    #expect(steps.map { $0.refusal == nil } == [true, false])
    try approval.approve([steps[0]])
    var outcomes: [GoldenOutcome] = []
    _ = try GoldenCheck(suite).run { outcomes.append($0) }
    #expect(outcomes.map(\.state) == [.passed, .failed])
  }
}
