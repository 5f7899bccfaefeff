import Foundation
import Testing

@testable import Catalog
@testable import ObjectStore

/// Promise: to-one, to-many and many-to-many relationships agree with their inverses; delete rules are no action, nullify,
/// cascade and deny.
@Suite struct RelationshipPromisesTests {
  @Test func aToOneRelationshipAndItsInverseAlwaysAgree() throws {
    typealias Library = OneAuthorLibrary
    let store = try Store.inMemory(Library.schema)
    let (austen, bronte) = (Library.Author("Austen"), Library.Author("Brontë"))
    var book = Library.Book("Emma", by: bronte)
    try store.save(austen, bronte)
    try store.save(book)
    #expect(try store.read { try $0.ids("books", of: bronte) } == [book.id])
    book.authorId = austen.id
    try store.save(book)
    #expect(try store.read { try $0.ids("books", of: bronte) } == [])
    #expect(try store.read { try $0.ids("books", of: austen) } == [book.id])
    try store.edit("Link") { try $0.link(bronte, "books", to: book.id) }
    #expect(try store.current(book)?.authorId == bronte.id)
    #expect(try store.read { try $0.ids("books", of: austen) } == [])
  }

  @Test func bothSidesOfAManyToManyRelationshipAlwaysAgree() throws {
    typealias Library = ManyAuthorsLibrary
    let store = try Store.inMemory(Library.schema)
    let (omens, mort) = (Library.Book("Good Omens"), Library.Book("Mort"))
    let (pratchett, gaiman) = (Library.Author("Pratchett"), Library.Author("Gaiman"))
    try store.save(omens, mort)
    try store.save(pratchett, gaiman)
    try store.edit("Link") { edit in
      try edit.link(omens, "authors", to: pratchett.id)
      try edit.link(gaiman, "books", to: omens.id)
      try edit.link(mort, "authors", to: pratchett.id)
      try edit.link(pratchett, "books", to: mort.id)
    }
    #expect(try store.read { Set(try $0.ids("authors", of: omens)) } == [pratchett.id, gaiman.id])
    #expect(try store.read { Set(try $0.ids("books", of: pratchett)) } == [omens.id, mort.id])
    try store.edit("Unlink") { try $0.unlink(gaiman, "books", from: omens.id) }
    #expect(try store.read { try $0.ids("authors", of: omens) } == [pratchett.id])
    try store.remove(pratchett)
    #expect(try store.read { try $0.ids("authors", of: omens) } == [])
    #expect(try store.all(Library.Book.self).count == 2)
  }

  @Test func noActionLeavesABrokenReferenceWhichVerifyReports() throws {
    let store = try Store.inMemory(Lending.schema)
    let book = Lending.Book("Emma")
    let (loan, bookmark) = (Lending.Loan(of: book, to: "Ann"), Lending.Bookmark(in: book, page: 12))
    try store.save(book)
    try store.save(loan)
    try store.save(bookmark)
    try store.remove(book)
    #expect(try store.current(bookmark)?.bookId == nil)
    #expect(try store.current(loan)?.bookId == book.id)
    #expect(try store.current(book) == nil)
    #expect(
      try store.verify().map(\.message) == [
        "Loan “Ann” (\(loan.id.text)): book refers to \(book.id.text), which does not exist"
      ])
  }

  @Test func noActionAcceptsAnUnknownIdAndNullifyRefusesIt() throws {
    let store = try Store.inMemory(Lending.schema)
    let book = Lending.Book("Never saved")
    let bookmark = Lending.Bookmark(in: book, page: 1)
    try store.save(Lending.Loan(of: book, to: "Ann"))
    #expect(throws: StoreError.danglingReference(entity: "Bookmark", id: bookmark.id)) { try store.save(bookmark) }
  }

  @Test func cascadeDeletesRelatedRecordsAndNullifyAndDenyKeepThem() throws {
    let catalog = try Catalog.inMemory()
    let mug = try catalog.addProduct(Catalog.Product(sku: "M-1", name: "Mug"), stock: 3, makers: ["Ann"])
    #expect(try catalog.store.all(Catalog.StockMovement.self).count == 1)
    try catalog.remove(Catalog.Product.self, mug.id)
    #expect(try catalog.store.all(Catalog.StockMovement.self).isEmpty)
    #expect(try catalog.store.all(Catalog.Maker.self).map(\.name) == ["Ann"])

    let cup = try catalog.addProduct(Catalog.Product(sku: "C-1", name: "Cup"), stock: 3)
    try catalog.sell(cup.id)
    let error = #expect(throws: StoreError.self) { try catalog.remove(Catalog.Product.self, cup.id) }
    guard case .denied(let denial)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(denial.relationship == "sales")
    #expect(denial.count == 1)
    #expect(denial.instead?.name == "archive-product")
    #expect(try catalog.product(matching: "C-1").quantity == 2)
  }
}
