import Foundation
import Recipes
import Testing

@testable import PackshotKit

/// Runs by recipes that use product data, from a table or from the catalog.
@Suite struct ProductDataTests {
  private static let table = """
    sku,price,discount,season
    MUG-1,12.50,10,spring
    VASE-7,40,,"spring, summer"

    """

  /// All photos become one picture. Those of products with a discount of 1 or more become another, with the price in its name.
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
    ("price: present", ["MUG-1_front-12.50", "MUG-1_side-12.50", "VASE-7_front-40.00"]),
    ("price: 40.0", ["VASE-7_front-40.00"]),
    ("price: [12.5, 3], season: spring", ["MUG-1_front-12.50", "MUG-1_side-12.50"]),
    ("season: \"spring, summer\"", ["VASE-7_front-40.00"]),
    ("price: { max: 40 }, season: [winter]", []),
  ])
  func outputsAreRenderedForMatchingProducts(when: String, made: [String]) throws {
    let shop = try shop(when: when)
    #expect(try shop.run().summary.failed == 0)
    #expect(try Set(shop.files().keys) == Self.all.union(made.map { "sale/\($0).png" }))
    let again = try shop.run()
    #expect(again.summary.unchanged == 3)
    #expect(again.reports.flatMap(\.notMade).count == 3 - made.count)
  }

  /// The run adds the products, with their SKUs as names, so that it has their values.
  @Test func aDryRunOfNewProductsForetellsTheRun() throws {
    let shop = try Shop()
    shop.recipe = """
      packshot: 1
      name: shop
      outputs: [ { file: "{stem}.png", steps: [ { text: { text: "{sku} {name}", size: 8 } } ] } ]
      catalog: { sku: '(?<sku>[A-Z0-9-]+)_(?<view>\\w+)' }
      """
    let foretold = try shop.run { $0.isDryRun = true }
    #expect(foretold.reports.flatMap(\.outputs).map(\.status) == [.wouldRender, .wouldRender, .wouldRender])
    #expect(try shop.run().reports.flatMap(\.outputs).map(\.status) == [.rendered, .rendered, .rendered])
  }

  @Test func aSKUThatASpreadsheetShortenedIsWarnedOf() throws {
    let shop = try shop("sku,price,discount\nMUG-1,1,\n1.23E+12,2,\n9E+11,3,\n")
    let warnings = try shop.run().warnings
    #expect(warnings.count { $0.contains("line 3: the SKU 1.23E+12 looks like a number") } == 1, "\(warnings)")
    #expect(!warnings.contains { $0.contains("9E+11") })
  }

  /// Rows of other products, other columns and the order of rows don't affect a picture.
  @Test func aChangedPriceMakesOnlyThatProductStale() throws {
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
    #expect(run.orphans.map(\.path) == ["sale/VASE-7_front-40.00.png"])
  }

  /// A photo that is renamed to another product shows that product's values, as after a first run.
  @Test(arguments: ["product: { discount: present }", "view: side"])
  func aPhotoRenamedToAnotherProductIsRenderedAgain(when: String) throws {
    func shop() throws -> Shop {
      let shop = try self.shop(when: "season: absent")
      shop.recipe = shop.recipe.replacing(
        "{stem}.png\" }", with: "{stem}.png\", steps: [ { sepiaTone: 1, when: { \(when) } } ] }")
      return shop
    }
    func rename(_ shop: Shop) throws {
      try FileManager.default.moveItem(
        atPath: shop.photos + "/mugs/MUG-1_side.png", toPath: shop.photos + "/VASE-7_back.png")
    }
    let (shop, fresh) = (try shop(), try shop())
    try shop.run()
    try rename(shop)
    let run = try shop.run()
    #expect(run.summary.rendered == 1 && run.summary.renamed == 0)
    try rename(fresh)
    try fresh.run()
    #expect(try shop.files()["VASE-7_back.png"] == fresh.files()["VASE-7_back.png"])
    #expect(try shop.run().summary.unchanged == 3)
  }

  @Test func aPhotoWithoutAValueForItsNameFailsAlone() throws {
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
        "prices.csv:1:1: the recipe uses `discount`, but the table has no such column; its columns are sku, price"
      ),
      ("id,price,discount\n", "prices.csv:1:1: the table needs a column `sku`; its columns are id, price, discount"),
      (
        "sku,price,discount\nA,1,2\nB,1,2\nA,3,2\n",
        "prices.csv:4:1: the `price` of A is “3” here, and “1” in line 2; rows of the same product must agree"
      ),
      ("sku,price,discount\nA,1,2\n,1,2\n", "prices.csv:3:1: this row has no sku"),
      ("sku,price,discount\nA,1\n", "prices.csv:2:1: "),
      ("", "prices.csv:1:1: "),
    ])
  func anInvalidTableIsReportedBeforeRendering(table: String, message: String) throws {
    let shop = try shop(table)
    let error = try #require(throws: RecipeError.self) { try shop.run() }
    #expect(error.description.contains(message), "\(error.description)")
    #expect((try? shop.files())?.isEmpty != false)
  }

  @Test func aMissingTableIsReported() throws {
    let shop = try shop()
    try FileManager.default.removeItem(atPath: shop.folder.path("prices.csv"))
    let error = try #require(throws: RecipeError.self) { try shop.run() }
    #expect(error.path == "data" && error.message.contains("cannot be read"))
  }

  @Test func aDecimalCommaIsRead() throws {
    for table in [
      "sku;price;discount\nMUG-1;12,5;\"0,5\"\nVASE-7;1;2,75\n",
      "sku,price,discount\nMUG-1,\"12,5\",\"0,5\"\nVASE-7,1,\"2,75\"\n",
    ] {
      let shop = try shop(table, when: "discount: { min: 2.7 }")
      try shop.run()
      #expect(try Set(shop.files().keys) == Self.all.union(["sale/VASE-7_front-1.00.png"]))
    }
  }

  // MARK: Numbers

  /// A high price must not be read as a low one, or as none.
  @Test(arguments: [
    (
      "1.299,00", "`price` is “1.299,00”, which is read as 1299.00 only if the recipe says how the table writes numbers"
    ),
    ("1 299,00", "is read as 1299.00 only if"), ("1\u{A0}299,00", "is read as 1299.00 only if"),
    ("1,299.00", "decimal: point }`, or 1299.00"), ("1299,00 €", "decimal: comma }`, or 1299.00"),
    ("1.500", "can be 1.5 or 1500; write `data: { file: \"prices.csv\", decimal: point }`"),
    ("1,500", "can be 1500 or 1.5"),
    ("on request", "isn't a number; write it as 12.50 or 12,50"), ("1.29.00", "isn't a number"),
    ("12.99,00", "isn't a number"),
    ("1,2,3", "isn't a number"), ("(12.50)", "isn't a number"), ("12 %", "isn't a number"),
    ("1,2E+03", "isn't a number"),
  ])
  func anAmbiguousPriceIsRefusedWithItsLine(price: String, message: String) throws {
    for when in ["price: { min: 500 }", "price: { max: 500 }"] {
      let shop = try shop("sku;price\nVASE-7;999,00\nMUG-1;\(price)\n", when: when)
      let error = try #require(throws: RecipeError.self) { try shop.run() }
      #expect(error.description.contains("prices.csv:3:1: ") && error.message.contains("“\(price)”"), "\(error)")
      #expect(error.message.contains(message), "\(error.message)")
    }
  }

  @Test(arguments: [
    ("comma", "999,00", "1.299,00", "1299.00"), ("comma", "1.500", "1 299,00", "1299.00"),
    ("comma", "999,00", "1.299 €", "1299.00"), ("point", "999.00", "1,299.00", "1299.00"),
    ("point", "$600", "$1,299", "1299.00"), ("point", "1,500", "1'299.5", "1299.50"), ("comma", "600", "1.29.900", nil),
    ("point", "600", "1,29,900.00", "129900.00"), ("comma", "999.00", "1299", nil), ("point", "999,00", "1299", nil),
  ])
  func numbersAreReadAsTheRecipeDeclares(decimal: String, vase: String, mug: String, named: String?) throws {
    let shop = try shop("sku;price\nVASE-7;\(vase)\nMUG-1;\(mug)\n", when: "price: { min: 500 }")
    shop.recipe = shop.recipe.replacing("data: prices.csv", with: "data: { file: prices.csv, decimal: \(decimal) }")
    guard let named else {
      let error = try #require(throws: RecipeError.self) { try shop.run() }
      #expect(error.message.contains("isn't a number with a decimal \(decimal)"), "\(error.message)")
      return
    }
    try shop.run()
    let sale = try shop.files().keys.filter { $0.hasPrefix("sale/") }
    #expect(sale.count == 3 && sale.contains("sale/MUG-1_front-\(named).png"), "\(sale)")
  }

  /// Conditions that a text can meet, too.
  @Test func aTextIsUnequalToANumber() throws {
    let shop = try shop("sku,price,season\nMUG-1,3,spring\nVASE-7,4,7\n", when: "season: [7, 8]")
    try shop.run()
    #expect(try Set(shop.files().keys) == Self.all.union(["sale/VASE-7_front-4.00.png"]))
    try shop.folder.write("sku,price,season\nMUG-1,3,spring\nVASE-7,4,7.000\n", to: "prices.csv")
    let error = try #require(throws: RecipeError.self) { try shop.run() }
    #expect(error.description.contains("prices.csv:3:1: `season` is “7.000”, which can be 7 or 7000"), "\(error)")
  }

  @Test(arguments: [
    ("9", "EUR", "{price}", "9.00"), ("9,5 €", "", "{price}", "9.50"), ("1500", "JPY", "{price}", "1500"),
    ("1,25", "kwd", "{price}", "1.250"), ("9", "", "{price:0}", "9"), ("9,999", "", "{price:1}", "10.0"),
    ("on request", "", "{price}", "on request"), ("9", "", "{size}", "7.5"), ("9", "", "{size:2}", "7.50"),
    ("9", "", "{ean}", "0400"),
  ])
  func namesHaveADecimalPointAndTheCurrencysDecimals(price: String, currency: String, field: String, name: String)
    throws
  {
    let shop = try shop("sku;price;currency;size;ean\nMUG-1;\(price);\(currency);7,5;0400\nVASE-7;1;;7;1\n")
    shop.recipe = """
      packshot: 1
      name: shop
      data: { file: prices.csv, decimal: comma }
      outputs: [ { file: "{stem}-\(field).png" } ]
      catalog: { sku: '(.*/)?(?<sku>[A-Z0-9-]+)_(?<view>\\w+)' }
      """
    #expect(try shop.run().summary.failed == 0)
    let files = try shop.files().keys
    #expect(files.contains("MUG-1_front-\(name).png"), "\(files)")
  }

  @Test func aNameNeedsAnUnambiguousPrice() throws {
    let shop = try shop("sku,price,discount\nMUG-1,1.500,\nVASE-7,40,\n", when: "discount: present")
    let error = try #require(throws: RecipeError.self) { try shop.run() }
    #expect(error.description.contains("prices.csv:2:1: `price` is “1.500”, which can be 1.5 or 1500"), "\(error)")
  }

  /// A value from a photo's name or the catalog's texts belongs to that photo.
  @Test func aPhotoWithAWordForANumberFailsAlone() throws {
    let shop = try shop()
    shop.recipe = """
      packshot: 1
      name: shop
      outputs: [ { file: "{stem}.png" }, { file: "large/{stem}.png", when: { product: { number: { min: 1 } } } } ]
      catalog: { sku: '(.*/)?(?<sku>[A-Z]+-[0-9]+)_(?<number>\\w+)' }
      """
    try shop.addPhoto("mugs/MUG-1_2.png", shade: 7)
    let run = try shop.run()
    #expect(run.summary.failed == 3 && run.summary.rendered == 1)
    let message = try #require(run.reports.compactMap(\.failure?.message).first)
    #expect(message.contains("uses number as a number, which is “"), "\(message)")
    #expect(message.contains("; it must be a number such as 12.50"), "\(message)")
    #expect(try Set(shop.files().keys) == ["MUG-1_2.png", "large/MUG-1_2.png"])
  }

  @Test func theCatalogIsUsedWithoutATable() throws {
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

  @Test func namedGroupsOfThePatternAreFields() throws {
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

  @Test func unknownFieldsAreReported() throws {
    for (from, to, message) in [
      ("{price}", "{prize}", "did you mean `{price}`"), ("discount", "discont", "products have no `discont`"),
    ] {
      let shop = try shop(nil, when: "note: present")
      shop.recipe = shop.recipe.replacing(from, with: to).replacing("note", with: to == "discont" ? to : "note")
      let error = try #require(throws: RecipeError.self) { try shop.run() }
      #expect(error.message.contains(message), "\(error.message)")
    }
  }

  /// The attributes of catalogs' products that a text can contain.
  @Test func theCatalogsAttributesAreKnown() {
    #expect(Set(AttributeNames.ofProducts).isSubset(of: Catalog.Product.entity.attributes.map(\.name)))
  }

  /// The first run creates the products. That they now exist, without a price and out of stock, makes nothing stale.
  @Test func productsCreatedByARunMakeNothingStale() throws {
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

  /// The same texts written by hand give the same pictures. Another price makes only that product's labels stale.
  @Test(.enabled(if: hasFont, "the default font is not installed")) func textsContainTheProductsValues() throws {
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

  /// The prices in a table, and the resulting texts.
  @Test(
    .enabled(if: hasFont, "the default font is not installed"),
    arguments: [
      ("12,5", "{price} €", "12,50 €"), ("12,50 €", "{price} €", "12,50 €"), ("40", "{price} €", "40,00 €"),
      ("1.299,5", "{price}", "1.299,50"), ("12,5", "{price:3}", "12,500"),
    ])
  func textsKeepTheTablesSignsAndUseTheCurrencysDecimals(price: String, text: String, drawn: String) throws {
    let pictures = try [(price, text), ("1", drawn)].map { price, text in
      let shop = try labels("sku;price\nMUG-1;\(price)\nVASE-7;1\n", text)
      #expect(try shop.run().summary.failed == 0)
      return try shop.files()["label/MUG-1_front.png"]
    }
    #expect(pictures[0] != nil && pictures[0] == pictures[1])
  }

  @Test(.enabled(if: hasFont, "the default font is not installed")) func aPhotoWithoutAValueForATextFailsAlone() throws
  {
    let shop = try labels(Self.table, "-{discount} %")
    let reports = try shop.run().reports
    #expect(reports.count { $0.status == .failed } == 1)
    let message = reports.compactMap(\.failure?.message).first ?? ""
    #expect(message.contains("the text uses {discount}, but this photo's product has no discount"), "\(message)")
    // If the step isn't executed, nothing is missing.
    let chosen = try labels(Self.table, "-{discount} %", when: ", when: { product: { discount: present } }")
    #expect(try chosen.run().summary.failed == 0)
  }

  @Test func aTextWithAnUnknownFieldIsRefused() throws {
    let shop = try labels(nil, "{prize}")
    let error = try #require(throws: RecipeError.self) { try shop.run() }
    #expect(error.message.contains("unknown field `{prize}` (did you mean `{price}`?)"), "\(error.message)")
  }
}
