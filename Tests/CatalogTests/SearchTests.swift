import Foundation
import GRDB
import Testing

@testable import Catalog
@testable import ObjectStore

@Suite struct SearchTests {
  private let catalog: Catalog

  init() throws { catalog = try .inMemory() }

  @discardableResult
  private func add(
    _ name: String, sku: String? = nil, tint: Tint? = nil, makers: [String] = [], collections: [String] = []
  ) throws -> Catalog.Product {
    var product = Catalog.Product(sku: sku ?? UUID().uuidString, name: name)
    product.tint = tint
    return try catalog.addProduct(product, makers: makers, collections: collections)
  }

  private func found(_ query: String, limit: Int? = nil, offset: Int = 0) throws -> [String] {
    try catalog.read { try $0.search(Catalog.Product.self, query, limit: limit, offset: offset).map(\.name) }
  }

  @Test(arguments: [
    // Parts of the name, from its beginning and its middle, of one letter and more.
    "b", "bl", "blu", "blue mug", "lue", "ue", "g",
    // The other searched attributes.
    "m-4711", "4711", "11", "acme", "cme p", "potters", "summer", "ummer 26", "red", "#ff0000",
    // Several words in any order, with any spacing.
    "mug blue", " blue \t summer ", "acme red 471",
    // Case, accents and width.
    "BLUE", "Blüe", "ＭＵＧ", "PÖTTERS",
  ])
  func aProductIsFoundByAnyPartOfItsNameSKUMakerCollectionAndColor(query: String) throws {
    let red = Tint(red: 255, green: 0, blue: 0)
    try add("Blue mug", sku: "M-4711", tint: red, makers: ["Acmé Potters"], collections: ["Summer 26"])
    try add("Vase", sku: "V-2", makers: ["Nyx"])
    #expect(try found(query) == ["Blue mug"])
  }

  @Test func allWordsMustMatch() throws {
    try add("Blue mug")
    for query in ["blue vase", "blues", "mugs", "uem", "zx", "q", "ß", "blue mug tall"] {
      #expect(try found(query) == [], "\(query)")
    }
  }

  @Test func sqlAndFTS5SyntaxIsPlainText() throws {
    let names = [
      "100% wool", "snake_case", "the \"best\"", "star*", "o'clock", "(a) OR b", "^caret", "a-b", "back\\slash", "🏺🫖",
      "NEAR x", "tilde~{|}", "semi;colon", "Größe",
    ]
    for name in names { try add(name, sku: "0\(UUID())") }
    for query in [
      "100%", "0%", "%", "_", "e_c", "\"", "\"be", "\"best\"", "*", "r*", "'", "o'c", "(a)", "(", "^", "^c",
    ] {
      let expected = names.filter { $0.contains(query) }
      #expect(try Set(found(query)) == Set(expected), "\(query)")
    }
    #expect(try found("\\") == ["back\\slash"])
    #expect(try found("k\\sl") == ["back\\slash"])
    #expect(try found("🏺") == ["🏺🫖"])
    #expect(try found("🫖") == ["🏺🫖"])
    #expect(try found("a OR b") == ["(a) OR b"])
    #expect(try found("near x") == ["NEAR x"])
    #expect(try found("grosse") == ["Größe"])
    #expect(try found("ß") == ["Größe"])
    #expect(try found("\u{0}").count == names.count)
    #expect(try found(String(repeating: "a long query with “every” sign: \"'*%_ ", count: 500)) == [])
  }

  @Test func namesWithThePrefixComeFirstAndEachGroupIsSorted() throws {
    for name in ["Zebra mug", "Mug 10", "äpple mug", "Mug 2", "Apple mug", "Mügbox", "Bowl"] { try add(name) }
    #expect(try found("mug") == ["Mug 2", "Mug 10", "Mügbox", "Apple mug", "äpple mug", "Zebra mug"])
    #expect(try found("mug", limit: 2) == ["Mug 2", "Mug 10"])
    #expect(try found("mug", limit: 3, offset: 2) == ["Mügbox", "Apple mug", "äpple mug"])
    #expect(try found("mug", limit: 5, offset: 6) == [])
    #expect(try found("") == ["Apple mug", "äpple mug", "Bowl", "Mug 2", "Mug 10", "Mügbox", "Zebra mug"])
    #expect(try found("", limit: 2, offset: 1) == ["äpple mug", "Bowl"])
  }

