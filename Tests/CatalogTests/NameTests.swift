import Foundation
import GRDB
import TestSupport
import Testing
import Text

@testable import Catalog
@testable import ObjectStore

/// Names that look the same are equal.
@Suite struct NameTests {
  @Test(arguments: [
    "Sea  mug", " Sea mug ", "Sea\u{a0}mug", "Sea\tmug\n", "SEA MUG", "Sea\u{200B} mug", "\u{FEFF}Sea mug",
    "Se\u{AD}a mug",
    "Sea mug\u{200D}", "Sea \u{2060} mug", "Sea mug\u{FE0F}", "Sea \u{7}mug",
  ])
  func spacesCaseAndInvisibleCharactersDoNotDistinguishNames(name: String) throws {
    let catalog = try Catalog.inMemory()
    try catalog.save(Catalog.Product(sku: "MUG-1", name: "Sea mug"))
    let error = #expect(throws: StoreError.self) { try catalog.save(Catalog.Product(sku: "MUG-2", name: name)) }
    #expect(error?.message.hasSuffix("another Product already has it: MUG-1 (Sea mug)") == true)
    #expect(try catalog.product(matching: name).sku == "MUG-1")
    // Makers are created by name, so only one exists.
    try catalog.save(Catalog.Maker(name: "Sea mug"))
    let maker = try catalog.edit("Reuse") { try $0.reuseOrMake(Catalog.Maker.self, named: name) }
    #expect(maker.name == "Sea mug")
  }

  @Test(arguments: ["Seamug", "Sea mug 2", "Sea-mug", "Seä mug"])
  func otherCharactersDistinguishNames(name: String) throws {
    let catalog = try Catalog.inMemory()
    try catalog.save(Catalog.Product(sku: "MUG-1", name: "Sea mug"))
    try catalog.save(Catalog.Product(sku: "MUG-2", name: name))
    #expect(try catalog.products().count == 2)
  }

  @Test func aNameIsStoredWithSingleSpacesAndOtherwiseUnchanged() throws {
    let catalog = try Catalog.inMemory()
    let joined = "👩\u{200D}🍳 क्\u{200D}ष"
    try catalog.save(Catalog.Product(sku: "MUG-1", name: "  Sea \u{a0}\n mug "))
    try catalog.save(Catalog.Customer(name: joined + "  B "))
    let names = try catalog.products().map(\.name) + catalog.store.all(Catalog.Customer.self).map(\.name)
    #expect(names.map { Array($0.unicodeScalars) } == ["Sea mug", joined + " B"].map { Array($0.unicodeScalars) })
    // Derived columns are computed from the stored name.
    #expect(try catalog.store.verify() == [])
    try catalog.set(Catalog.Product.self, catalog.product(matching: "MUG-1").id, [Assignment("name", " Tea \t pot")])
    #expect(try catalog.products().map(\.searchKey) == ["tea pot"])
    #expect(try catalog.store.verify() == [])
    // A SKU follows the same rules.
    try catalog.save(Catalog.Product(sku: "a  b", name: "A"))
    #expect(throws: StoreError.self) { try catalog.save(Catalog.Product(sku: "A b", name: "B")) }
  }

  // MARK: - Values that another program wrote

  /// A catalog into which another program has written names that look the same, and values that the rules don't allow.
  private func foreignCatalog() throws -> Catalog {
    let catalog = try Catalog.inMemory()
    try catalog.transact { db in
      for (index, name) in ["Tea  pot", "Tea pot", "tea pot\u{200B}"].enumerated() {
        try db.execute(
          sql: """
            INSERT INTO product (id, sku, skuFolded, name, searchKey, price, currency, quantity, rating, isFavorite, timesSold,
              soldElsewhere, timesWorn, url, archived, isMadeByRun, nameFolded, nameOrder, searchText)
            VALUES (?, ?, ?, ?, '', 125050, 'ZZZ', 0, 0, 0, 0, 0, 0, 'notaurl', 0, 0, ?, x'', '')
            """, arguments: [UUID(), "POT-\(index)", "pot-\(index)", name, name.lowercased()])
      }
    }
    return catalog
  }

  @Test func duplicateNamesFromAnotherProgramAreReportedAndCanBeRenamed() throws {
    let catalog = try foreignCatalog()
    #expect(try catalog.products().filter { $0.sku.hasPrefix("POT") }.count == 3)
    let same = try catalog.verify().map(\.message).filter { $0.contains("has the same name apart from") }
    #expect(same.count == 2 && same.allSatisfy { $0.hasSuffix("rename one of them") }, "\(same)")
    for sku in ["POT-0", "POT-2"] {
      try catalog.set(Catalog.Product.self, catalog.product(matching: sku).id, [Assignment("name", "Pot \(sku)")])
    }
    #expect(try !catalog.verify().contains { $0.message.contains("has the same name apart from") })
    #expect(try catalog.product(matching: "tea POT").sku == "POT-1")
  }

  @Test func invalidValuesAreReportedAndOtherValuesStayEditable() throws {
    let catalog = try foreignCatalog()
    let pot = try catalog.product(matching: "POT-1")
    let told = try catalog.verify().filter { $0.subject?.id == pot.id }.map(\.message)
    for rule in ["currency is “ZZZ”", "url is"] { #expect(told.contains { $0.contains(rule) }, "\(told)") }
    let edited = try catalog.set(
      Catalog.Product.self, pot.id, [Assignment("rating", "4.5"), Assignment("quantity", "3")])
    #expect(edited.rating == 4.5 && edited.quantity == 3 && edited.currency == "ZZZ")
    #expect(throws: StoreError.self) {
      try catalog.set(Catalog.Product.self, pot.id, [Assignment("currency", "YYY")])
    }
    // The edit leaves the name alone: a corrected name would equal the other record's.
    let other = try catalog.product(matching: "POT-0")
    #expect(try catalog.set(Catalog.Product.self, other.id, [Assignment("note", "blue")]).name == "Tea  pot")
  }
}
