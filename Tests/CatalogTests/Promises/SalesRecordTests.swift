import Foundation
import Testing

@testable import Catalog

/// DESIGN §1, sales record.
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
  func `Stock is not set to less than none`(count: Int32) throws {
    #expect(throws: CatalogError.self) { try catalog.stock(of: mug.id, to: count) }
    #expect(try stock == 10)
    #expect(try catalog.stock(of: mug.id, to: .max).quantity == 2_147_483_647)
  }

  @Test func `A sale takes its goods from stock in the same group, and says what it was`() throws {
    let sale = try catalog.recordSale(customer: ben.id, product: mug.id, quantity: 3)
    #expect(try stock == 7)
    #expect(try ledger == [10, -3])
    #expect(sale.unitPrice == mug.price)
    #expect(sale.productName == "Mug")
    try catalog.store.undo()
    #expect(try stock == 10)
    #expect(try catalog.store.all(Catalog.Sale.self).isEmpty)
  }

  @Test func `More than there is cannot be sold`() throws {
    let error = #expect(throws: CatalogError.self) {
      try catalog.recordSale(customer: ben.id, product: mug.id, quantity: 11)
    }
    #expect(error == .notEnoughStock(sku: "M-1", name: "Mug", stock: 10, wanted: 11))
    #expect(throws: CatalogError.self) { try catalog.recordSale(customer: ben.id, product: mug.id, quantity: 0) }
    #expect(try stock == 10)
    #expect(try catalog.store.all(Catalog.Sale.self).isEmpty)
  }

  @Test func `A sale that is edited settles the difference, and one that is removed gives all back`() throws {
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

  @Test func `A sale that is moved to another product gives back to the one and takes from the other`() throws {
    try catalog.addProduct(Catalog.Product(sku: "C-1", name: "Cup"), stock: 2)
    let sale = try catalog.recordSale(customer: ben.id, product: mug.id, quantity: 2)
    try catalog.set(Catalog.Sale.self, sale.id, [Assignment("product", "C-1")])
    #expect(try stock == 10)
    #expect(try catalog.product(matching: "C-1").quantity == 0)
    #expect(try catalog.store.verify() == [])
  }

  @Test func `Deleting a customer deletes their sales, and keeps the stock and its ledger`() throws {
    try catalog.recordSale(customer: ben.id, product: mug.id, quantity: 3)
    try catalog.remove(Catalog.Customer.self, ben.id)
    #expect(try catalog.store.all(Catalog.Sale.self).isEmpty)
    #expect(try stock == 7)
    #expect(try ledger == [10, -3])
    #expect(try catalog.store.verify() == [])
  }

  @Test func `Lists are sorted by name for people`() throws {
    for name in ["ben 10", "Ánna", "ben 9", "Zoe", "anna b"] { try catalog.save(Catalog.Customer(name: name)) }
    #expect(
      try catalog.store.all(Catalog.Customer.self).map(\.name)
        == ["Ánna", "anna b", "Ben", "ben 9", "ben 10", "Zoe"])
  }

  @Test func `A product whose photo is put in keeps its bytes`() throws {
    var photo = Catalog.Photo(kind: .original, .sample("/in/mug.jpg"), in: catalog.paths)
    photo.productId = mug.id
    photo.data = StoredData(Data([1, 2, 3]))
    try catalog.save(photo)
    #expect(try catalog.store.bytes(of: photo, "data") == Data([1, 2, 3]))
    #expect(try catalog.read { try $0.ids("photos", of: mug) } == [photo.id])
  }

  @Test func `A sale that is given to another product by that product's name takes its stock along`() throws {
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
    } catch CatalogError.refused(let refusal) {
      #expect(refusal.entity == "Sale" && refusal.attribute == "product")
    }
    #expect(try catalog.read { try $0.existing(Catalog.Sale.self, other.id) }.productId == mug.id)
    #expect(try stock() == [9, 20])
  }
}
