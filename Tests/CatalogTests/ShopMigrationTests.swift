import Foundation
import GRDB
import TestSupport
import Testing

@testable import ObjectStore
@testable import Shop

/// Catalogs as older versions made them, brought up to date.
@Suite struct ShopMigrationTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("catalog.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  private func opened(_ older: OlderCatalog) throws -> Catalog {
    try older.write(to: path)
    return try Catalog(at: path, createIfMissing: false)
  }

  @Test func `Products, photos and their links are as they were`() throws {
    let catalog = try opened(.version1)
    let mug = try catalog.product(matching: "M-1")
    #expect(mug.price == Decimal(string: "12.5"))
    #expect(mug.rating == 4.5 && mug.isFavorite && mug.timesSold == 2 && mug.note == "a note")
    #expect(mug.lastSold == Date(timeIntervalSince1970: 1_740_821_400))
    #expect(mug.tint == Tint(red: 0xe6, green: 0x39, blue: 0x46))
    #expect(try catalog.details(ofProduct: mug.id).photos.map(\.path) == ["in/mug.jpg", "mug.png"])
    let rendition = try catalog.details(ofPhoto: catalog.photo(matching: "mug.png").id)
    #expect(rendition.source?.path == "in/mug.jpg")
    #expect(rendition.source?.isProgressive == true)
    #expect(try catalog.product(matching: "vase").archived)
  }

  @Test func `What was in stock is the ledger's first line`() throws {
    let catalog = try opened(.version1)
    let movements = try catalog.read { try $0.fetch(Fetch<Catalog.StockMovement>()) }
    #expect(movements.map(\.delta) == [7])
    #expect(movements.map(\.reason) == [.opening])
    #expect(try catalog.product(matching: "M-1").quantity == 7)
    #expect(try catalog.product(matching: "V-1").quantity == 0)
  }

  @Test func `The catalog is whole, sorted and searched like a new one`() throws {
    let catalog = try opened(.version1)
    #expect(try catalog.verify() == [])
    #expect(try catalog.products().map(\.sku) == ["M-1", "V-1"])
    #expect(try catalog.read { try $0.search(Catalog.Product.self, "CAFE red") }.map(\.sku) == ["M-1"])
  }

  @Test func `What it was is kept beside it`() throws {
    let catalog = try opened(.version1)
    let old = try DatabaseQueue(path: path + ".before-v\(catalog.store.version)")
    #expect(try old.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 1)
    #expect(try old.read { try Int.fetchOne($0, sql: "SELECT quantity FROM product WHERE sku = 'M-1'") } == 7)
  }

  @Test func `A catalog of version 2 keeps its products, sales and stock, and all it is sorted and searched by`() throws
  {
    let catalog = try opened(.version2)
    #expect(catalog.store.versionFound == 2)
    #expect(try catalog.products().map(\.sku) == ["BOWL-1", "MUG-1", "VASE-1"])
    #expect(try catalog.products().map(\.quantity) == [5, 17, 2])
    #expect(try catalog.products().map(\.timesSold) == [0, 5, 1])
    #expect(try catalog.products().map(\.soldElsewhere) == [0, 2, 0])
    #expect(try catalog.store.all(Catalog.Sale.self).map(\.quantity).sorted() == [1, 1, 2])
    #expect(try catalog.text(of: catalog.product(matching: "MUG-1"), "makers") == "Ann, Zoë")
    #expect(try catalog.read { try $0.search(Catalog.Product.self, "zoe cafe") }.map(\.sku) == ["MUG-1"])
    #expect(try catalog.verify() == [])
    #expect(try catalog.store.history() == [])
  }

  /// What the next version will do to the model: no older migration may depend on what that is today.
  @Test(arguments: OlderCatalog.allCases)
  func `A version above today's, with a new entity and a new column, opens every older catalog`(
    _ older: OlderCatalog
  ) throws {
    try older.write(to: path)
    let store = try Store(at: path, NextShop.schema, createIfMissing: false)
    #expect(store.versionFound == older.rawValue)
    #expect(try store.verify() == [])
    try store.save(NextShop.Customer(name: "Ada", city: "Łódź"))
    try store.save(NextShop.Shelf(name: "Window"))
    #expect(try store.read { try $0.search(NextShop.Customer.self, "dz ada") }.map(\.name) == ["Ada"])
    #expect(try store.all(NextShop.Shelf.self).map(\.name) == ["Window"])
    let customers: [OlderCatalog: [String]] = [.version1: ["Ada"], .version2: ["Ada", "Ben"]]
    #expect(try store.all(NextShop.Customer.self).map(\.name) == customers[older])
    let stock: [OlderCatalog: [Int32]] = [.version1: [7, 0], .version2: [5, 17, 2]]
    #expect(try store.all(Catalog.Product.self).map(\.quantity) == stock[older])
  }
}
