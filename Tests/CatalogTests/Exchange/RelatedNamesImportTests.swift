import Foundation
import Testing

@testable import Catalog
@testable import ObjectStore

/// Rows that name related records in the columns that exports write: `makers.name`, `customer.email`.
@Suite struct RelatedNamesImportTests {
  private let catalog: Catalog

  init() throws {
    catalog = try .inMemory()
    for (sku, name) in [("M-1", "Mug"), ("C-1", "Cup")] {
      var product = Catalog.Product(sku: sku, name: name)
      product.price = 5
      try catalog.addProduct(product, stock: 10, makers: ["Ann"])
    }
    try catalog.save(Catalog.Customer(name: "Ben", email: "ben@example.org"))
    try catalog.save(Catalog.Customer(name: "Ben", email: "other@example.org"))
  }

  private func problems(_ text: String, _ format: ExchangeFormat = .csv, _ entity: String? = nil) -> [String] {
    do {
      try catalog.load(text, format, entity)
      return []
    } catch ExchangeError.refused(let problems, _, _) {
      return problems.map(\.description)
    } catch {
      return ["\(error)"]
    }
  }

  private func makers(of sku: String) throws -> String? {
    try catalog.text(of: catalog.product(matching: sku), "makers")
  }

  private func buyers() throws -> [String?] {
    try catalog.read { reader in
      try reader.fetch(Fetch<Catalog.Sale>(by: [.init("soldAt")])).map { sale in
        try sale.customerId.flatMap { try reader.record(Catalog.Customer.self, $0)?.email }
      }
    }
  }

  @Test func makersAreFoundOrCreatedByNameWithoutAColumnOfIds() throws {
    try catalog.load("sku,Makers.Name\nM-1,\"Ann, Bea\"\nC-1,ANN\n", .csv, "Product")
    #expect(try makers(of: "M-1") == "Ann, Bea" && makers(of: "C-1") == "Ann")
    try catalog.load(#"[{"entity":"Product","sku":"C-1","makers.name":["Bea","Cyd, Sons"]}]"#)
    #expect(try makers(of: "C-1") == "Bea, \"Cyd, Sons\"")
  }

  @Test func aSaleFindsItsProductAndCustomerBySKUNameOrEmail() throws {
    let rows = """
      product.sku,product.name,customer.name,customer.email,quantity,soldAt
      M-1,Mug,Ben,OTHER@example.org,1,2025-03-01
      C-1,,,ben@example.org,2,2025-03-02
      ,cup,,,3,2025-03-03

      """
    #expect(try catalog.load(rows, .csv, "Sale").inserted == 3)
    #expect(try buyers() == ["other@example.org", "ben@example.org", nil])
    #expect(try catalog.product(matching: "M-1").timesSold == 1 && catalog.product(matching: "C-1").timesSold == 5)
    #expect(
      problems("product.sku,customer.name\nM-1,Ben\n", .csv, "Sale").first?.contains("matches 2 Customer records")
        == true)
    #expect(
      problems("product.sku,customer.email\nM-1,zoe@example.org\n", .csv, "Sale")
        == ["list.csv:2: there is no customer “zoe@example.org” in the catalog"])
    #expect(
      problems("product.sku,product.name\nM-1,Cup\n", .csv, "Sale")
        == [
          "list.csv:2: Sale.product.name is “Cup”; its product here is “Mug”; correct one of the two, or leave one out"
        ])
  }

  @Test func aRecordFromALaterRowIsFoundByName() throws {
    let text = """
      {"entity":"Sale","product.sku":"N-1","customer.email":"zoe@example.org","unitPrice":"3"}
      {"entity":"Product","sku":"N-1","name":"New","quantity":4}
      {"entity":"Customer","name":"Zoe","email":"zoe@example.org"}
      """
    #expect(try catalog.load(text).inserted == 3)
    #expect(try catalog.product(matching: "N-1").quantity == 3)
    #expect(try buyers() == ["zoe@example.org"])
  }

  @Test func contradictingIdsAndNamesAreRefusedAndNothingIsImported() throws {
    let ann = try catalog.record(Catalog.Maker.self, matching: "Ann").id.text
    #expect(
      problems("sku,makers,makers.name\nM-1,\(ann),Bea\nC-1,\(ann),ann\n", .csv, "Product") == [
        "list.csv:2: Product.makers.name is “Bea”; its makers here is “Ann”; correct one of the two, or leave one out"
      ])
    let ben = try #require(try catalog.store.all(Catalog.Customer.self).first).id.text
    let sale = #"[{"entity":"Sale","product":"M-1","customer":"\#(ben)","customer.email":"x@example.org"}]"#
    #expect(
      problems(sale, .json).first?.contains(
        "Sale.customer.email is “x@example.org”; its customer here is “ben@example.org”") == true)
    #expect(try catalog.store.history().allSatisfy { !$0.label.hasPrefix("Import") })
    let rest = try catalog.load(
      "sku,makers,makers.name,note\nM-1,\(ann),Bea,a\nC-1,\(ann),ann,b\n", .csv, "Product", keepGoing: true)
    #expect((rest.updated, rest.failed) == (1, 1))
    #expect(try catalog.product(matching: "M-1").note == nil && catalog.product(matching: "C-1").note == "b")
  }

  @Test func namesMatchIdsThatTheSameFileRenames() throws {
    let ann = try catalog.record(Catalog.Maker.self, matching: "Ann").id.text
    let text = """
      {"entity":"Product","sku":"M-1","makers":["\(ann)"],"makers.name":["Anna"]}
      {"entity":"Maker","id":"\(ann)","name":"Anna"}
      """
    #expect(try catalog.load(text).updated == 1)
    #expect(try makers(of: "M-1") == "Anna")
  }

  /// A user who clears a cell may not expect the import to remove the value.
  @Test func valuesRemovedByEmptyCellsAreCounted() throws {
    try catalog.set(Catalog.Product.self, catalog.product(matching: "M-1").id, [Assignment("note", "blue")])
    let rows = "sku,name,note,tint,collections\nM-1,Mug,,,\nN-1,New,,,\n"
    for isTrial in [true, false] {
      let summary = try catalog.load(rows, .csv, "Product", isTrial: isTrial)
      #expect(summary.emptiedCount == 1)
      #expect(summary.emptied == [ImportEmptied(record: "Mug", attribute: "note")])
    }
    #expect(try catalog.product(matching: "M-1").note == nil)
    #expect(try catalog.load(rows, .csv, "Product").emptiedCount == 0)
  }
}
