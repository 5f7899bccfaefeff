import Foundation
import GRDB
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore

@Suite struct UndoHistoryTests {
  private let library: Library

  init() throws { library = try Library() }

  private func addShelf(_ number: UInt8, to library: Library? = nil) throws {
    try (library ?? self.library).edit("Add \(number)", "INSERT INTO shelf VALUES (?)", [Library.id(number)])
  }

  private var shelves: [UInt8] {
    get throws { try library.values("SELECT id FROM shelf ORDER BY id", of: UUID.self).map(\.uuid.15) }
  }

  private var labels: [String] { get throws { try library.entries.map(\.label) } }

  @Test func editsAreUndoneFromTheNewestAndRedoneInOrder() throws {
    for number in UInt8(1)...3 { try addShelf(number) }
    #expect(try library.undo() == "Add 3")
    #expect(try library.undo() == "Add 2")
    #expect(try shelves == [1])
    #expect(try library.redo() == "Add 2")
    #expect(try shelves == [1, 2])
    #expect(try library.undo() == "Add 2")
    #expect(try library.undo() == "Add 1")
    #expect(try shelves.isEmpty)
    for number in 1...3 { #expect(try library.redo() == "Add \(number)") }
    #expect(try shelves == [1, 2, 3])
  }

  @Test func undoAndRedoThrowIfThereIsNothingToDo() throws {
    #expect(throws: StoreError.nothingToUndo) { try library.undo() }
    #expect(throws: StoreError.nothingToRedo) { try library.redo() }
    #expect(StoreError.nothingToUndo.message == "there is nothing to undo")
    try addShelf(1)
    #expect(throws: StoreError.nothingToRedo) { try library.redo() }
    try library.undo()
    #expect(throws: StoreError.nothingToUndo) { try library.undo() }
    #expect(try library.foreignKeysAreOn)
  }

  @Test func anEditUndoneByItsNumberIsRedoneFirst() throws {
    for number in UInt8(1)...3 { try addShelf(number) }
    let id = try #require(try library.entries.first { $0.label == "Add 2" }).id
    #expect(try library.undo(id) == "Add 2")
    #expect(try shelves == [1, 3])
    #expect(throws: StoreError.undoneAlready(number: id, label: "Add 2")) { try library.undo(id) }
    #expect(throws: StoreError.noSuchEdit(number: 77)) { try library.undo(77) }
    #expect(try library.foreignKeysAreOn)
    #expect(try library.undo() == "Add 3")
    #expect(try library.redo() == "Add 3")
    #expect(try library.redo() == "Add 2")
    #expect(try shelves == [1, 2, 3])
  }

  @Test func aNewEditDiscardsTheRedos() throws {
    try addShelf(1)
    try addShelf(2)
    try library.undo()
    try addShelf(3)
    #expect(throws: StoreError.nothingToRedo) { try library.redo() }
    #expect(try labels == ["Add 3", "Add 1"])
  }

  @Test func anEmptyEditIsNotRecordedAndKeepsTheRedos() throws {
    try addShelf(1)
    try library.undo()
    try library.edit("Nothing", "DELETE FROM shelf")
    #expect(try labels == ["Add 1"])
    try library.redo()
    #expect(try shelves == [1])
  }

  @Test func theHistoryListsItsEntries() throws {
    let before = Date().addingTimeInterval(-0.001)
    try addShelf(1)
    try addShelf(2)
    try library.undo()
    let entries = try library.entries
    #expect(entries.map(\.label) == ["Add 2", "Add 1"])
    #expect(entries.map(\.isUndone) == [true, false])
    #expect(entries[0].id > entries[1].id)
    #expect(entries.allSatisfy { before <= $0.at && $0.at <= Date().addingTimeInterval(0.001) })
    // `T`, one column, its key byte, `shelf` and a zero; then operation, flag, type, length, and the 16 bytes of the id.
    #expect(entries.map(\.bytes) == [29, 29])
    #expect(try library.queue.read { try library.history.entries($0, limit: 1) } == [entries[0]])
  }

  @Test func anotherProcessUndoesAndRedoes() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("library.sqlite")
    try addShelf(1, to: Library(at: path))
    #expect(try Library(at: path).undo() == "Add 1")
    #expect(try Library(at: path).dump().isEmpty)
    #expect(try Library(at: path).redo() == "Add 1")
    #expect(try Library(at: path).dump().count == 1)
  }

