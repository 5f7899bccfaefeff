import Foundation
import PackshotKit
import Testing

/// Prices, texts and conditions use the product that the catalog links to a photo, not the SKU in the file name.
@Suite struct ProductOnRecordTests {
  private let packshot: Packshot

  init() throws {
    packshot = try Packshot()
    try packshot.writePhoto("photos/a.jpg", shade: 10)
    try packshot.writePhoto("photos/b.jpg", shade: 200)
    try packshot.write(Self.recipe, to: "r.yaml")
    try run("r.yaml")
    try set("products", "a", "price=5")
    try set("products", "b", "price=9")
  }

  /// The file name contains the SKU. The picture's name shows which product the catalog links.
  private static let recipe = """
    packshot: 1
    name: prices
    steps: [ { fit: { width: 20, height: 20, background: white } } ]
    outputs:
      - { file: "all/{stem}.png" }
      - { file: "priced/{stem}-{sku}-{price}.png", when: { product: { price: { min: 1 } } } }
      - { file: "dear/{stem}.png", when: { product: { price: { min: 8 } } } }
    catalog: { sku: '(.*/)?(?<sku>[a-zA-Z]+)' }

    """

  @discardableResult private func run(_ arguments: String...) throws -> Packshot.Result {
    let run = try packshot.run(["run"] + arguments + ["photos", "--output", "out"])
    #expect(run.status == 0, "\(run.errors)")
    return run
  }

  private func set(_ kind: String, _ name: String, _ value: String) throws {
    try packshot.succeed(kind, "edit", name, value, "--catalog", "out/catalog.sqlite")
  }

  /// The names of the pictures with prices, and of the expensive ones, after a run with --prune.
  private func pictures() throws -> (priced: [String], dear: [String]) {
    try run("r.yaml", "--prune", "--yes")
    return (try packshot.names(in: "out/priced"), (try? packshot.names(in: "out/dear")) ?? [])
  }

  @Test func aPhotoMovedToAnotherProductShowsThatProductsPrice() throws {
    #expect(try pictures() == (["a-a-5.00.png", "b-b-9.00.png"], ["b.png"]))
    try set("photos", "photos/a.jpg", "product=b")
    #expect(try pictures() == (["a-b-9.00.png", "b-b-9.00.png"], ["a.png", "b.png"]))
    #expect(try run("r.yaml").errors.contains("2 unchanged"))
  }

