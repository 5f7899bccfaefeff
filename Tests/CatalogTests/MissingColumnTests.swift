import Foundation
import ObjectStore
import TestSupport
import Testing

/// Opening a store whose model has changed without a migration.
@Suite struct MissingColumnTests {
  private let folder: TemporaryFolder
  private let path: String

  private typealias Library = OneAuthorLibrary

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("library.sqlite")
    let store = try Store(at: path, Library.schema, createIfMissing: true)
    try store.edit("Add Emma") { try $0.save(Library.Book("Emma")) }
  }

  /// A book with its number of pages, and the readers who borrowed it.
  private struct Book: Record {
    var id = UUID()
    var title = ""
    var authorId: UUID?
    var size: Int32?

    static let properties: [Property<Book>] = [
      Property("id", \.id), Property("title", \.title), Property("size", \.size),
      Property(.toOne("author", "Author", inverse: "books"), \.authorId),
    ]
    static let entity = Entity(
      "Book", properties, toMany: [.toMany("readers", "Reader", inverse: "books")], orderedBy: "title")
  }

  private struct Customer: Record {
    var id = UUID()
    var name = ""

    static let properties: [Property<Customer>] = [Property("id", \.id), Property("name", \.name)]
    static let entity = Entity("Reader", properties, toMany: [.toMany("books", "Book", inverse: "readers")])
  }

  private static func schema(_ migrations: Migration...) -> StoreSchema {
    StoreSchema(
      Model([Book.self, Library.Author.self, Customer.self]), mark: "Libr",
      migrations: [.creating(Library.model)] + migrations)
  }

  private static let tables = """
    CREATE TABLE reader (id BLOB NOT NULL PRIMARY KEY, name TEXT NOT NULL) STRICT;
    CREATE TABLE books_readers (
      books BLOB NOT NULL REFERENCES book (id) ON DELETE CASCADE,
      readers BLOB NOT NULL REFERENCES reader (id) ON DELETE CASCADE,
      PRIMARY KEY (readers, books)) STRICT, WITHOUT ROWID;
    """

  @Test func missingColumnsAreNamedAndTheOlderModelStillOpensTheFile() throws {
    let error = #expect(throws: StoreError.self) { try Store(at: path, Self.schema(), createIfMissing: false) }
    #expect(error == .missingColumns(path: path, ["Book.size", "Book.readers", "Reader"]))
    #expect(
      error?.explanation
        == "the catalog \(path) is missing parts of its model: Book.size, Book.readers, Reader; add a migration to the schema that makes it"
    )
    #expect(error?.code == .catalog)
    let store = try Store(at: path, Library.schema, createIfMissing: false)
    #expect(try store.read { try $0.fetch(Fetch<Library.Book>()).map(\.title) } == ["Emma"])
  }

  @Test func anIncompleteMigrationIsRolledBack() throws {
    let forgetful = Self.schema(.sql(Self.tables))
    #expect(throws: StoreError.missingColumns(path: path, ["Book.size"])) {
      try Store(at: path, forgetful, createIfMissing: false)
    }
    let store = try Store(at: path, Library.schema, createIfMissing: false)
    #expect(try store.read { try $0.fetch(Fetch<Library.Book>()).map(\.title) } == ["Emma"])
  }

  @Test func aCompleteMigrationOpensTheStore() throws {
    let schema = Self.schema(.sql("ALTER TABLE book ADD COLUMN Size INTEGER;" + Self.tables))
    let store = try Store(at: path, schema, createIfMissing: false)
    try store.edit("Measure") { edit in
      let emma = try #require(try edit.first(Fetch<Book>()))
      try edit.update(Book.self, emma.id) { $0.size = 474 }
    }
    let again = try Store(at: path, schema, createIfMissing: false)
    #expect(try again.read { try $0.fetch(Fetch<Book>()).map(\.size) } == [474])
  }
}
