import Foundation
import Pipeline
import Testing

@testable import PackshotKit

/// Runs by recipes that ask what products are like: of a table of their own, or of the catalog.
@Suite struct ProductDataTests {
  private static let table = """
    sku,price,discount,season
    MUG-1,12.50,10,spring
    VASE-7,40,,"spring, summer"

    """

  /// All photos become one picture, and those of products at a discount of 1 or more another, with the price in its name.
  private func shop(_ table: String? = table, when: String = "discount: { min: 1 }") throws -> Shop {
    let shop = try Shop()
    if let table { try shop.folder.write(table, to: "prices.csv") }
    shop.recipe = """
      packshot: 1
      name: shop
      \(table == nil ? "" : "data: prices.csv")
      steps: [ { fit: { width: 30, height: 30 } } ]
      outputs:
        - { file: "{stem}.png" }
        - { file: "sale/{stem}-{price}.png", when: { product: { \(when) } } }
      catalog: { sku: '(.*/)?(?<sku>[A-Z0-9-]+)_(?<view>\\w+)' }
      """
    return shop
  }

  private static let all: Set = ["MUG-1_front.png", "MUG-1_side.png", "VASE-7_front.png"]

  @Test(arguments: [
    ("discount: { min: 1 }", ["MUG-1_front-12.50", "MUG-1_side-12.50"]),
    ("discount: present", ["MUG-1_front-12.50", "MUG-1_side-12.50"]),
    ("price: present", ["MUG-1_front-12.50", "MUG-1_side-12.50", "VASE-7_front-40"]),
    ("price: 40.0", ["VASE-7_front-40"]),
    ("price: [12.5, 3], season: spring", ["MUG-1_front-12.50", "MUG-1_side-12.50"]),
    ("season: \"spring, summer\"", ["VASE-7_front-40"]),
    ("price: { max: 40 }, season: [winter]", []),
  ])
  func outputsAreMadeForTheProductsTheyAreFor(when: String, made: [String]) throws {
    let shop = try shop(when: when)
    #expect(try shop.run().summary.failed == 0)
    #expect(try Set(shop.files().keys) == Self.all.union(made.map { "sale/\($0).png" }))
    let again = try shop.run()
    #expect(again.summary.unchanged == 3)
    #expect(again.reports.flatMap(\.notMade).count == 3 - made.count)
  }

  /// Rows of other products, other columns and the order of rows are nothing to a picture.
  @Test func aChangedPriceIsThatProductsAlone() throws {
    let shop = try shop(when: "price: { min: 1 }")
    try shop.run()
    var table = "season,sku,price,discount,stock\n,VASE-7,40,3,7\nautumn,MUG-1,12.50,,2\nx,NEW-1,3,3,3\n"
    try shop.folder.write(table, to: "prices.csv")
    #expect(try shop.run().summary.unchanged == 3)
    table = table.replacing("VASE-7,40", with: "VASE-7,41")
    try shop.folder.write(table, to: "prices.csv")
    let run = try shop.run { $0.prune = true }
    #expect(run.summary.rendered == 1 && run.summary.unchanged == 2)
    let vase = try #require(run.reports.first { $0.input.contains("VASE") })
    #expect(vase.outputs.map(\.status) == [.unchanged, .rendered])
    #expect(run.orphans.map(\.path) == ["sale/VASE-7_front-40.png"])
  }

  @Test func aPhotoWhoseProductLacksWhatANameNeedsFailsAlone() throws {
    let shop = try shop(Self.table.replacing("12.50", with: ""), when: "season: present")
    let run = try shop.run()
    #expect(run.summary.failed == 2 && run.summary.rendered == 1)
    let failures = run.reports.compactMap { $0.failure?.message }
    #expect(failures.count == 2)
    for message in failures {
      #expect(message.contains("outputs[1].file uses {price}") && message.contains("prices.csv has no price for MUG-1"))
    }
  }

  @Test(
    arguments: [
      (
        "sku,price\nA,1\n",
        "prices.csv:1:1: the recipe asks for `discount`, but the table has no such column; its columns are sku, price"
      ),
      ("id,price,discount\n", "prices.csv:1:1: the table needs a column `sku`; its columns are id, price, discount"),
      ("sku,price,discount\nA,1,2\nB,1,2\nA,3,4\n", "prices.csv:4:1: the sku A is in line 2 already"),
      ("sku,price,discount\nA,1,2\n,1,2\n", "prices.csv:3:1: this row has no sku"),
      ("sku,price,discount\nA,1\n", "prices.csv:2:1: "),
      ("", "prices.csv:1:1: "),
    ])
  func aWrongTableIsToldBeforeAnythingIsRendered(table: String, message: String) throws {
    let shop = try shop(table)
    let error = try #require(throws: RecipeError.self) { try shop.run() }
    #expect(error.description.contains(message), "\(error.description)")
    #expect((try? shop.files())?.isEmpty != false)
  }

  @Test func aTableThatIsNotThereIsTold() throws {
    let shop = try shop()
    try FileManager.default.removeItem(atPath: shop.folder.path("prices.csv"))
    let error = try #require(throws: RecipeError.self) { try shop.run() }
    #expect(error.path == "data" && error.message.contains("cannot be read"))
  }

  /// As spreadsheets write it where the comma is the decimal sign.
  @Test func aDecimalCommaIsRead() throws {
    let shop = try shop("sku;price;discount\nMUG-1;12,5;\"0,5\"\nVASE-7;1;2,75\n", when: "discount: { min: 2.7 }")
    try shop.run()
    #expect(try Set(shop.files().keys) == Self.all.union(["sale/VASE-7_front-1.png"]))
  }

