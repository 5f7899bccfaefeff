import Foundation
import Testing

@testable import PackshotKit

/// The products that runs create, and those among them that are probably another spelling of an existing one.
@Suite struct NewProductsTests {
  private func shop(_ photos: [String]) throws -> Shop {
    let shop = try Shop(photos: photos)
    shop.recipe = """
      packshot: 1
      name: shop
      steps: [ { fit: { width: 30, height: 30 } } ]
      outputs: [ { file: "{stem}.png" } ]
      catalog: { sku: '(?<sku>[^_]+)(_(?<view>\\w+))?' }
      """
    return shop
  }

  @Test func aRunReportsHowManyProductsItCreated() throws {
    let shop = try shop(["MUG-1_front.png", "MUG-1_side.png", "VASE-7_front.png"])
    let first = try shop.run()
    #expect(first.summary.newProducts == 2)
    #expect(Set(first.reports.compactMap(\.newProduct)) == ["MUG-1", "VASE-7"])
    #expect(try shop.run().summary.newProducts == 0)
    try shop.addPhoto("BOWL-3_front.png", shade: 9)
    #expect(try shop.run { $0.isDryRun = true }.summary.newProducts == 0)
    let last = try shop.run()
    #expect(last.summary.newProducts == 1 && last.summary.warnings.isEmpty)
  }

  @Test(arguments: ["MUG 1", "MUG1", "M.U.G-1", "MUG--1", "MÜG-1", "MU\u{308}G–1", "mug.1"])
  func aNewSKUSimilarToAnExistingOneIsReported(sku: String) throws {
    let shop = try shop(["MUG-1_front.png", "VASE-7_front.png"])
    #expect(try shop.run().summary.warnings.isEmpty)
    try shop.addPhoto("\(sku)_front.png", shade: 9)
    let run = try shop.run()
    #expect(run.summary.newProducts == 1)
    let warnings = run.reports.flatMap(\.warnings)
    #expect(warnings.count == 1 && warnings[0].contains("\(sku) ") && warnings[0].contains(" MUG-1,"), "\(warnings)")
    #expect(try shop.run().reports.flatMap(\.warnings).isEmpty, "the second run does not repeat the warning")
  }

  @Test func newSKUsOfOneRunAreCompared() throws {
    let run = try shop(["MUG-1_front.png", "MUG.1_front.png", "MUG-11_front.png", "--_front.png", "-._front.png"]).run()
    #expect(run.summary.newProducts == 5)
    #expect(run.reports.flatMap(\.warnings).count == 1, "\(run.reports.flatMap(\.warnings))")
  }
}
