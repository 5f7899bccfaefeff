import Foundation
import Testing

@testable import Catalog
@testable import ObjectStore

/// Promise: a sales record with stock, its ledger, and customers.
@Suite struct SalesRecordTests {
  private let catalog: Catalog
  private let mug: Catalog.Product
  private let ben = Catalog.Customer(name: "Ben", email: "ben@example.com", phone: "555-1234")

  init() throws {
    catalog = try .inMemory()
    var product = Catalog.Product(sku: "M-1", name: "Mug")
    product.price = try #require(Decimal(string: "12.50"))
    mug = try catalog.addProduct(product, stock: 10)
    try catalog.save(ben)
  }

  private var stock: Int32 { get throws { try catalog.product(matching: "M-1").quantity } }
  private var ledger: [Int32] {
    get throws { try catalog.store.all(Catalog.StockMovement.self).map(\.delta) }
  }

  @Test(arguments: [Int32.min, -2_147_483_639, -1] as [Int32])
  func negativeStockIsRefused(count: Int32) throws {
    #expect(throws: StoreError.self) { try catalog.setStock(of: mug.id, to: count) }
    #expect(try stock == 10)
    #expect(try catalog.setStock(of: mug.id, to: .max).quantity == 2_147_483_647)
  }

  @Test func aSaleReducesStockInTheSameEditWithADescriptiveLabel() throws {
    let sale = try catalog.recordSale(customer: ben.id, product: mug.id, quantity: 3)
    #expect(try stock == 7)
    #expect(try ledger == [10, -3])
    #expect(sale.unitPrice == mug.price)
    #expect(sale.productName == "Mug")
    try catalog.store.undo()
    #expect(try stock == 10)
    #expect(try catalog.store.all(Catalog.Sale.self).isEmpty)
  }

