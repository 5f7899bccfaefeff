import Foundation
import GRDB
import Testing

@testable import Catalog

/// A catalog as version 1 made it, from the text that was frozen then, brought up to date.
@Suite struct ShopMigrationTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("catalog.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
    let tables = try #require(Bundle.module.url(forResource: "v1", withExtension: "sql", subdirectory: "Schemas"))
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      try db.execute(sql: String(contentsOf: tables, encoding: .utf8))
      try db.execute(sql: "PRAGMA application_id = 0x506B5368; PRAGMA user_version = 1")
      try db.execute(
        sql: """
          INSERT INTO product VALUES
            (x'00000000000000000000000000000001', 'M-1', 'Café Mug', 'café mug', 'cafe mug', 125000, 'EUR', 7, 4.5, 1, 2,
              1740821400000, 'https://example.com/mug', '#e63946', 0, 'a note'),
            (x'00000000000000000000000000000002', 'V-1', 'vase', 'vase', 'vase', 0, 'EUR', 0, 0, 0, 0, NULL, NULL, NULL, 1,
              NULL);
          INSERT INTO photo VALUES
            (x'00000000000000000000000000000003', 'original', 'in/mug.jpg', '\(digest("a"))', NULL, 'front', 40, 30, 6, 0.75,
              'jpeg', 'rgb', 8, 0, 1, 'sRGB', NULL, 1234, 5, 6, 7, x'00000000000000000000000000000001', NULL, NULL, NULL),
            (x'00000000000000000000000000000004', 'rendition', 'mug.png', '\(digest("b"))', '\(digest("c"))', 'front', 20, 10,
              1, 2, 'png', 'rgb', 8, 1, 0, NULL, NULL, 99, 5, 6, 7, x'00000000000000000000000000000001',
              x'00000000000000000000000000000003', NULL, NULL);
          """)
    }
    try queue.close()
  }

  @Test func `Products, photos and their links are as they were`() throws {
    let catalog = try Catalog(at: path, createIfMissing: false)
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
    let catalog = try Catalog(at: path, createIfMissing: false)
    let movements = try catalog.read { try $0.fetch(Fetch<Catalog.StockMovement>()) }
    #expect(movements.map(\.delta) == [7])
    #expect(movements.map(\.reason) == [.opening])
    #expect(try catalog.product(matching: "M-1").quantity == 7)
    #expect(try catalog.product(matching: "V-1").quantity == 0)
  }

  @Test func `The catalog is whole, sorted and searched like a new one`() throws {
    let catalog = try Catalog(at: path, createIfMissing: false)
    #expect(try catalog.verify() == [])
    #expect(try catalog.products().map(\.sku) == ["M-1", "V-1"])
    #expect(try catalog.read { try $0.search(Catalog.Product.self, "CAFE red") }.map(\.sku) == ["M-1"])
  }

  @Test func `What it was is kept beside it`() throws {
    _ = try Catalog(at: path, createIfMissing: false)
    let old = try DatabaseQueue(path: path + ".before-v2")
    #expect(try old.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 1)
    #expect(try old.read { try Int.fetchOne($0, sql: "SELECT quantity FROM product WHERE sku = 'M-1'") } == 7)
  }
}
