import Foundation
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore

/// Promise: schema versions and migration.
@Suite struct MigrationPromisesTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("library.sqlite")
  }

  /// A library of version 1 with two books by one author, one by another and one by nobody.
  private func fillFirstVersion() throws {
    typealias Library = OneAuthorLibrary
    let store = try Store(at: path, Library.schema, createIfMissing: true)
    let (pratchett, austen) = (Library.Author("Terry Pratchett"), Library.Author("Jane Austen"))
    for author in [pratchett, austen] { try store.save(author) }
    let books = [
      Library.Book("Mort", by: pratchett), Library.Book("Emma", by: austen), Library.Book("Sourcery", by: pratchett),
      Library.Book("Beowulf"),
    ]
    for book in books { try store.save(book) }
    try store.writer.close()
  }

  private func titles(where condition: Condition? = nil, in store: Store) throws -> [String] {
    try store.read { try $0.fetch(Fetch<ManyAuthorsLibrary.Book>(where: condition)).map(\.title) }
  }

  @Test func `A migration from one author to many keeps every link, and the new store works`() throws {
    typealias Library = ManyAuthorsLibrary
    try fillFirstVersion()
    let store = try Store(at: path, Library.schema, createIfMissing: false)
    #expect(try titles(in: store) == ["Beowulf", "Emma", "Mort", "Sourcery"])
    #expect(try titles(where: .any("authors", .equal("name", "Terry Pratchett")), in: store) == ["Mort", "Sourcery"])
    #expect(try titles(where: .any("authors", .equal("name", "Jane Austen")), in: store) == ["Emma"])
    #expect(try titles(where: .count("authors", .equal, 0), in: store) == ["Beowulf"])
    #expect(try store.verify() == [])

    let gaiman = Library.Author("Neil Gaiman")
    try store.save(gaiman)
    let mort = try #require(try store.all(Library.Book.self).first { $0.title == "Mort" })
    try store.edit("Link") { try $0.link(mort, "authors", to: gaiman.id) }
    #expect(try store.read { try $0.ids("authors", of: mort).count } == 2)
    try store.undo()
    #expect(try store.read { try $0.ids("authors", of: mort).count } == 1)
  }

  @Test func `What the file was is kept beside it before it is migrated, and opens as it was`() throws {
    try fillFirstVersion()
    _ = try Store(at: path, ManyAuthorsLibrary.schema, createIfMissing: false)
    let kept = try Store(at: path + ".before-v2", OneAuthorLibrary.schema, createIfMissing: false)
    #expect(try kept.all(OneAuthorLibrary.Book.self).count == 4)
    #expect(try kept.all(OneAuthorLibrary.Book.self).filter { $0.authorId != nil }.count == 3)
  }

  @Test func `A new file needs no copy, and a migration that fails leaves the file as it was`() throws {
    _ = try Store(at: path, ManyAuthorsLibrary.schema, createIfMissing: true)
    #expect(!FileManager.default.fileExists(atPath: path + ".before-v2"))

    let other = folder.path("other.sqlite")
    let first = try Store(at: other, OneAuthorLibrary.schema, createIfMissing: true)
    try first.save(OneAuthorLibrary.Book("Emma"))
    let broken = StoreSchema(
      ManyAuthorsLibrary.model, mark: "Libr",
      migrations: [.creating(OneAuthorLibrary.model), .sql("DELETE FROM book; SELECT nothing FROM nowhere")])
    #expect(throws: StoreError.self) { try Store(at: other, broken, createIfMissing: false) }
    #expect(try first.all(OneAuthorLibrary.Book.self).map(\.title) == ["Emma"])
  }

  @Test func `A file of a newer version is refused and left as it is`() throws {
    _ = try Store(at: path, ManyAuthorsLibrary.schema, createIfMissing: true)
    #expect(throws: StoreError.newerThanSupported(path: path, found: 2, supported: 1)) {
      try Store(at: path, OneAuthorLibrary.schema, createIfMissing: false)
    }
    #expect(try Store(at: path, ManyAuthorsLibrary.schema, createIfMissing: false).verify() == [])
  }

  @Test func `A store of another model is not taken for one of ours`() throws {
    _ = try Store(at: path, ManyAuthorsLibrary.schema, createIfMissing: true)
    #expect(throws: StoreError.notAStore(path: path, .foreign)) {
      try Store(at: path, BowTies.schema, createIfMissing: false)
    }
  }
}
