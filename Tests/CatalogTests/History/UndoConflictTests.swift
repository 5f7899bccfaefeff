import Foundation
import GRDB
import Testing
import Text

@testable import Catalog
@testable import ObjectStore

/// Every conflict of an undo or a redo, in a library with Ann (1) and her books One (11) and Two (12). Two continues One and
/// is on shelf 21.
@Suite struct UndoConflictTests {
  private let library: Library
  private let ann = Library.id(1)
  private let one = Library.id(11)
  private let two = Library.id(12)
  private let shelf = Library.id(21)

  init() throws {
    library = try Library()
    try library.change("INSERT INTO author VALUES (?, 'Ann', 1920, 'ann')", [ann])
    try library.change("INSERT INTO book VALUES (?, 'One', 1, 4.5, x'00', ?, NULL)", [one, ann])
    try library.change("INSERT INTO book VALUES (?, 'Two', 2, 4.0, NULL, ?, ?)", [two, ann, one])
    try library.change("INSERT INTO shelf VALUES (?)", [shelf])
    try library.change("INSERT INTO books_shelves VALUES (?, ?)", [two, shelf])
  }

  /// Checks that undoing is refused with this message and changes nothing.
  private func expectRefusal(
    _ message: String, undoing group: Int64? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expectRefusal(message, sourceLocation) { try library.undo(group) }
  }

