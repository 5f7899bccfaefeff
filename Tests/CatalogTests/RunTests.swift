import Foundation
import Testing
import Text

@testable import Catalog
@testable import ObjectStore

@Suite struct RunTests {
  private let catalog: Catalog
  private let run: UUID
  private let recipe: UUID

  init() throws {
    catalog = try .inMemory()
    run = try catalog.beginSampleRun()
    recipe = try catalog.sampleRecipe()
  }

  @Test func aRunRecordsTheSourcesOfEveryPicture() throws {
    try catalog.recordMug(below: "/shop", run: run, recipe: recipe)
    let output = try catalog.details(ofPhoto: catalog.photo(matching: "/shop/mug.png").id)
    #expect(output.photo.cacheKey == digest("d"))
    #expect(output.photo.sha256 == digest("c"))
    #expect(output.photo.view == "front")
    #expect(output.product?.sku == "mug")
    #expect(output.source?.path == "/shop/in/mug.jpg")
    #expect(output.recipe?.hash == digest("e"))
    #expect(output.run?.host == "studio")
    #expect(output.ingredients.map(\.path) == ["/shop/backdrop.png"])

    let original = try catalog.details(ofPhoto: #require(output.source).id)
    #expect(original.renditions.map(\.path) == ["/shop/mug-800.jpg", "/shop/mug.png"])
    #expect(original.source == nil && original.recipe == nil)

    let backdrop = try catalog.details(ofPhoto: output.ingredients[0].id)
    #expect(backdrop.usedIn.map(\.path) == ["/shop/mug-800.jpg", "/shop/mug.png"])
    #expect(backdrop.product == nil)

    let product = try catalog.details(ofProduct: #require(output.product).id)
    #expect(product.photos.map(\.path) == ["/shop/in/mug.jpg", "/shop/mug-800.jpg", "/shop/mug.png"])
  }

  @Test func theNextRunIntoAFolderMarksKilledRunsAsStopped() throws {
    let begin = { (folder: String) in
      try catalog.beginRun(
        host: "studio", options: JSONValue.object([.init("output", .string(folder))]).description, engineVersion: "1")
    }
    let (killed, other, ended) = (try begin("/caf\u{e9}"), try begin("/cafe\u{301}"), try begin("/caf\u{e9}"))
    try catalog.finishRun(ended, status: .finished, counts: RunCounts(rendered: 3))
    try catalog.stopRuns(in: RunPlace(folder: "/caf\u{e9}"))
    let runs = Dictionary(uniqueKeysWithValues: try catalog.runs().map { ($0.id, $0) })
    #expect(runs[killed]?.status == .stopped && runs[killed]?.finished == nil)
    #expect(runs[other]?.status == .running && runs[ended]?.status == .finished)
    #expect(runs[run]?.status == .running, "its options lack the output folder")
  }

  @Test func aRunIsRecordedAtomicallyWithItsRecipeAndPictures() throws {
    let begin = { (id: UUID, hash: String) in
      try catalog.beginRun(
        id: id, host: "studio", options: "{}", engineVersion: "1.0.0",
        recipe: RecipeFacts(hash: hash, name: "storefront", canonicalYAML: "…"),
        sources: [.sample("/shop/badge.png"), .sample("/shop/backdrop.png")])
    }
    let (refused, begun) = (UUID(), UUID())
    #expect(throws: StoreError.self) { try begin(refused, "no digest") }
    let ids = try begin(begun, digest("d"))
    let runs = try catalog.runs().map(\.id)
    #expect(runs.contains(begun) && !runs.contains(refused))
    let paths = Dictionary(uniqueKeysWithValues: try catalog.photos().map { ($0.id, $0.path) })
    #expect(ids.sources.map { paths[$0] } == ["/shop/badge.png", "/shop/backdrop.png"])
    let again = try begin(UUID(), digest("d"))
    #expect(again.recipe == ids.recipe && again.sources == ids.sources, "recorded recipes and sources keep their ids")
  }

  @Test func recordsKeepTheirIdsWhenFilesChange() throws {
    try catalog.recordMug(below: "/shop", run: run, recipe: recipe)
    let before = try catalog.photos()
    let nextRun = try catalog.beginSampleRun()
    let nextRecipe = try catalog.sampleRecipe(hash: digest("f"))
    try catalog.recordMug(below: "/shop", sha256: digest("9"), run: nextRun, recipe: nextRecipe)
    let after = try catalog.photos()
    #expect(after.map(\.id) == before.map(\.id))
    #expect(after.filter { $0.kind == .original }.map(\.sha256) == [digest("9")])
    #expect(after.filter { $0.kind == .rendition }.allSatisfy { $0.recipeId == nextRecipe && $0.runId == nextRun })
    #expect(try catalog.products().count == 1)
  }

  @Test func aRenditionsIngredientsAreReplaced() throws {
    try catalog.recordMug(below: "/shop", run: run, recipe: recipe)
    let badge = try catalog.recordSource(.sample("/shop/badge.png"))
    let mug = RenderedPhoto(
      link: ProductLink(named: "mug"), original: .sample("/shop/in/mug.jpg"),
      renditions: [RenditionFacts(file: .sample("/shop/mug.png"), cacheKey: digest("1"), ingredients: [badge, badge])])
    try catalog.record([.rendered(mug)], run: run, recipe: recipe)
    #expect(try catalog.details(ofPhoto: catalog.photo(matching: "mug.png").id).ingredients.map(\.id) == [badge])
    #expect(try catalog.details(ofPhoto: catalog.photo(matching: "mug-800.jpg").id).ingredients.count == 1)
  }

  @Test func aRenditionsWarningsAreThoseOfItsLastRendering() throws {
    func record(_ warnings: [String]) throws {
      let mug = RenderedPhoto(
        link: ProductLink(named: "mug"), original: .sample("/shop/in/mug.jpg"),
        renditions: [RenditionFacts(file: .sample("/shop/mug.png"), cacheKey: digest("1"), warnings: warnings)])
      try catalog.record([.rendered(mug)], run: run, recipe: recipe)
    }
    try record(["backdrop kept", "dark"])
    #expect(try catalog.photo(matching: "mug.png").warningLines == ["backdrop kept", "dark"])
    try record([])
    #expect(try catalog.photo(matching: "mug.png").warnings == nil)
  }

  @Test func aFileCanBeAnOriginalAndASource() throws {
    try catalog.recordMug(below: "/shop", run: run, recipe: recipe)
    let source = try catalog.recordSource(.sample("/shop/in/mug.jpg"))
    #expect(try catalog.photos(kind: .source).map(\.path) == ["/shop/backdrop.png", "/shop/in/mug.jpg"])
    #expect(try catalog.recordSource(.sample("/shop/in/mug.jpg", sha256: digest("2"))) == source)
  }

  @Test func aProductEditedByTheShopIsNotOverwritten() throws {
    try catalog.recordMug(below: "/shop", run: run, recipe: recipe)
    var product = try catalog.product(matching: "mug")
    product.name = "Morning Mug"
    product.price = 12
    try catalog.save(product)
    try catalog.recordMug(below: "/shop", run: run, recipe: recipe)
    let after = try catalog.product(matching: "mug")
    #expect(after.id == product.id)
    #expect(after.name == "Morning Mug")
    #expect(after.price == 12)
  }

  /// Products that an older `sku` pattern created.
  @Test func aProductCreatedByARunIsRemovedWithItsLastPhotoUnlessEdited() throws {
    let show = { (products: [String], run: UUID) in
      let group = products.enumerated().map { number, sku in
        FinishedPhoto.rendered(
          RenderedPhoto(
            link: ProductLink(named: sku), original: .sample("/in/\(number).jpg"), renditions: []))
      }
      try catalog.record(group, run: run, recipe: recipe)
    }
    try catalog.addProduct(Catalog.Product(sku: "added", name: "added"))
    let old = ["added", "plain", "PLAIN", "renamed", "rated", "stocked", "made", "kept"]
    try show(old, run)
    let known = Dictionary(uniqueKeysWithValues: try catalog.products().map { ($0.sku, $0) })
    try catalog.edit("Edit") { edit in
      try edit.update(Catalog.Product.self, known["renamed"]!.id) { $0.name = "Mug" }
      try edit.update(Catalog.Product.self, known["rated"]!.id) { $0.rating = 5 }
      try edit.link(known["made"]!, "makers", to: edit.reuseOrMake(Catalog.Maker.self, named: "Ann").id)
    }
    try catalog.adjustStock(of: catalog.product(matching: "stocked").id, by: 3)
    let extra = RenderedPhoto(
      link: ProductLink(named: "kept"), original: .sample("/in/other.jpg"), renditions: [])
    try catalog.record([.rendered(extra)], run: run, recipe: recipe)

    try show(old.map { _ in "new" }, try catalog.beginSampleRun())
    #expect(
      Set(try catalog.products().map(\.sku)) == ["added", "renamed", "rated", "stocked", "made", "kept", "new"])
    #expect(try catalog.verify().isEmpty)
  }

  @Test func photosWhoseNamesDifferInCaseShowOneProduct() throws {
    try catalog.save(Catalog.Product(sku: "M-1", name: "Mug"))
    let group = ["mug", "MUG", "Mug"].map { name in
      FinishedPhoto.rendered(
        RenderedPhoto(
          link: ProductLink(named: name), original: .sample("/in/\(name).jpg"), renditions: []))
    }
    try catalog.record(group, run: run, recipe: recipe)
    #expect(Set(try catalog.products().map(\.name)) == ["Mug", "mug (2)"])
    #expect(try catalog.details(ofProduct: catalog.product(matching: "MUG").id).photos.count == 3)
  }

  @Test func cachedResultsAreFoundByPath() throws {
    try catalog.recordMug(below: "/shop", run: run, recipe: recipe)
    let known = try catalog.knownWork()
    let original = try #require(known.original("/shop/in/mug.jpg"))
    #expect(original.sha256 == digest("a"))
    #expect(original.stamp == .sample)
    #expect(original.image == ImageFacts(width: 40, height: 30, format: "jpeg"))
    let rendition = try #require(known.rendition("/shop/mug.png"))
    #expect(rendition.sourceID == original.photoID)
    #expect(rendition.cacheKey == digest("d"))
    #expect(rendition.sha256 == digest("c"))
    #expect(rendition.stamp == .sample)
    #expect(rendition.width == 40 && rendition.height == 30)
    #expect(known.original("/shop/mug.png") == nil)
    #expect(known.rendition("/shop/in/mug.jpg") == nil)
    #expect(known.original("/shop/backdrop.png") == nil)
  }

  @Test func everyHeaderFieldIsReadBack() throws {
    var image = ImageFacts(width: 3000, height: 4000, format: "jpeg")
    (image.orientation, image.colorModel, image.bitDepth) = (6, "cmyk", 16)
    (image.hasAlpha, image.isProgressive, image.hasGainMap) = (true, true, true)
    (image.icc, image.capturedAt) = ("Coated FOGRA39", Date(timeIntervalSince1970: 1_700_000_000))
    // Except what isn't in a header, or not needed for planning.
    let unread = ["colors", "content", "perceptualHash"]
    let fields = Mirror(reflecting: image).children
    #expect(fields.allSatisfy { unread.contains($0.label ?? "") || !isDefault($0) }, "each has a value of its own")
    let file = FileFacts(path: "/in/a.jpg", sha256: digest("a"), stamp: .sample, image: image)
    let photo = RenderedPhoto(link: ProductLink(named: "a"), original: file, renditions: [])
    try catalog.record([.rendered(photo)], run: run, recipe: recipe)
    #expect(try catalog.knownWork().original("/in/a.jpg")?.image == image)
    // Orientation 6 swaps width and height.
    #expect(try catalog.photo(matching: "a.jpg").aspect == 4000.0 / 3000)
  }

  /// Whether a field of facts has the value that creating them without it gives.
  private func isDefault(_ field: Mirror.Child) -> Bool {
    let plain = Mirror(reflecting: ImageFacts(width: 1, height: 1, format: "")).children
    return plain.contains { $0.label == field.label && "\($0.value)" == "\(field.value)" }
  }

  @Test func filesInDifferentNormalFormsAreTwoPhotos() throws {
    let (composed, decomposed) = ("/in/caf\u{e9}.jpg", "/in/cafe\u{301}.jpg")
    let group = zip([composed, decomposed], ["1", "2"]).map { path, digit in
      FinishedPhoto.rendered(
        RenderedPhoto(
          link: ProductLink(named: digit),
          original: .sample(path, sha256: digest(Character(digit))), renditions: []))
    }
    try catalog.record(group, run: run, recipe: recipe)
    let known = try catalog.knownWork()
    #expect(known.original(composed)?.sha256 == digest("1"))
    #expect(known.original(decomposed)?.sha256 == digest("2"))
  }

  @Test func touchedFilesOnlyGetNewStamps() throws {
    try catalog.recordMug(below: "/shop", run: run, recipe: recipe)
    let before = try catalog.photo(matching: "mug.png")
    let stamp = FileStamp(
      bytes: 1234, modifiedNanoseconds: 5, changedNanoseconds: 6, inode: 7, recordedNanoseconds: 8)
    try catalog.restamp([(before.id, stamp)])
    var expected = before
    expected.stamp = stamp
    let after = try catalog.photo(matching: "mug.png")
    #expect(try catalog.json([after]) == catalog.json([expected]))
    #expect(try catalog.knownWork().rendition("/shop/mug.png")?.stamp == stamp)
  }

  @Test func aRecipeIsRecordedOncePerEngineVersion() throws {
    #expect(try catalog.sampleRecipe() == recipe)
    let other = try catalog.recipe(hash: digest("e"), name: "storefront", canonicalYAML: "…", engineVersion: "2.0.0")
    #expect(other != recipe)
  }

  @Test func anEndedRunHasItsStatusCountsAndFailures() throws {
    try catalog.record(
      [
        .failed(path: "/in/z.jpg", code: "empty", message: "no bytes"),
        .failed(path: "/in/b.jpg", code: "x", message: ""),
      ],
      run: run, recipe: recipe)
    #expect(try catalog.runs().map(\.status) == [.running])
    try catalog.finishRun(
      run, status: .stopped, counts: RunCounts(rendered: 1, unchanged: 2, failed: 3, conflict: 4, skipped: 5))
    let ended = try #require(try catalog.runs().first)
    #expect(ended.status == .stopped)
    #expect(ended.finished != nil)
    #expect([ended.rendered, ended.unchanged, ended.failed, ended.conflict, ended.skipped] == [1, 2, 3, 4, 5])
    #expect(try catalog.failures(ofRun: run).map(\.path) == ["/in/b.jpg", "/in/z.jpg"])
    #expect(try catalog.failures(ofRun: run).last?.message == "no bytes")
    let unknown = UUID()
    #expect(throws: StoreError.notFound(entity: "Run", query: unknown.text)) {
      try catalog.finishRun(unknown, status: .finished, counts: RunCounts())
    }
  }
}