  @Test func aSaleOfMoreThanTheStockIsRefused() throws {
    let error = #expect(throws: StoreError.self) {
      try catalog.recordSale(customer: ben.id, product: mug.id, quantity: 11)
    }
    #expect(error == .notEnoughStock(sku: "M-1", name: "Mug", stock: 10, wanted: 11))
    #expect(throws: StoreError.self) { try catalog.recordSale(customer: ben.id, product: mug.id, quantity: 0) }
    #expect(try stock == 10)
    #expect(try catalog.store.all(Catalog.Sale.self).isEmpty)
  }

  @Test func editingASaleAdjustsStockAndRemovingItReturnsAll() throws {
    let sale = try catalog.recordSale(customer: ben.id, product: mug.id, quantity: 3)
    try catalog.set(Catalog.Sale.self, sale.id, [Assignment("quantity", "5")])
    #expect(try stock == 5)
    try catalog.set(Catalog.Sale.self, sale.id, [Assignment("quantity", "1")])
    #expect(try stock == 9)
    try catalog.remove(Catalog.Sale.self, sale.id)
    #expect(try stock == 10)
    #expect(try ledger.reduce(0, +) == 10)
    #expect(try catalog.store.verify() == [])
  }

  @Test func movingASaleToAnotherProductMovesItsStock() throws {
    try catalog.addProduct(Catalog.Product(sku: "C-1", name: "Cup"), stock: 2)
    let sale = try catalog.recordSale(customer: ben.id, product: mug.id, quantity: 2)
    let moved = try catalog.set(Catalog.Sale.self, sale.id, [Assignment("product", "C-1")])
    #expect(moved.productName == "Cup" && moved.unitPrice == mug.price)
    #expect(try catalog.product(matching: "M-1").timesSold == 0)
    #expect(try catalog.product(matching: "C-1").timesSold == 2)
    #expect(try stock == 10)
    #expect(try catalog.product(matching: "C-1").quantity == 0)
    #expect(try catalog.store.verify() == [])
  }

  @Test func timesSoldAndLastSoldFollowTheSales() throws {
    let day = { (number: Double) in Date(timeIntervalSince1970: 1_740_787_200 + number * 86_400) }
    let sold = { try { ($0.timesSold, $0.lastSold) }(catalog.product(matching: "M-1")) }
    try catalog.set(
      Catalog.Product.self, mug.id, [Assignment("timesSold", "4"), Assignment("lastSold", "2025-03-01T00:00:00Z")])
    #expect(try sold() == (4, day(0)))
    let first = try catalog.recordSale(customer: ben.id, product: mug.id, quantity: 2, at: day(1))
    let second = try catalog.sell(mug.id, 3, at: day(2))
    #expect(try sold() == (9, day(2)))
    _ = try catalog.edit("Re-date") { try $0.update(Catalog.Sale.self, second.id) { $0.soldAt = day(0.5) } }
    #expect(try sold() == (9, day(1)))
    try catalog.set(Catalog.Sale.self, first.id, [Assignment("quantity", "1")])
    #expect(try sold() == (8, day(1)))
    try catalog.remove(Catalog.Sale.self, first.id)
    #expect(try sold() == (7, day(0.5)))
    try catalog.remove(Catalog.Sale.self, second.id)
    #expect(try sold() == (4, day(0)))
    try catalog.store.undo()
    #expect(try sold() == (7, day(0.5)))
    #expect(try catalog.store.verify() == [])
  }

  @Test func timesSoldCannotBeSetBelowTheRecordedSales() throws {
    let sale = try catalog.sell(mug.id, 3)
    for (name, text, rule) in [
      ("timesSold", "2", "its recorded sales add up to 3"),
      ("lastSold", "2020-01-01T00:00:00Z", "its recorded sales add up to \(AttributeValue.date(sale.soldAt))"),
    ] {
      let error = try #require(throws: StoreError.self) {
        try catalog.set(Catalog.Product.self, mug.id, [Assignment(name, text)])
      }
      #expect(error.message.hasPrefix("Product.\(name) is ") && error.message.hasSuffix("; \(rule)"))
    }
    #expect(try catalog.product(matching: "M-1").soldElsewhere == 0)
  }

  @Test func salesAndStockCountsAreUndoneInAnyOrder() throws {
    try catalog.sell(mug.id, 1)
    try catalog.adjustStock(of: mug.id, by: 5)
    try catalog.sell(mug.id, 2)
    try catalog.set(Catalog.Product.self, mug.id, [Assignment("note", "blue")])
    let history = try catalog.store.history()
    let (sale, count) = (history[3].id, history[2].id)
    try catalog.store.undo(sale)
    #expect(try stock == 13)
    #expect(try catalog.product(matching: "M-1").timesSold == 2)
    try catalog.store.undo(count)
    #expect(try stock == 8)
    try catalog.store.redo()
    try catalog.store.redo()
    #expect(try stock == 12)
    #expect(try catalog.product(matching: "M-1").timesSold == 3)
    #expect(try catalog.product(matching: "M-1").note == "blue")
    #expect(try catalog.store.verify() == [])
  }

  @Test func stockThatWasSoldSinceCannotBeUndone() throws {
    try catalog.adjustStock(of: mug.id, by: 5)
    let number = try #require(try catalog.store.history().first).id
    try catalog.sell(mug.id, 12)
    let error = try #require(throws: StoreError.self) { try catalog.store.undo(number) }
    #expect(
      error.message
        == "“Stock of ‘Mug’” cannot be undone, because the quantity of product “Mug” would be -2; it must be at least 0"
    )
    #expect(try stock == 3)
    #expect(try catalog.store.verify() == [])
  }

  @Test func deletingACustomerDeletesTheSalesButKeepsThemCounted() throws {
    let day = { (number: Double) in Date(timeIntervalSince1970: 1_740_787_200 + number * 86_400) }
    for (at, quantity) in [(1, 3), (2, 2)] as [(Double, Int32)] {
      try catalog.recordSale(customer: ben.id, product: mug.id, quantity: quantity, at: day(at))
    }
    try catalog.sell(mug.id, 1, at: day(0))
    try catalog.remove(Catalog.Customer.self, ben.id)
    #expect(try catalog.store.all(Catalog.Sale.self).map(\.quantity) == [1])
    #expect(try stock == 4)
    #expect(try ledger == [10, -3, -2, -1])
    let left = try catalog.product(matching: "M-1")
    #expect((left.timesSold, left.soldElsewhere) == (6, 5))
    #expect(left.lastSold == day(2))
    #expect(try catalog.store.verify() == [])
    try catalog.store.undo()
    let back = try catalog.product(matching: "M-1")
    #expect((back.timesSold, back.soldElsewhere, back.lastSoldElsewhere) == (6, 0, nil))
    #expect(try catalog.store.all(Catalog.Sale.self).count == 3)
  }

  @Test func aDeletedCustomersSalesCanBeKeptAsCounterSales() throws {
    let sale = try catalog.recordSale(customer: ben.id, product: mug.id, quantity: 3)
    try catalog.removeCustomerKeepingSales(ben.id)
    #expect(try catalog.store.all(Catalog.Customer.self).isEmpty)
    let kept = try #require(catalog.store.all(Catalog.Sale.self).first)
    #expect((kept.id, kept.quantity, kept.customerId) == (sale.id, 3, nil))
    #expect(try ledger == [10, -3])
    #expect(try catalog.product(matching: "M-1").soldElsewhere == 0)
    try catalog.store.undo()
    #expect(try catalog.store.all(Catalog.Sale.self).map(\.customerId) == [ben.id])
  }

  @Test func listsAreSortedByNameAsPeopleExpect() throws {
    for name in ["ben 10", "Ánna", "ben 9", "Zoe", "anna b"] { try catalog.save(Catalog.Customer(name: name)) }
    #expect(
      try catalog.store.all(Catalog.Customer.self).map(\.name)
        == ["Ánna", "anna b", "Ben", "ben 9", "ben 10", "Zoe"])
  }

  @Test func aProductsStoredPhotoKeepsItsBytes() throws {
    var photo = Catalog.Photo(kind: .original, .sample("/in/mug.jpg"), in: catalog.paths)
    photo.productId = mug.id
    photo.data = StoredData(Data([1, 2, 3]))
    try catalog.save(photo)
    #expect(try catalog.store.bytes(of: photo, "data") == Data([1, 2, 3]))
    #expect(try catalog.read { try $0.ids("photos", of: mug) } == [photo.id])
  }

  @Test func movingASaleByProductNameMovesItsStock() throws {
    let catalog = try Catalog.inMemory()
    let mug = try catalog.addProduct(Catalog.Product(sku: "M-1", name: "Mug"), stock: 10)
    let cup = try catalog.addProduct(Catalog.Product(sku: "C-1", name: "Cup"), stock: 20)
    let sale = try catalog.sell(mug.id, 3)
    try catalog.set(Catalog.Product.self, cup.id, [Assignment("sales", sale.id.text)])
    let stock = { try ["M-1", "C-1"].map { try catalog.product(matching: $0).quantity } }
    #expect(try stock() == [10, 17])
    try catalog.remove(Catalog.Sale.self, sale.id)
    #expect(try stock() == [10, 20])
    let other = try catalog.sell(mug.id, 1)
    do {
      try catalog.set(Catalog.Product.self, mug.id, [Assignment("sales", "")])
      Issue.record("a sale leads to a product")
    } catch StoreError.refused(let refusal) {
      #expect(refusal.entity == "Sale" && refusal.attribute == "product")
    }
    #expect(try catalog.read { try $0.existing(Catalog.Sale.self, other.id) }.productId == mug.id)
    #expect(try stock() == [9, 20])
  }
}
