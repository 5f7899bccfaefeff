import Foundation
import GRDB
import TestSupport
import Testing
import Text

@testable import Catalog
@testable import ObjectStore

/// `verify --repair` of catalogs that another program has changed.
@Suite struct RepairTests {
  private let catalog: Catalog
  private let mug: Catalog.Product

  init() throws {
    catalog = try .inMemory()
    mug = try catalog.addProduct(Catalog.Product(sku: "M-1", name: "Mug"), stock: 10)
    try catalog.sell(mug.id, 3)
  }

  /// Returns the planned actions and carries them out.
  private func repair() throws -> [Repair.Action?] {
    let repairs = catalog.store.repairs(of: try catalog.verify())
    try catalog.store.repair(repairs)
    return repairs.map(\.action)
  }

  @Test func stockAndTimesSoldAreRecomputedFromLedgerAndSales() throws {
    try catalog.store.tamper("UPDATE product SET quantity = 99, timesSold = 98, lastSold = NULL")
    #expect(try repair() == [.compute, .compute, .compute])
    let mended = try catalog.product(matching: "M-1")
    #expect((mended.quantity, mended.timesSold) == (7, 3))
    #expect(try mended.lastSold == catalog.store.all(Catalog.Sale.self)[0].soldAt)
    #expect(try catalog.verify() == [])
  }

  @Test func derivedColumnsAreRecomputed() throws {
    try catalog.store.tamper("UPDATE product SET searchKey = 'pot', nameFolded = 'pot', nameOrder = x'00'")
    #expect(try repair() == [.compute, .compute, .compute])
    #expect(try catalog.verify() == [])
    #expect(try catalog.read { try $0.search(Catalog.Product.self, "mug") }.map(\.sku) == ["M-1"])
  }

  @Test func searchListsAreRebuilt() throws {
    try catalog.addProduct(Catalog.Product(sku: "C-1", name: "Cup"))
    try catalog.store.tamper("UPDATE _list_product SET text = 'pot'")
    #expect(try repair() == [.relist, .relist])
    #expect(try catalog.verify() == [])
    #expect(try catalog.read { try $0.search(Catalog.Product.self, "mug") }.map(\.sku) == ["M-1"])
    #expect(try catalog.read { try $0.search(Catalog.Product.self, "pot") }.isEmpty)
  }

  @Test func brokenLinksAreRemovedWithoutAnEntryInTheHistory() throws {
    let ben = Catalog.Customer(name: "Ben")
    try catalog.save(ben)
    try catalog.recordSale(customer: ben.id, product: mug.id, quantity: 1)
    try catalog.edit("Link") { edit in
      try edit.link(mug, "makers", to: edit.reuseOrMake(Catalog.Maker.self, named: "Ann").id)
    }
    try catalog.store.tamper("DELETE FROM customer; DELETE FROM maker")
    #expect(try Set(repair()) == [.unlink, .relist])
    #expect(try catalog.verify() == [])
    #expect(try catalog.store.all(Catalog.Sale.self).map(\.quantity).sorted() == [1, 3])
    #expect(try catalog.store.history().first?.label == "Link", "a repair is nothing that undo could take back")
  }

  @Test func recordsOwnedByAMissingRecordAreRemovedUnlessTheirDeleteRuleIsDeny() throws {
    try catalog.store.tamper("DELETE FROM product")
    #expect(try Set(repair()) == [.remove, nil])
    #expect(try catalog.store.all(Catalog.StockMovement.self).isEmpty)
    #expect(try catalog.store.all(Catalog.Sale.self).map(\.quantity) == [3])
    let left = try catalog.store.repairs(of: catalog.verify())
    #expect(left.map(\.message) == ["cannot be repaired: give it another product, or remove it"])
  }

  @Test func eachRepairKeepsACopyOfTheFileBeforeIt() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("catalog.sqlite")
    let catalog = try Catalog(at: path, createIfMissing: true)
    try catalog.addProduct(Catalog.Product(sku: "M-1", name: "Mug"), stock: 10)
    #expect(try catalog.store.repair([]) == nil)
    for (wrong, suffix) in [(98, "before-repair"), (99, "before-repair-2")] {
      try catalog.store.tamper("UPDATE product SET quantity = \(wrong)")
      let kept = try catalog.store.repair(catalog.store.repairs(of: catalog.verify()))
      #expect(kept == "\(path).\(suffix)")
      let before = try DatabaseQueue(path: "\(path).\(suffix)")
      #expect(try before.read { try Int.fetchOne($0, sql: "SELECT quantity FROM product") } == wrong)
      #expect(try catalog.product(matching: "M-1").quantity == 10)
    }
    #expect(try catalog.store.history().map(\.label) == ["Add product “Mug”"])
  }

  @Test func anUnrepairableProblemIsKeptWithAdvice() throws {
    try catalog.store.tamper("UPDATE product SET rating = 7.5")
    let repairs = catalog.store.repairs(of: try catalog.verify())
    let rating = try #require(repairs.first { $0.action == nil })
    #expect(rating.message == "cannot be repaired: give it another rating")
  }
}
