import Foundation
import Testing

@testable import Catalog
@testable import ObjectStore

/// Promise: books and authors, added by name and searched both ways. Tested on a model of its own and on the shop's products
/// and makers.
@Suite struct BooksTests {
  private let store: Store

  init() throws {
    store = try .inMemory(Bookshelf.schema)
    try Bookshelf.add("Good Omens,  Terry Pratchett , Neil Gaiman", to: store)
    try Bookshelf.add("Mort, TERRY PRATCHETT", to: store)
    try Bookshelf.add("Coraline,neil gaiman,", to: store)
  }

  @Test func `Adding by name creates missing records and reuses existing ones, whatever their case`() throws {
    #expect(try store.all(Bookshelf.Book.self).map(\.title) == ["Coraline", "Good Omens", "Mort"])
    #expect(try store.all(Bookshelf.Author.self).map(\.name) == ["Neil Gaiman", "Terry Pratchett"])
  }

  @Test func `A name is reused however its accents are written`() throws {
    try Bookshelf.add("Blindness, Jos\u{e9} Saramago", to: store)
    try Bookshelf.add("The Cave, Jose\u{301} Saramago", to: store)
    #expect(try store.all(Bookshelf.Author.self).count == 3)
  }

  @Test func `An existing title is refused whatever its case, and nothing from the line is added`() throws {
    let error = #expect(throws: StoreError.self) { try Bookshelf.add("MORT, Somebody New", to: store) }
    #expect(error?.message == "Book.title is “MORT”; another Book already has it: Mort")
    #expect(try store.all(Bookshelf.Author.self).count == 2)
  }

  @Test func `Books are found by their author, and authors by their book`() throws {
    #expect(try Bookshelf.books(matching: "pratch", in: store) == ["Good Omens", "Mort"])
    #expect(try Bookshelf.books(matching: "omen", in: store) == ["Good Omens"])
    #expect(try Bookshelf.authors(matching: "omen", in: store) == ["Neil Gaiman", "Terry Pratchett"])
    #expect(try Bookshelf.authors(matching: "CORAL", in: store) == ["Neil Gaiman"])
    #expect(try Bookshelf.books(matching: "tolstoy", in: store) == [])
  }

  @Test func `A book always has at least one author`() throws {
    let error = #expect(throws: StoreError.self) { try Bookshelf.add("Beowulf", to: store) }
    #expect(error?.explanation == "Book “Beowulf” would have no authors; it needs at least one")

    let authors = try store.all(Bookshelf.Author.self)
    let mort = try #require(try store.all(Bookshelf.Book.self).first { $0.title == "Mort" })
    let pratchett = try #require(authors.first { $0.name == "Terry Pratchett" })
    #expect(throws: StoreError.self) { try store.remove(pratchett) }
    #expect(throws: StoreError.self) {
      try store.edit("Unlink") { try $0.unlink(pratchett, "books", from: mort.id) }
    }
    // Within one group the last may go when another comes.
    try store.edit("Exchange") { edit in
      try edit.unlink(mort, "authors", from: pratchett.id)
      try edit.link(mort, "authors", to: authors[0].id)
    }
    #expect(try Bookshelf.books(matching: "gaiman", in: store) == ["Coraline", "Good Omens", "Mort"])
    #expect(try store.verify() == [])
  }

  @Test func `A product's makers are trimmed, made or reused, and one that had any keeps one`() throws {
    let catalog = try Catalog.inMemory()
    let mug = try catalog.addProduct(Catalog.Product(sku: "M-1", name: "Mug"))
    try catalog.set(Catalog.Product.self, mug.id, [Assignment("makers", " Ann ,Bob, ann")])
    try catalog.addProduct(Catalog.Product(sku: "M-2", name: "Cup"), makers: ["BOB"], collections: ["Spring"])
    #expect(try catalog.store.all(Catalog.Maker.self).map(\.name) == ["Ann", "Bob"])

    let error = #expect(throws: StoreError.self) {
      try catalog.set(Catalog.Product.self, mug.id, [Assignment("makers", "")])
    }
    #expect(
      error
        == .tooFew(entity: "Product", name: "Mug", relationship: "makers", minimumCount: .oneOnceLinked))
    let bob = try #require(try catalog.store.all(Catalog.Maker.self).last)
    #expect(throws: StoreError.self) { try catalog.remove(Catalog.Maker.self, bob.id) }
    #expect(throws: StoreError.self) { try catalog.addProduct(Catalog.Product(sku: "M-3", name: "MUG")) }
  }

  @Test func `Deleting a collection leaves its products, which forget it`() throws {
    let catalog = try Catalog.inMemory()
    let mug = try catalog.addProduct(Catalog.Product(sku: "M-1", name: "Mug"), collections: ["Spring", "Gifts"])
    let spring = try #require(try catalog.store.all(Catalog.Collection.self).last)
    try catalog.remove(Catalog.Collection.self, spring.id)
    #expect(try catalog.text(of: mug, "collections") == "Gifts")
  }
}
