import Foundation
import Testing

@testable import PackshotKit

/// Runs that select photos by product data.
@Suite struct ProductChoiceTests {
  private static let table = "sku,price,season\nMUG-1,12.50,spring\nVASE-7,40,\n"

  private func shop() throws -> Shop {
    let shop = try Shop()
    try shop.folder.write(Self.table, to: "prices.csv")
    shop.recipe = """
      packshot: 1
      name: shop
      data: prices.csv
      steps: [ { fit: { width: 30, height: 30 } } ]
      outputs:
        - { file: "{stem}.png" }
        - { file: "sale/{stem}.png", when: { product: { price: { max: 20 } } } }
      catalog: { sku: '(.*/)?(?<sku>[A-Z0-9-]+)_(?<view>\\w+)' }
      """
    return shop
  }

  private func inputs(_ reports: [PhotoReport]) -> [String] {
    reports.map { String($0.input.split(separator: "/").last ?? "") }.sorted()
  }

  @Test(arguments: [
    (["price>12.5"], ["VASE-7_front.png"]), (["price >= 12.5"], Shop.files),
    (["price<=12.50"], Shop.mugs), (["price=12.5"], Shop.mugs), (["season!=spring"], ["VASE-7_front.png"]),
    (["season="], ["VASE-7_front.png"]), (["season = 'spring'", "view=side"], ["MUG-1_side.png"]),
    (["sku=\"VASE-7\""], ["VASE-7_front.png"]), (["season=winter"], []),
    (["price>12,5"], ["VASE-7_front.png"]), (["price=12,5"], Shop.mugs), (["price!=40"], Shop.mugs),
  ])
  func photosAreSelectedByTheirProducts(conditions: [String], taken: [String]) throws {
    let conditions = try conditions.map { try ProductCondition($0) }
    let run = try shop().run { $0.conditions = conditions }
    #expect(inputs(run.reports) == taken)
    #expect(run.warnings.contains { $0.contains("no photo shows a product with season=winter") } == taken.isEmpty)
  }

  @Test(arguments: [
    ("price", "one of = != < <= > >="), ("=3", "one of = != < <= > >="), ("price>cheap", "comparison with \"cheap\""),
    ("price<", "comparison with nothing"), ("price>1.500", "\"1.500\"; it can be 1.5 or 1500"),
    ("price=1.500", "it can be 1.5 or 1500"), ("price>=1.299,00", "write it as 1299.00"),
    ("price>12 €", "write it as 12"),
  ])
  func anInvalidConditionIsRefused(text: String, words: String) throws {
    let error = try #require(throws: PackshotError.self) { _ = try ProductCondition(text) }
    #expect(error.message.contains(words), "\(error.message)")
  }

  /// A value that can't be compared is an error, not a mismatch.
  @Test(arguments: [
    ("season>0", "prices.csv:2:1: `season` is “spring”, which isn't a number"),
    ("price>0", "prices.csv:3:1: `price` is “1.299,00”, which is read as 1299.00 only if"),
    ("stock<=5", "prices.csv:2:1: `stock` is “1.500”, which can be 1.5 or 1500"),
    ("stock=5", "prices.csv:2:1: `stock` is “1.500”, which can be 1.5 or 1500"),
  ])
  func aValueThatIsNotANumberEndsTheRun(condition: String, message: String) throws {
    let shop = try shop()
    shop.recipe = shop.recipe.replacing("{ max: 20 }", with: "present")
    try shop.folder.write("sku;price;season;stock\nMUG-1;12,50;spring;1.500\nVASE-7;1.299,00;;3\n", to: "prices.csv")
    let condition = try ProductCondition(condition)
    let error = try #require(throws: RecipeError.self) { try shop.run { $0.conditions = [condition] } }
    #expect(error.description.contains(message), "\(error.description)")
  }

  @Test func aNameGroupThatIsNotANumberEndsTheRun() throws {
    let shop = try shop()
    let condition = try ProductCondition("view>1")
    let error = try #require(throws: PackshotError.self) { try shop.run { $0.conditions = [condition] } }
    #expect(error.message.contains("view of") && error.message.contains("“front”"), "\(error.message)")
  }

  @Test func anUnknownAttributeIsRefused() throws {
    let shop = try shop()
    let (colour, prise) = (try ProductCondition("colour=red"), try ProductCondition("prise>1"))
    #expect(throws: RecipeError.self) { _ = try shop.run { $0.conditions = [colour] } }
    shop.recipe = shop.recipe.replacing("data: prices.csv", with: "")
    let error = try #require(throws: PackshotError.self) { _ = try shop.run { $0.conditions = [prise] } }
    #expect(error.message.contains("did you mean `price`?"), "\(error.message)")
  }

  /// A photo that isn't selected keeps its pictures.
  @Test func unselectedPhotosAreNotOrphans() throws {
    let shop = try shop()
    try shop.run()
    let condition = try ProductCondition("price>20")
    let run = try shop.run { ($0.conditions, $0.prune) = ([condition], true) }
    #expect(run.summary.unchanged == 1 && run.orphans.isEmpty)
  }

  /// Of three photos, one is new, one has other bytes, and one another price: only the last is rendered.
  @Test func onlyChangedProductsAreSelected() throws {
    let shop = try shop()
    try shop.run()
    #expect(try shop.run { $0.changedProducts = true }.reports.isEmpty)
    try shop.folder.write(Self.table.replacing("VASE-7,40", with: "VASE-7,19"), to: "prices.csv")
    try shop.addPhoto("mugs/MUG-1_side.png", shade: 200)
    try shop.addPhoto("mugs/MUG-1_new.png", shade: 201)
    let dry = try shop.run { ($0.changedProducts, $0.isDryRun) = (true, true) }
    #expect(inputs(dry.reports) == ["VASE-7_front.png"])
    #expect(
      dry.reports.flatMap(\.outputs).filter { $0.status == .wouldRender }.map(\.path) == ["sale/VASE-7_front.png"])
    let run = try shop.run { $0.changedProducts = true }
    #expect(inputs(run.reports) == ["VASE-7_front.png"] && run.summary.rendered == 1)
    #expect(run.reports[0].reasons == [.product])
    #expect(run.warnings.contains { $0.hasPrefix("2 photos are new or changed for other reasons") }, "\(run.warnings)")
    #expect(try shop.run().summary.rendered == 2)
  }

  /// The reason distinguishes a changed price from a changed recipe.
  @Test func theReasonIsTheProduct() throws {
    let shop = try shop()
    try shop.run()
    try shop.folder.write(Self.table.replacing("12.50", with: "11"), to: "prices.csv")
    let changed = try shop.run().reports.filter { $0.status == .rendered }
    #expect(inputs(changed) == Shop.mugs && changed.allSatisfy { $0.reasons == [.product] })
    #expect(changed.flatMap(\.outputs).filter { $0.status == .rendered }.allSatisfy { $0.path.hasPrefix("sale/") })
    shop.recipe = shop.recipe.replacing("width: 30, height: 30", with: "width: 31, height: 30")
    #expect(try shop.run().reports.allSatisfy { $0.reasons == [.recipe] })
  }
}

extension Shop {
  static let mugs = ["MUG-1_front.png", "MUG-1_side.png"]
  static let files = mugs + ["VASE-7_front.png"]
}
