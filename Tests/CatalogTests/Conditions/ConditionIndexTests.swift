import GRDB
import Testing

@testable import Catalog
@testable import ObjectStore

/// Which indexes SQLite uses for a condition.
@Suite struct ConditionIndexTests {
  private let catalog: Catalog

  init() throws { catalog = try .inMemory() }

  private func steps(_ table: String, _ sql: FetchSQL) throws -> [String] {
    try catalog.store.query { db in
      try Row.fetchAll(
        db, sql: "EXPLAIN QUERY PLAN SELECT id FROM \(table) \(sql.clauses)", arguments: sql.arguments
      ).map { $0["detail"] }
    }
  }

  @Test(arguments: [
    ("customer=Bruno", "SEARCH sale USING INDEX sale_customerId"),
    ("product=MUG-01 AND quantity>1", "SEARCH sale USING INDEX sale_productId"),
    ("customer=", "SEARCH sale USING INDEX sale_customerId"),
  ])
  func salesAreFoundByTheirRelatedRecords(text: String, step: String) throws {
    let condition = try Condition(typed: text, on: Catalog.Sale.entity, in: Catalog.model)
    let found = try steps(
      "sale", FetchSQL(Fetch<Catalog.Sale>(where: condition, by: [.init("quantity")]), catalog.store.context))
    #expect(found.contains { $0.hasPrefix(step) }, "\(found)")
  }

  @Test(arguments: [
    ("sales.quantity>2", ["SEARCH _r1 USING INDEX sale_productId (productId=?)"]),
    ("sales(quantity>2)>=3", ["SEARCH _r1 USING INDEX sale_productId (productId=?)"]),
    ("makers.name=Ann", ["SEARCH makers_products USING PRIMARY KEY (products=?)", "SEARCH _r1 USING INDEX"]),
  ])
  func relatedRecordsAreFoundByTheRelationshipsIndex(text: String, expected: [String]) throws {
    let condition = try Condition(typed: text, on: Catalog.Product.entity, in: Catalog.model)
    let found = try steps(
      "product", FetchSQL(Fetch<Catalog.Product>(where: condition, by: [.init("sku")]), catalog.store.context))
    for step in expected { #expect(found.contains { $0.hasPrefix(step) }, "\(found)") }
    #expect(!found.contains { $0.hasPrefix("SCAN _r") || $0.hasPrefix("SCAN sale") || $0.hasPrefix("SCAN makers") })
  }

  @Test func sortingByARelatedAttributeLooksUpTheRecordById() throws {
    let fetch = Fetch<Catalog.Sale>(by: [.init("customer.name"), .init("product.sku", descending: true)])
    let found = try steps("sale", FetchSQL(fetch, catalog.store.context))
    for step in [
      "SEARCH _o0 USING INDEX sqlite_autoindex_customer_1 (id=?)",
      "SEARCH _o0 USING INDEX sqlite_autoindex_product_1 (id=?)",
    ] {
      #expect(found.contains(step), "\(found)")
    }
    #expect(!found.contains { $0.hasPrefix("SCAN _o") })
  }

  @Test func aListOfValuesUsesOneIndex() throws {
    let condition = try Condition(typed: "product IN (MUG-01, MUG-02)", on: Catalog.Sale.entity, in: Catalog.model)
    let found = try steps("sale", FetchSQL(Fetch<Catalog.Sale>(where: condition), catalog.store.context))
    #expect(found.contains { $0.hasPrefix("SEARCH sale USING INDEX sale_productId") }, "\(found)")
  }

  @Test func aSKUIsFoundByTheIndexOfItsKey() throws {
    let condition = try Condition(typed: "sku=MUG-01", on: Catalog.Product.entity, in: Catalog.model)
    let found = try steps("product", FetchSQL(Fetch<Catalog.Product>(where: condition), catalog.store.context))
    #expect(found.contains { $0.contains("SEARCH product") && $0.contains("(skuFolded=?)") }, "\(found)")
  }

  @Test func aNameComparisonUsesTheIndexOfNames() throws {
    let condition = try Condition(typed: "name>=t", on: Catalog.Product.entity, in: Catalog.model)
    let found = try steps("product", FetchSQL(Fetch<Catalog.Product>(where: condition), catalog.store.context))
    #expect(found.contains { $0.contains("product_nameOrder (nameOrder>?)") }, "\(found)")
  }
}