  private func expectRefusal(
    _ message: String, _ sourceLocation: SourceLocation, _ body: () throws -> Void
  ) throws {
    let (before, entries) = (try library.dump(), try library.entries)
    let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) { try body() }
    #expect(error?.message == message, sourceLocation: sourceLocation)
    #expect(try library.dump() == before, sourceLocation: sourceLocation)
    #expect(try library.entries == entries, sourceLocation: sourceLocation)
    #expect(try library.foreignKeysAreOn, sourceLocation: sourceLocation)
    try library.change("INSERT INTO shelf VALUES (x'00')")
    try library.change("DELETE FROM shelf WHERE id = x'00'")
  }

  @Test func aChangedValueIsAConflict() throws {
    try library.edit("Rename Ann", "UPDATE author SET name = 'Anna', nameFolded = 'anna'")
    try library.change("UPDATE author SET name = 'Bea', nameFolded = 'bea'")
    try expectRefusal(
      "“Rename Ann” cannot be undone, because the author's name has been changed since, to “Bea”")
  }

  @Test func aValueChangedToAnotherNormalFormIsAConflict() throws {
    try library.edit("Rename One", "UPDATE book SET title = ? WHERE id = ?", ["caf\u{E9}", one])
    try library.change("UPDATE book SET title = ? WHERE id = ?", ["cafe\u{301}", one])
    try expectRefusal(
      "“Rename One” cannot be undone, because the title of book \(one.text) has been changed since, to “café”")
  }

  @Test func anotherValueOfTheRecordIsNoConflict() throws {
    try library.edit("Rename Ann", "UPDATE author SET name = 'Anna', nameFolded = 'anna'")
    try library.change("UPDATE author SET born = 1921")
    try library.undo()
    #expect(try library.values("SELECT name || born FROM author") == ["Ann1921"])
  }

  @Test func aChangedRelationshipIsAConflict() throws {
    try library.edit("Forget", "UPDATE book SET originalId = NULL WHERE id = ?", [two])
    try library.change("UPDATE book SET originalId = id WHERE id = ?", [two])
    try expectRefusal(
      "“Forget” cannot be undone, because the original of book \(two.text) has been changed since, to book \(two.text)")
  }

  @Test func aRemovedRecordIsAConflict() throws {
    try library.edit("Rate", "UPDATE book SET rating = 1 WHERE id = ?", [two])
    try library.change("DELETE FROM book WHERE id = ?", [two])
    try expectRefusal("“Rate” cannot be undone, because book \(two.text) has been removed since")
  }

  @Test func aChangedNewRecordIsAConflict() throws {
    let ben = Library.id(2)
    try library.edit("Add Ben", "INSERT INTO author VALUES (?, 'Ben', NULL, 'ben')", [ben])
    try library.change("UPDATE author SET born = 1950 WHERE id = ?", [ben])
    try expectRefusal("“Add Ben” cannot be undone, because the born of author “Ben” has been changed since, to 1950")
  }

  @Test func aReinsertedRecordIsAConflict() throws {
    try library.edit("Remove Two", "DELETE FROM book WHERE id = ?", [two])
    try library.change("INSERT INTO book (id, title) VALUES (?, 'Another')", [two])
    try expectRefusal("“Remove Two” cannot be undone, because book \(two.text) has been added since")
  }

  @Test func aTakenUniqueValueIsAConflict() throws {
    try library.edit("Move", "UPDATE book SET place = 3 WHERE id = ?", [one])
    try library.change("UPDATE book SET place = 1 WHERE id = ?", [two])
    try expectRefusal(
      "“Move” cannot be undone, because book \(one.text) would need the place 1, which another book has now")
  }

  @Test func aTakenNameInAnotherCaseIsAConflict() throws {
    try library.edit("Remove Ann", "DELETE FROM author")
    try library.change("INSERT INTO author VALUES (?, 'ANN', 3, 'ann')", [Library.id(3)])
    try expectRefusal(
      "“Remove Ann” cannot be undone, because author “Ann” would need the name “Ann”, "
        + "which another author has now"
    )
  }

  @Test func aNewTableConstraintIsAConflict() throws {
    try library.change("UPDATE book SET rating = 9 WHERE id = ?", [one])
    try library.edit("Rate", "UPDATE book SET rating = 1 WHERE id = ?", [one])
    try library.change(
      """
      CREATE TRIGGER book_rating BEFORE UPDATE ON book WHEN new.rating > 5
      BEGIN SELECT RAISE(ABORT, 'ratings go to 5'); END
      """)
    try expectRefusal(
      "“Rate” cannot be undone, because book \(one.text) would break a rule of the database: ratings go to 5")
  }

  @Test func aLinkAddedOrRemovedSinceIsAConflict() throws {
    try library.edit("Take down", "DELETE FROM books_shelves")
    try library.change("INSERT INTO books_shelves VALUES (?, ?)", [two, shelf])
    try expectRefusal(
      "“Take down” cannot be undone, because shelf \(shelf.text) has been added to the shelves of book \(two.text) since"
    )

    try library.edit("Put up", "INSERT INTO books_shelves VALUES (?, ?)", [one, shelf])
    try library.change("DELETE FROM books_shelves WHERE books = ?", [one])
    try expectRefusal(
      "“Put up” cannot be undone, because shelf \(shelf.text) has been taken out of the shelves of book \(one.text) since"
    )
  }

  @Test func aReferenceToARemovedRecordIsAConflict() throws {
    try library.edit("Remove Two", "DELETE FROM book WHERE id = ?", [two])
    try library.change("DELETE FROM author")
    try expectRefusal(
      "“Remove Two” cannot be undone, because book \(two.text) would refer to author \(ann.text), "
        + "which has been removed since"
    )
  }

  @Test func aLinkToARemovedRecordIsAConflict() throws {
    try library.edit("Take down", "DELETE FROM books_shelves")
    try library.change("DELETE FROM shelf")
    try expectRefusal(
      "“Take down” cannot be undone, because book \(two.text) would refer to shelf \(shelf.text), "
        + "which has been removed since"
    )
  }

  @Test func aNewReferenceToTheRecordIsAConflict() throws {
    let (three, loan) = (Library.id(13), Library.id(31))
    try library.edit("Add Three", "INSERT INTO book (id, title) VALUES (?, 'Three')", [three])
    try library.change("INSERT INTO loan VALUES (?, ?)", [loan, three])
    try expectRefusal(
      "“Add Three” cannot be undone, because loan \(loan.text) refers to book \(three.text) now")
  }

  @Test func aNewLinkToTheRecordIsAConflict() throws {
    let attic = Library.id(22)
    try library.edit("Add a shelf", "INSERT INTO shelf VALUES (?)", [attic])
    try library.change("INSERT INTO books_shelves VALUES (?, ?)", [one, attic])
    try expectRefusal(
      "“Add a shelf” cannot be undone, because book \(one.text) refers to shelf \(attic.text) now")
  }

  @Test func aReferenceWithNoActionIsNoConflict() throws {
    let three = Library.id(13)
    try library.edit("Add Three", "INSERT INTO book (id, title) VALUES (?, 'Three')", [three])
    try library.change("INSERT INTO bookmark VALUES (?, ?)", [Library.id(41), three])
    try library.undo()
    #expect(try library.values("SELECT title FROM book ORDER BY id") == ["One", "Two"])
  }

  @Test func aRunsChangeConflictsWithARedo() throws {
    try library.edit("Rate", "UPDATE book SET rating = 1 WHERE id = ?", [one])
    try library.undo()
    try library.change("UPDATE book SET rating = 2.5 WHERE id = ?", [one])
    try expectRefusal(
      "“Rate” cannot be redone, because the rating of book \(one.text) has been changed since, to 2.5", #_sourceLocation
    ) {
      try library.redo()
    }
  }

  @Test func aConflictInALaterPartUndoesNothing() throws {
    try library.edit("Many") { db in
      for number in UInt8(100)...200 {
        try db.execute(sql: "INSERT INTO shelf VALUES (?)", arguments: [Library.id(number)])
      }
    }
    for number in UInt8(100)...200 {
      try library.change("DELETE FROM shelf WHERE id = ?", [Library.id(number)])
      try expectRefusal("“Many” cannot be undone, because shelf \(Library.id(number).text) has been removed since")
      try library.change("INSERT INTO shelf VALUES (?)", [Library.id(number)])
    }
    try library.undo()
    #expect(try library.values("SELECT count(*) FROM shelf") == [1])
  }

  @Test(arguments: ["DROP COLUMN rating", "ADD COLUMN pages INTEGER"])
  func anEditFromBeforeAnAlteredTableIsRefused(alteration: String) throws {
    try library.edit("Rate", "UPDATE book SET rating = 1 WHERE id = ?", [one])
    try library.change("ALTER TABLE book \(alteration)")
    let error = #expect(throws: DatabaseError.self) { try library.undo() }
    #expect(error?.message == "a group of the history has a table book with 7 columns, unlike the catalog")
    #expect(try library.foreignKeysAreOn)
  }

  @Test func aDamagedChangesetIsRefused() throws {
    try library.edit("Rate", "UPDATE book SET rating = 1")
    try library.change("UPDATE _history SET changeset = substr(changeset, 1, length(changeset) - 1)")
    let before = try library.dump()
    let error = #expect(throws: DatabaseError.self) { try library.undo() }
    #expect(error?.resultCode == .SQLITE_CORRUPT)
    #expect(try library.dump() == before)
    #expect(try library.foreignKeysAreOn)
  }
}
