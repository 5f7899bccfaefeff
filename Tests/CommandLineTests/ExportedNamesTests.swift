import Foundation
import Testing

/// Names beside ids in JSON and CSV, exported and imported.
@Suite struct ExportedNamesTests {
  @Test func relatedRecordsAreNamedBesideTheirIds() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("sales", "record", "Ben", "MUG-1")
    try packshot.succeed("products", "sell", "MUG-1")
    let sales = try packshot.run("sales", "list", "--json", "--where", "customer=Ben").events
    #expect(sales.count == 1 && sales[0]["customer.email"] as? String == "ben@example.org")
    #expect(sales[0]["customer.name"] as? String == "Ben" && sales[0]["product.sku"] as? String == "MUG-1")
    #expect((sales[0]["product"] as? String)?.count == 36)
    let counter = try packshot.run("sales", "list", "--json", "--where", "customer=").events
    #expect(counter[0]["customer"] is NSNull && counter[0]["customer.name"] is NSNull)
    let mug = try packshot.run("products", "show", "MUG-1", "--json").events[0]
    #expect(mug["makers.name"] as? [String] == ["Ann", "Bob"] && mug["collections.name"] as? [String] == ["Spring"])
  }

  @Test func anExportWithNamesIsImported() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("sales", "record", "Ben", "MUG-1")
    for name in ["all.json", "all"] {
      try packshot.succeed("catalog", "export", name)
      let again = try packshot.succeed("catalog", "import", name)
      #expect(again.hasPrefix("Imported: 0 new, 0 changed, "), "\(again)")
    }
    let header = String(decoding: try packshot.read("all/Sale.csv"), as: UTF8.self).split(whereSeparator: \.isNewline)[
      0]
    #expect(header.hasSuffix("soldAt,customer,customer.name,customer.email,product,product.sku,product.name"))
    // Without ids, names identify the records.
    try packshot.write("product.sku,customer.name\nMUG-1,Ben\n", to: "Sale.csv")
    try packshot.succeed("catalog", "import", "Sale.csv", "--allow-duplicates")
    #expect(try packshot.succeed("sales", "list", "--customer", "Ben").split(separator: "\n").count == 2)
  }
}