  @Test func aManifestListsNoPictureOfAnotherProduct() throws {
    try run("r.yaml")
    try set("photos", "photos/a.jpg", "product=b")
    let manifest = { try packshot.run("manifest", "b", "--catalog", "out/catalog.sqlite") }
    let before = try manifest()
    #expect(!before.output.contains("a-a-5.00") && before.output.contains("b-b-9.00"))
    #expect(before.errors.contains("run their recipes again"), "\(before.errors)")
    try run("r.yaml")
    let after = try manifest()
    #expect(
      !after.output.contains("a-a-5.00") && after.output.contains("a-b-9.00") && after.output.contains("all/a.png"))
  }

  @Test func aProductWithANewSKUKeepsItsPhotos() throws {
    try set("products", "a", "sku=ART")
    try set("products", "b", "sku=a")
    #expect(try pictures() == (["a-ART-5.00.png", "b-a-9.00.png"], ["b.png"]))
    #expect(try run("r.yaml").errors.contains("2 unchanged"))
  }

  @Test func photosOfAMergedProductShowTheRemainingProduct() throws {
    let catalog = try Catalog(at: packshot.folder + "/out/catalog.sqlite", createIfMissing: false)
    let (a, b) = (try catalog.product(matching: "a"), try catalog.product(matching: "b"))
    try catalog.store.merge(Catalog.Product.self, a.id, into: b.id)
    #expect(try pictures() == (["a-b-9.00.png", "b-b-9.00.png"], ["a.png", "b.png"]))
  }

  @Test func aPhotoOfARemovedProductUsesItsFileName() throws {
    try packshot.succeed("products", "remove", "b", "--yes", "--catalog", "out/catalog.sqlite")
    #expect(try pictures() == (["a-a-5.00.png"], []))
  }

  @Test func aRenamedPhotoFollowsItsNewName() throws {
    #expect(try packshot.shell("mv photos/a.jpg photos/c.jpg").status == 0)
    try run("r.yaml")
    try set("products", "c", "price=7")
    #expect(try pictures() == (["b-b-9.00.png", "c-c-7.00.png"], ["b.png"]))
  }

  @Test func aRenamedPhotoLinkedByAPersonKeepsItsProductWithAWarning() throws {
    try set("photos", "photos/a.jpg", "product=b")
    #expect(try packshot.shell("mv photos/a.jpg photos/c.jpg").status == 0)
    let errors = try run("r.yaml").errors
    #expect(
      errors.contains("c.jpg") && errors.contains("name contains c") && errors.contains("was linked to b by hand"),
      "\(errors)")
    #expect(try pictures() == (["b-b-9.00.png", "c-b-9.00.png"], ["b.png", "c.png"]))
    #expect(try !run("r.yaml").errors.contains("by hand"), "it is said once")
  }

  @Test func selectingProductsUsesTheCatalogsLinks() throws {
    try set("photos", "photos/a.jpg", "product=b")
    let dear = try run("r.yaml", "--where", "price>8", "--dry-run", "--json").events
    #expect(dear.compactMap { $0["input"] as? String }.sorted() == ["photos/a.jpg", "photos/b.jpg"])
    let own = try run("r.yaml", "--where", "sku=a", "--dry-run", "--json").events
    #expect(own.compactMap { $0["input"] as? String } == [])
  }

  @Test func aShardUsesTheCatalogsLinks() throws {
    try set("photos", "photos/a.jpg", "product=b")
    for shard in ["0/2", "1/2"] { try run("r.yaml", "--shard", shard) }
    try set("products", "b", "price=11")
    for shard in ["0/2", "1/2"] { try run("r.yaml", "--shard", shard) }
    try packshot.succeed(
      "catalog", "import", "--catalog", "out/catalog.sqlite", "out/catalog-0-of-2.sqlite", "out/catalog-1-of-2.sqlite")
    #expect(try run("r.yaml").errors.contains("2 unchanged"))
    #expect(
      try packshot.names(in: "out/priced").filter { $0.hasSuffix("-11.00.png") } == ["a-b-11.00.png", "b-b-11.00.png"])
    #expect(try packshot.names(in: "out/dear") == ["a.png", "b.png"])
    #expect(try packshot.succeed("photos", "list", "--where", "product=a", "--catalog", "out/catalog.sqlite") == "")
  }

  // MARK: SKUs

  @Test func skusThatDifferInCaseSpaceOrNormalFormAreOneProduct() throws {
    try packshot.writePhoto("photos/A.jpg", shade: 90)
    #expect(try pictures().priced == ["A-a-5.00.png", "a-a-5.00.png", "b-b-9.00.png"])
    for sku in ["A", " a", "a\u{200b}", "Ａ"] {
      let added = try packshot.run("products", "add", sku, "--name", "New", "--catalog", "out/catalog.sqlite")
      #expect((added.status == 65) == (sku != "Ａ"), "\(sku): \(added.errors)")
    }
    let found = try packshot.succeed(
      "products", "list", "--where", "sku=B", "--json", "--catalog", "out/catalog.sqlite")
    #expect(found.contains("\"sku\":\"b\""))
  }

  @Test func conditionsCompareSKUsAsNames() throws {
    for (condition, count) in [("sku=A", 1), ("sku!=A", 1), ("sku=' a '", 1), ("sku=0", 0)] {
      let events = try run("r.yaml", "--where", condition, "--dry-run", "--json").events
      #expect(events.count { $0["event"] as? String == "photo" } == count, "\(condition)")
    }
    try set("products", "a", "sku=007")
    let seven = try run("r.yaml", "--where", "sku=7", "--dry-run", "--json").events
    #expect(!seven.contains { $0["event"] as? String == "photo" })
  }

  @Test func newProductsWhoseNamesDifferInCaseKeepTheirPictureNames() throws {
    try packshot.writePhoto("photos/NEW.jpg", shade: 90)
    try packshot.writePhoto("photos/new.jpg", shade: 91)
    try run("r.yaml")
    try set("products", "new", "price=3")
    let priced = try pictures().priced.filter { $0.lowercased().hasPrefix("new") }
    #expect(priced == ["NEW-NEW-3.00.png", "new-NEW-3.00.png"])
    #expect(try run("r.yaml").errors.contains("4 unchanged"))
  }
}