  @Test func theCatalogIsAskedWhereThereIsNoTable() throws {
    let shop = try shop(nil, when: "rating: { min: 4 }")
    try shop.run()
    #expect(try Set(shop.files().keys) == Self.all)
    let catalog = try Catalog(at: shop.output + "/catalog.sqlite", createIfMissing: false)
    try catalog.edit("Price") { edit in
      var product = try edit.record(Catalog.Product.self, matching: "MUG-1")
      (product.rating, product.price) = (4.5, 9.5)
      try edit.save(product)
    }
    #expect(try shop.run().summary.rendered == 2)
    #expect(try Set(shop.files().keys) == Self.all.union(["sale/MUG-1_front-9.50.png", "sale/MUG-1_side-9.50.png"]))
    #expect(try shop.run().summary.unchanged == 3)
  }

  @Test func groupsOfThePatternAreFields() throws {
    let shop = try shop()
    shop.recipe = """
      packshot: 1
      name: shop
      outputs: [ { file: "{kind}/{stem}.png", when: { product: { kind: MUG } } } ]
      catalog: { sku: '(.*/)?(?<sku>(?<kind>[A-Z]+)-[0-9]+)_(?<view>\\w+)' }
      """
    try shop.run()
    #expect(try Set(shop.files().keys) == ["MUG/MUG-1_front.png", "MUG/MUG-1_side.png"])
    #expect(try shop.run().summary.unchanged == 3)
  }

  @Test func whatProductsDoNotHaveIsTold() throws {
    for (from, to, message) in [
      ("{price}", "{prize}", "did you mean `{price}`"), ("discount", "discont", "products have no `discont`"),
    ] {
      let shop = try shop(nil, when: "note: present")
      shop.recipe = shop.recipe.replacing(from, with: to).replacing("note", with: to == "discont" ? to : "note")
      let error = try #require(throws: RecipeError.self) { try shop.run() }
      #expect(error.message.contains(message), "\(error.message)")
    }
  }

  /// All that catalogs have of products and a text can say.
  @Test func theAttributesOfTheCatalogAreKnown() {
    #expect(Set(AttributeNames.ofProducts).isSubset(of: Catalog.Product.entity.attributes.map(\.name)))
  }

  /// The first run makes the products. That they are there then, without a price and with nothing in stock, is no news.
  @Test func productsThatARunMakesRenderNothingAgain() throws {
    let shop = try shop(nil, when: "price: { min: 1 }, quantity: { max: 5 }")
    #expect(try shop.run().summary.rendered == 3)
    let again = try shop.run()
    #expect(again.summary.unchanged == 3 && again.reports.flatMap(\.notMade).count == 3)
  }

  // MARK: Texts

  private func labels(_ table: String? = table, _ text: String = "{price}", when: String = "") throws -> Shop {
    let shop = try shop(table)
    shop.recipe = """
      packshot: 1
      name: labels
      \(table == nil ? "" : "data: prices.csv")
      steps: [ { fit: { width: 60, height: 60 } } ]
      outputs:
        - { file: "{stem}.png" }
        - { file: "label/{stem}.png", steps: [ { text: { text: "\(text)", size: 20 }\(when) } ] }
      catalog: { sku: '(.*/)?(?<sku>[A-Z0-9-]+)_(?<view>\\w+)' }
      """
    return shop
  }

  private static let hasFont = FileManager.default.fileExists(atPath: Recipe.defaultFontPath)

  /// The same texts written by hand make the same pictures; another price renders that product's labels again and nothing else.
  @Test(.enabled(if: hasFont, "the default font is not installed")) func textsHaveWhatTheProductHas() throws {
    let shop = try labels()
    #expect(try shop.run().summary.failed == 0)
    let pictures = try shop.files()
    let byHand = try labels(Self.table, "12.50")
    try byHand.run()
    let written = try byHand.files()
    for name in ["label/MUG-1_front.png", "label/MUG-1_side.png"] { #expect(pictures[name] == written[name]) }
    #expect(pictures["label/VASE-7_front.png"] != written["label/VASE-7_front.png"])

    try shop.folder.write(Self.table.replacing("12.50,10", with: "11.50,3"), to: "prices.csv")
    let rendered = try shop.run().reports.flatMap(\.outputs).filter { $0.status == .rendered }.map(\.path)
    #expect(Set(rendered) == ["label/MUG-1_front.png", "label/MUG-1_side.png"])
    #expect(try shop.run().summary.unchanged == 3)
  }

  @Test(.enabled(if: hasFont, "the default font is not installed")) func aPhotoWithoutAValueFailsAlone() throws {
    let shop = try labels(Self.table, "-{discount} %")
    let reports = try shop.run().reports
    #expect(reports.count { $0.status == .failed } == 1)
    let message = reports.compactMap(\.failure?.message).first ?? ""
    #expect(message.contains("the text uses {discount}, but there is no discount on record"), "\(message)")
    // Where the step is not taken, nothing is missing.
    let chosen = try labels(Self.table, "-{discount} %", when: ", when: { product: { discount: present } }")
    #expect(try chosen.run().summary.failed == 0)
  }

  @Test func aFieldThatNoProductHasIsRefused() throws {
    let shop = try labels(nil, "{prize}")
    let error = try #require(throws: RecipeError.self) { try shop.run() }
    #expect(error.message.contains("unknown field `{prize}` (did you mean `{price}`?)"), "\(error.message)")
  }
}
