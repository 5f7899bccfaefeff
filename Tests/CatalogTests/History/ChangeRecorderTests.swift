import Foundation
import GRDB
import Testing

@testable import Catalog
@testable import ObjectStore

@Suite struct ChangeRecorderTests {
  private let library: Library

  init() throws { library = try Library() }

  /// A changeset's changes as `table operation`, in alphabetical order.
  private func summary(_ changeset: Changeset) throws -> [String] {
    try changeset.changes().map { "\($0.table.name) \($0.operation)" }.sorted()
  }

  private func recording(_ sql: String...) throws -> Changeset {
    try library.queue.write { db in
      try library.record(db) { db in for sql in sql { try db.execute(sql: sql) } }
    }
  }

  @Test func insertsUpdatesAndDeletesAreRecordedWithTheirValues() throws {
    try library.change("INSERT INTO author VALUES (x'01', 'Ann', 1920, 'ann'), (x'02', 'Ben', NULL, 'ben')")
    let changeset = try recording(
      "UPDATE author SET born = 1921 WHERE id = x'01'", "DELETE FROM author WHERE id = x'02'",
      "INSERT INTO author VALUES (x'03', 'Cy', 7, 'cy')")
    let changes = try changeset.changes().sorted { $0.key[0].description < $1.key[0].description }
    #expect(changes.map(\.operation) == [.update, .delete, .insert])
    #expect(changes.map(\.table.name) == ["author", "author", "author"])
    let key = (1...3).map { Data([$0]).databaseValue }
    #expect(changes.map(\.key) == key.map { [$0] })
    #expect(changes[0].old == [key[0], nil, 1920.databaseValue, nil])
    #expect(changes[0].new == [nil, nil, 1921.databaseValue, nil])
    #expect(changes[1].old == [key[1], "Ben".databaseValue, .null, "ben".databaseValue])
    #expect(changes[1].new == [nil, nil, nil, nil])
    #expect(changes[2].old == [nil, nil, nil, nil])
    #expect(changes[2].new == [key[2], "Cy".databaseValue, 7.databaseValue, "cy".databaseValue])
  }

  @Test func cascadesNullifiedReferencesAndPairsAreRecorded() throws {
    try library.change("INSERT INTO author VALUES (x'01', 'Ann', 1920, 'ann')")
    try library.change("INSERT INTO book VALUES (x'0A', 'One', 1, 4.5, NULL, x'01', NULL)")
    try library.change("INSERT INTO book VALUES (x'0B', 'Two', 2, 4.5, NULL, NULL, x'0A')")
    try library.change("INSERT INTO shelf VALUES (x'05')")
    #expect(try summary(recording("INSERT INTO books_shelves VALUES (x'0A', x'05')")) == ["books_shelves insert"])
    #expect(
      try summary(recording("DELETE FROM author"))
        == ["author delete", "book delete", "book update", "books_shelves delete"])
  }

  @Test func unchangedAndShortLivedRowsAreNotRecorded() throws {
    try library.change("INSERT INTO author VALUES (x'01', 'Ann', 1920, 'ann')")
    let changeset = try recording(
      "UPDATE author SET born = 3", "UPDATE author SET born = 1920", "INSERT INTO author VALUES (x'02', 'B', 2, 'b')",
      "DELETE FROM author WHERE id = x'02'", "DELETE FROM author WHERE id = x'07'")
    #expect(changeset.isEmpty)
    #expect(try changeset.changes().isEmpty)
  }

  @Test func changesRolledBackToASavepointAreNotRecorded() throws {
    let changeset = try library.queue.write { db in
      try library.record(db) { db in
        try db.execute(sql: "INSERT INTO shelf VALUES (x'01')")
        try db.inSavepoint {
          try db.execute(sql: "INSERT INTO shelf VALUES (x'02')")
          return .rollback
        }
      }
    }
    #expect(try changeset.changes().map(\.key) == [[Data([1]).databaseValue]])
  }

  @Test func onlyTheNamedTablesAreRecorded() throws {
    #expect(try summary(recording("INSERT INTO book (id, title) VALUES (x'0A', 'One')")) == ["book insert"])
    #expect(try library.values("SELECT kind FROM _change") == ["inserted"])
  }

  @Test func aReplacedRowIsOneUpdate() throws {
    try library.change("INSERT INTO author VALUES (x'01', 'Ann', 1920, 'ann')")
    #expect(
      try summary(recording("INSERT OR REPLACE INTO author VALUES (x'01', 'Ann', 5, 'ann')")) == ["author update"])
    #expect(
      try summary(recording("INSERT OR REPLACE INTO author VALUES (x'02', 'Ann', 5, 'ann')"))
        == ["author delete", "author insert"])
  }

  @Test func nestedRecordersBothRecord() throws {
    try library.queue.write { db in
      let outer = try ChangeRecorder(db, tables: ["shelf"])
      let inner = try library.record(db) { try $0.execute(sql: "INSERT INTO shelf VALUES (x'01')") }
      try db.execute(sql: "INSERT INTO shelf VALUES (x'02')")
      #expect(try summary(inner) == ["shelf insert"])
      #expect(try summary(outer.changeset()) == ["shelf insert", "shelf insert"])
    }
  }

  @Test func recordingEndsIfAnEditThrows() throws {
    struct Refused: Error {}
    for _ in 1...3 {
      #expect(throws: Refused.self) {
        try library.edit("Fail") { db in
          try db.execute(sql: "INSERT INTO shelf VALUES (x'01')")
          throw Refused()
        }
      }
    }
    #expect(try library.dump().isEmpty)
    #expect(try library.entries.isEmpty)
    try library.edit("Succeed", "INSERT INTO shelf VALUES (x'01')")
    #expect(try library.entries.map(\.label) == ["Succeed"])
  }
}
