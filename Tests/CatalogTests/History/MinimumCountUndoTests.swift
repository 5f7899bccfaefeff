import Foundation
import Testing

@testable import Catalog
@testable import ObjectStore

/// Undo and redo of edits to a relationship with a minimum count.
@Suite struct MinimumCountUndoTests {
  private let catalog: Catalog

  init() throws { catalog = try .inMemory() }

  private func setMakers(_ names: String, of product: Catalog.Product) throws {
    try catalog.edit("Makers \(names)") { edit in
      _ = try edit.set(edit.existing(Catalog.Product.self, product.id), [Assignment("makers", names)])
    }
  }

  private func makers(of product: Catalog.Product) throws -> [String] {
    try catalog.read { reader in
      try reader.ids("makers", of: product).map { try reader.existing(Catalog.Maker.self, $0).name }.sorted()
    }
  }

  private func group(_ label: String) throws -> Int64 {
    try #require(try catalog.store.history().first { $0.label == label }).id
  }

  @Test func undoingAMiddleEditIsRefusedIfItRemovesTheLastMaker() throws {
    let mug = try catalog.addProduct(Catalog.Product(sku: "M-1", name: "Mug"), makers: ["Ann"])
    try setMakers("Ann, Bob", of: mug)
    try setMakers("Bob", of: mug)
    let before = try catalog.store.history()
    let number = try group("Makers Ann, Bob")
    let error = #expect(throws: StoreError.self) { try catalog.store.undo(number) }
    #expect(
      error?.message
        == "“Makers Ann, Bob” cannot be undone, because product “Mug” would be left without makers; give it another first"
    )
    #expect(try makers(of: mug) == ["Bob"])
    #expect(try catalog.store.history() == before)
    try setMakers("Bob, Cleo", of: mug)
    try catalog.store.undo(number)
    #expect(try makers(of: mug) == ["Cleo"])
  }

  @Test func aProductsFirstMakerIsUndoneAndRedone() throws {
    let mug = try catalog.addProduct(Catalog.Product(sku: "M-1", name: "Mug"))
    try setMakers("Ann", of: mug)
    try setMakers("Bob", of: mug)
    for _ in 1...2 { try catalog.store.undo() }
    #expect(try makers(of: mug) == [])
    for _ in 1...2 { try catalog.store.redo() }
    #expect(try makers(of: mug) == ["Bob"])
  }

  @Test func allEditsAreUndoneInOrderAndRedone() throws {
    let mug = try catalog.addProduct(Catalog.Product(sku: "M-1", name: "Mug"), makers: ["Ann"])
    for names in ["Ann, Bob", "Bob", "Cleo"] { try setMakers(names, of: mug) }
    for expected in [["Bob"], ["Ann", "Bob"], ["Ann"]] {
      try catalog.store.undo()
      #expect(try makers(of: mug) == expected)
    }
    try catalog.store.undo()
    #expect(try catalog.products().isEmpty)
    for _ in 1...4 { try catalog.store.redo() }
    #expect(try makers(of: mug) == ["Cleo"])
  }

  @Test func aBookIsNeverLeftWithoutAnAuthor() throws {
    let store = try Store.inMemory(Bookshelf.schema)
    try Bookshelf.add("Good Omens, Terry Pratchett", to: store)
    try Bookshelf.add("Coraline, Neil Gaiman", to: store)
    let book = try #require(try store.all(Bookshelf.Book.self).first { $0.title == "Good Omens" })
    let authors = try store.all(Bookshelf.Author.self)
    let (neil, terry) = (
      try #require(authors.first { $0.name == "Neil Gaiman" }), try #require(authors.first { $0.name != "Neil Gaiman" })
    )
    try store.edit("Add Neil") { try $0.link(book, "authors", to: neil.id) }
    let number = try #require(try store.history().first).id
    try store.edit("Drop Terry") { try $0.unlink(book, "authors", from: terry.id) }
    let error = #expect(throws: StoreError.self) { try store.undo(number) }
    #expect(
      error
        == .undoConflict(
          UndoConflict(
            label: "Add Neil", step: .undo, entity: "Book", id: book.id, obstacle: .tooFew(relationship: "authors"),
            names: [book.id: "book “Good Omens”"])))
    #expect(try Bookshelf.books(matching: "Neil", in: store) == ["Coraline", "Good Omens"])
  }
}
