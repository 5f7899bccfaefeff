import Foundation
import GRDB

@testable import Catalog
@testable import ObjectStore

/// A small library in which to make and undo edits: books with authors, shelves and loans, with every delete rule.
///
/// `place` and `name` are unique, `name` ignoring case. `bookmark` refers to books without a foreign key.
struct Library {
  static let model = Model(entities: [
    Entity(
      "Author",
      attributes: [
        Attribute(name: "id", type: .uuid), Attribute(name: "name", type: .string),
        Attribute(name: "born", type: .integer32, isOptional: true),
      ],
      relationships: [.toMany("books", "Book", inverse: "author", deleteRule: .cascade)],
      uniqueKeys: [.caseBlind("name")]),
    Entity(
      "Book",
      attributes: [
        Attribute(name: "id", type: .uuid), Attribute(name: "title", type: .string),
        Attribute(name: "place", type: .integer32, isOptional: true),
        Attribute(name: "rating", type: .double, isOptional: true),
        Attribute(name: "cover", type: .binary, isOptional: true),
      ],
      relationships: [
        .toOne("author", "Author", inverse: "books"),
        .toMany("sequels", "Book", inverse: "original"), .toOne("original", "Book", inverse: "sequels"),
        .toMany("loans", "Loan", inverse: "book", deleteRule: .deny),
        .toMany("bookmarks", "Bookmark", inverse: "book", deleteRule: .noAction),
        .toMany("shelves", "Shelf", inverse: "books"),
      ],
      uniqueKeys: [.exact(["place"])]),
    Entity(
      "Loan", attributes: [Attribute(name: "id", type: .uuid)],
      relationships: [.toOne("book", "Book", inverse: "loans", isOptional: false)]),
    Entity(
      "Bookmark", attributes: [Attribute(name: "id", type: .uuid)],
      relationships: [.toOne("book", "Book", inverse: "bookmarks")]),
    Entity(
      "Shelf", attributes: [Attribute(name: "id", type: .uuid)],
      relationships: [.toMany("books", "Book", inverse: "shelves")]),
  ])

  /// Besides the model's tables: the history, and `_change`, in which triggers log changes to books.
  private static let tables = """
    CREATE TABLE author (
      id BLOB NOT NULL PRIMARY KEY, name TEXT NOT NULL, born INTEGER, nameFolded TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE book (
      id BLOB NOT NULL PRIMARY KEY, title TEXT NOT NULL, place INTEGER UNIQUE CHECK (place >= 0),
      rating REAL, cover BLOB,
      authorId BLOB REFERENCES author (id) ON DELETE CASCADE,
      originalId BLOB REFERENCES book (id) ON DELETE SET NULL) STRICT;
    CREATE INDEX book_authorId ON book (authorId);
    CREATE INDEX book_originalId ON book (originalId);
    CREATE TABLE loan (
      id BLOB NOT NULL PRIMARY KEY, bookId BLOB NOT NULL REFERENCES book (id) ON DELETE RESTRICT) STRICT;
    CREATE INDEX loan_bookId ON loan (bookId);
    CREATE TABLE bookmark (id BLOB NOT NULL PRIMARY KEY, bookId BLOB) STRICT;
    CREATE TABLE shelf (id BLOB NOT NULL PRIMARY KEY) STRICT;
    CREATE TABLE books_shelves (
      books BLOB NOT NULL REFERENCES book (id) ON DELETE CASCADE,
      shelves BLOB NOT NULL REFERENCES shelf (id) ON DELETE CASCADE,
      PRIMARY KEY (shelves, books)) STRICT, WITHOUT ROWID;
    CREATE INDEX books_shelves_books ON books_shelves (books);
    CREATE TABLE _change (id BLOB NOT NULL, kind TEXT NOT NULL) STRICT;
    CREATE TRIGGER book_inserted AFTER INSERT ON book BEGIN INSERT INTO _change VALUES (new.id, 'inserted'); END;
    CREATE TRIGGER book_updated AFTER UPDATE ON book BEGIN INSERT INTO _change VALUES (new.id, 'updated'); END;
    CREATE TRIGGER book_deleted AFTER DELETE ON book BEGIN INSERT INTO _change VALUES (old.id, 'deleted'); END;
    """

  let queue: DatabaseQueue
  let history: UndoHistory

  /// A library in memory, or in the file at `path`, which may already exist.
  init(at path: String? = nil, limits: HistoryLimits = HistoryLimits()) throws {
    queue = try path.map { try DatabaseQueue(path: $0) } ?? DatabaseQueue()
    history = UndoHistory(Self.model, limits: limits)
    try queue.write { db in
      if try !db.tableExists("book") { try db.execute(sql: Self.tables + UndoHistory.createTables) }
    }
  }

  /// An id that tests can write out: `number` in its last byte.
  static func id(_ number: UInt8) -> UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number)) }

  /// Runs a statement as an edit that is recorded in the history.
  func edit(_ label: String, _ sql: String, _ arguments: StatementArguments = []) throws {
    try edit(label) { try $0.execute(sql: sql, arguments: arguments) }
  }

  /// Makes an edit that is recorded in the history.
  func edit(_ label: String, _ body: (Database) throws -> Void) throws {
    try queue.write { db in try history.record(db, label: label, record(db, body)) }
  }

  /// Makes a change without an entry in the history, as runs do.
  func change(_ sql: String, _ arguments: StatementArguments = []) throws {
    try queue.write { try $0.execute(sql: sql, arguments: arguments) }
  }

  /// Returns the changes that `body` makes.
  func record(_ db: Database, _ body: (Database) throws -> Void) throws -> Changeset {
    let recorder = try ChangeRecorder(db, tables: Self.model.tables)
    try body(db)
    return try recorder.changeset()
  }

  @discardableResult
  func undo(_ group: Int64? = nil) throws -> String {
    try take(.undo, group)
  }

  @discardableResult
  func redo() throws -> String { try take(.redo, nil) }

  private func take(_ step: HistoryStep, _ group: Int64?) throws -> String {
    try history.take(step, group, lock: { nil }) { try queue.writeWithoutTransaction($0) }.label
  }

  var entries: [HistoryEntry] { get throws { try queue.read { try history.entries($0) } } }

  /// Whether SQLite enforces foreign keys. It must, except during an undo.
  var foreignKeysAreOn: Bool {
    get throws { try queue.read { try Bool.fetchOne($0, sql: "PRAGMA foreign_keys") } == true }
  }

  /// One column of a table, ordered by id.
  func values<Value: DatabaseValueConvertible>(_ sql: String, of type: Value.Type = Value.self) throws -> [Value] {
    try queue.read { try Value.fetchAll($0, sql: sql) }
  }

  /// The contents of the model's tables, byte for byte.
  func dump() throws -> [String] {
    try queue.read { db in
      try Self.model.tables.flatMap { table in
        let columns = try db.columns(in: table).map { "quote(\($0.name))" }.joined(separator: " || ',' || ")
        return try String.fetchAll(db, sql: "SELECT '\(table): ' || \(columns) FROM \(table) ORDER BY 1")
      }
    }
  }
}
