import Foundation
import GRDB
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore

/// Promise: an object graph in SQLite, whose entities have typed attributes with defaults, optionality and validation
/// ranges.
@Suite struct TypedAttributesTests {
  private typealias BowTie = BowTies.BowTie

  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = try Store(at: folder.path("ties.sqlite"), BowTies.schema, createIfMissing: true)
  }

  private static func full() throws -> BowTie {
    var tie = BowTie("Red Bow Tie", searchKey: "R", tint: Tint(red: 0xd0, green: 0x20, blue: 0x02))
    tie.id = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
    tie.isFavorite = true
    tie.lastWorn = Date(timeIntervalSince1970: 1_740_821_400.25)
    tie.rating = 4.75
    tie.timesWorn = 2_147_483_647
    tie.url = URL(string: "https://example.com/ties?color=red#top")
    tie.photoData = StoredData(Data([1, 2, 3]))
    tie.price = try #require(Decimal(string: "19.99"))
    tie.widthMillimetres = 62
    tie.weightGrams = 0.1
    tie.barcode = -9_223_372_036_854_775_808
    tie.weave = Data([0, 255])
    return tie
  }

  @Test func aValueOfEveryTypeIsReadBackUnchanged() throws {
    let tie = try Self.full()
    try store.save(tie)
    let again = try Store(at: store.path, BowTies.schema, createIfMissing: false)
    let read = try #require(try again.current(tie))
    for attribute in BowTie.entity.attributes where attribute.name != "photoData" {
      #expect(read.value(for: attribute.name) == tie.value(for: attribute.name), "\(attribute.name)")
    }
    #expect(try again.bytes(of: read, "photoData") == Data([1, 2, 3]))
  }

  @Test func everyTypeIsStoredInSQLiteAsDocumented() throws {
    try store.save(Self.full())
    let row = try #require(try store.query { try Row.fetchOne($0, sql: "SELECT *, hex(id) AS hexID FROM bowTie") })
    #expect(row["hexID"] == "00112233445566778899AABBCCDDEEFF")
    #expect(row["name"] == "Red Bow Tie")
    #expect(row["isFavorite"] == 1)
    #expect(row["lastWorn"] == 1_740_821_400_250)
    #expect(row["rating"] == 4.75)
    #expect(row["price"] == 199_900)
    #expect(row["weightGrams"] == 0.10000000149011612)
    #expect(row["barcode"] == Int64.min)
    #expect(row["url"] == "https://example.com/ties?color=red#top")
    #expect(row["tintColor"] == "#d02002")
    #expect(row["weave"] == Data([0, 255]))
  }

  @Test func everyAttributeTypeOfTheShopExists() {
    // Core Data's attribute types, and data that is loaded on access.
    let types = Set(BowTie.entity.attributes.map(\.type))
    #expect(
      types == [
        .string, .integer16, .integer32, .integer64, .float, .double, .decimal, .boolean, .date, .uuid, .uri, .binary,
        .transformable("color"), .data(rowLimit: 32_768),
      ])
  }

  @Test func aNewRecordHasItsDefaultsAndOtherAttributesAreRequired() throws {
    let tie = BowTie()
    #expect(tie.value(for: "widthMillimetres") == .integer(60))
    #expect(tie.value(for: "rating") == .real(0))
    #expect(tie.value(for: "lastWorn") == .null)
    let error = #expect(throws: StoreError.self) { try store.save(tie) }
    #expect(error?.message == "BowTie.name is “”; it must have 1 to 80 characters")
  }

  @Test func onlyOptionalAttributesMayBeEmpty() throws {
    try store.save(BowTie("Plain", searchKey: "P"))
    for attribute in BowTie.entity.attributes {
      let optional = ["lastWorn", "url", "photoData", "tintColor", "barcode", "weave"].contains(attribute.name)
      #expect((attribute.objection(to: .null) == nil) == optional, "\(attribute.name)")
    }
  }

  @Test(arguments: [
    ("rating", "5.01", "BowTie.rating is 5.01; it must be from 0 to 5"),
    ("widthMillimetres", "19", "BowTie.widthMillimetres is 19; it must be from 20 to 200"),
    ("timesWorn", "-1", "BowTie.timesWorn is -1; it must be at least 0"),
    ("price", "-0.01", "BowTie.price is -0.01; it must be at least 0"),
    ("searchKey", "red", "BowTie.searchKey is “red”; it begins with a capital letter"),
  ])
  func aValueOutOfRangeIsRefusedWithAttributeValueAndRule(
    name: String, text: String, message: String
  ) throws {
    let tie = try Self.full()
    try store.save(tie)
    let error = #expect(throws: StoreError.self) {
      try store.edit("Set") { try $0.set(tie, [Assignment(name, text)]) }
    }
    #expect(error?.message == message)
    #expect(try store.current(tie)?.value(for: name) == tie.value(for: name))
  }
}