  @Test func editsToNamesLinksAndRecordsAreSearchableAtOnceAndAfterUndo() throws {
    let mug = try add("Mug", makers: ["Acme"])
    let acme = try #require(try catalog.read { try $0.search(Catalog.Maker.self, "acme").first })
    try catalog.edit("Rename") { edit in _ = try edit.update(Catalog.Maker.self, acme.id) { $0.name = "Umbrella" } }
    #expect(try found("acme") == [])
    #expect(try found("umbr") == ["Mug"])
    try catalog.store.undo()
    #expect(try found("acme") == ["Mug"])
    #expect(try found("umbr") == [])
    try catalog.store.redo()
    #expect(try found("umbr") == ["Mug"])
    try catalog.edit("Move") { edit in
      try edit.setLinks(mug, "makers", to: [edit.reuseOrMake(Catalog.Maker.self, named: "Nyx").id])
      // Within the edit too.
      #expect(try edit.search(Catalog.Product.self, "umbr").isEmpty)
      #expect(try edit.search(Catalog.Product.self, "nyx").map(\.name) == ["Mug"])
    }
    #expect(try found("nyx") == ["Mug"])
    try catalog.edit("Remove") { edit in try edit.remove(Catalog.Product.self, mug.id) }
    #expect(try found("nyx") == [])
    try catalog.store.undo()
    #expect(try found("nyx") == ["Mug"])
  }

  @Test func changesOfADiscardedEditAreNotFound() throws {
    try add("Mug")
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try catalog.edit("Never") { edit in
        try edit.save(Catalog.Product(sku: "v", name: "Vase"))
        throw Stop()
      }
    }
    #expect(try found("vase") == [])
    #expect(try found("mug") == ["Mug"])
  }

  @Test func anotherProgramsChangesAreFoundBeforeAndAfterTheNextEdit() throws {
    for name in ["Bowl", "Mug 1", "Mug 3"] { try add(name) }
    func write(_ sql: String) throws { try catalog.store.writer.write { try $0.execute(sql: sql) } }
    try write("UPDATE product SET name = 'Cup', searchText = 'cup' WHERE name = 'Mug 1'")
    #expect(try found("cup") == ["Cup"])
    #expect(try found("mug") == ["Mug 3"])
    try write("DELETE FROM product WHERE name = 'Mug 3'")
    #expect(try found("mug") == [])
    #expect(try found("") == ["Bowl", "Cup"])
    try add("Axe")
    #expect(try found("") == ["Axe", "Bowl", "Cup"])
    #expect(try found("cup") == ["Cup"])
  }

  @Test func aModelWithAnInvalidSearchIsRefused() {
    let entity = { (searched: [String], through: [String]) in
      Model(entities: [
        Entity(
          "Book", attributes: [Attribute(name: "title", type: .string)],
          relationships: [.toMany("authors", "Author", inverse: "books")], searched: searched, searchedThrough: through),
        Entity("Author", attributes: [], relationships: [.toMany("books", "Book", inverse: "authors")]),
      ])
    }
    #expect(throws: ModelError.unknownSearch(entity: "Book", name: "isbn")) { try entity(["isbn"], []).check() }
    #expect(throws: ModelError.unknownSearch(entity: "Book", name: "readers")) {
      try entity(["title"], ["readers"]).check()
    }
    // The authors are not searchable.
    #expect(throws: ModelError.unknownSearch(entity: "Book", name: "authors")) {
      try entity(["title"], ["authors"]).check()
    }
  }
}