  @Test func theOldestEditsBeyondTheGroupLimitAreRemoved() throws {
    let library = try Library(limits: HistoryLimits(groups: 3))
    for number in UInt8(1)...5 { try addShelf(number, to: library) }
    #expect(try library.entries.map(\.label) == ["Add 5", "Add 4", "Add 3"])
  }

  @Test func theOldestEditsBeyondTheByteLimitAreRemoved() throws {
    // A shelf takes 29 bytes, as above.
    let library = try Library(limits: HistoryLimits(bytes: 2 * 29))
    for number in UInt8(1)...3 { try addShelf(number, to: library) }
    #expect(try library.entries.map(\.label) == ["Add 3", "Add 2"])
  }

  @Test func anEditLargerThanTheByteLimitIsKeptUntilAsMuchFollowsIt() throws {
    let library = try Library(limits: HistoryLimits(bytes: 2 * 29))
    try addShelf(11, to: library)
    try library.edit("Large", "INSERT INTO shelf VALUES (zeroblob(100))")
    #expect(try library.entries.map(\.label) == ["Large"])
    try library.undo()
    #expect(try library.dump().count == 1)
    try library.redo()
    for number in UInt8(12)...13 { try addShelf(number, to: library) }
    #expect(try library.entries.map(\.label) == ["Add 13", "Add 12", "Large"])
    try addShelf(14, to: library)
    #expect(try library.entries.map(\.label) == ["Add 14", "Add 13"])
  }

  @Test func watchersAreNotifiedOfAnUndo() throws {
    try library.edit("Add", "INSERT INTO book (id, title) VALUES (?, 'One')", [Library.id(1)])
    try library.change("DELETE FROM _change")
    try library.undo()
    try library.redo()
    #expect(try library.values("SELECT kind FROM _change ORDER BY rowid") == ["deleted", "inserted"])
  }

  @Test func cascadedAndNullifiedRecordsAreRestored() throws {
    let (ann, one, two) = (Library.id(1), Library.id(11), Library.id(12))
    try library.change("INSERT INTO author VALUES (?, 'Ann', NULL, 'ann')", [ann])
    try library.change("INSERT INTO book VALUES (?, 'One', 1, 4.5, zeroblob(0), ?, NULL)", [one, ann])
    try library.change("INSERT INTO book VALUES (?, 'Two', 2, -0.0, x'00FF', NULL, ?)", [two, one])
    try library.change("INSERT INTO shelf VALUES (?)", [Library.id(21)])
    try library.change("INSERT INTO books_shelves VALUES (?, ?)", [one, Library.id(21)])
    let before = try library.dump()
    try library.edit("Remove Ann", "DELETE FROM author")
    #expect(try library.dump().count == 2)
    try library.undo()
    #expect(try library.dump() == before)
  }

  /// Books in places 1 to 4 that exchange their places by way of temporary ones.
  @Test(arguments: [[2, 1, 3, 4], [2, 3, 4, 1], [2, 1, 4, 3], [4, 1, 2, 5]])
  func exchangedUniqueValuesAreRestored(places: [Int]) throws {
    for number in UInt8(1)...4 {
      try library.change("INSERT INTO book (id, title, place) VALUES (?, 'x', ?)", [Library.id(number), Int(number)])
    }
    try library.edit("Exchange") { db in
      try db.execute(sql: "UPDATE book SET place = place + 100")
      for (number, place) in places.enumerated() {
        try db.execute(
          sql: "UPDATE book SET place = ? WHERE id = ?", arguments: [place, Library.id(UInt8(number + 1))])
      }
    }
    let places = { try library.values("SELECT place FROM book ORDER BY id", of: Int.self) }
    let exchanged = try places()
    try library.undo()
    #expect(try places() == [1, 2, 3, 4])
    try library.redo()
    #expect(try places() == exchanged)
  }

  @Test func uniqueValuesTakenFromRemovedRecordsAreRestored() throws {
    for number in UInt8(1)...9 {
      try library.change("INSERT INTO book (id, title, place) VALUES (?, 'x', ?)", [Library.id(number), Int(number)])
    }
    let before = try library.dump()
    try library.edit("Move up") { db in
      try db.execute(sql: "DELETE FROM book WHERE place <= 4")
      try db.execute(sql: "UPDATE book SET place = place - 4")
      try db.execute(
        sql: "INSERT INTO book (id, title, place) VALUES (?, 'x', 6), (?, 'x', 7)",
        arguments: [Library.id(101), Library.id(102)])
    }
    let after = try library.dump()
    try library.undo()
    #expect(try library.dump() == before)
    try library.redo()
    #expect(try library.dump() == after)
  }
}
