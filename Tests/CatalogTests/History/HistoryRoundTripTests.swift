import Foundation
import GRDB
import TestSupport
import Testing
import Text

@testable import Catalog
@testable import ObjectStore

/// Random edits of all tables: undoing each restores the state before it, and redoing the state after it.
@Suite struct HistoryRoundTripTests {
  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func randomEditsAreUndoneAndRedoneToTheByte(seed: UInt64) throws {
    let library = try Library()
    var random = SeededGenerator(seed: seed)
    var states = [try library.dump()]
    while states.count <= 25 {
      try library.edit("Edit \(states.count)") { db in
        for _ in 1...Int.random(in: 1...12, using: &random) { try Self.change(db, &random) }
      }
      let state = try library.dump()
      if state != states.last { states.append(state) }
    }
    for _ in 1...3 {
      for (index, state) in states.enumerated().dropLast().reversed() {
        try library.undo()
        #expect(try library.dump() == state, "seed \(seed), back to \(index)")
      }
      #expect(throws: StoreError.nothingToUndo) { try library.undo() }
      for (index, state) in states.enumerated().dropFirst() {
        try library.redo()
        #expect(try library.dump() == state, "seed \(seed), on to \(index)")
      }
    }
    #expect(try library.values("PRAGMA foreign_key_check", of: String.self).isEmpty)
    #expect(try library.foreignKeysAreOn)
  }

  /// Edits undone in random order: each undo succeeds or changes nothing, and no reference is ever broken.
  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func undoingInAnyOrderBreaksNoReference(seed: UInt64) throws {
    let library = try Library()
    var random = SeededGenerator(seed: seed)
    for number in 1...30 {
      try library.edit("Edit \(number)") { db in
        for _ in 1...Int.random(in: 1...4, using: &random) { try Self.change(db, &random) }
      }
    }
    var refusals = 0
    for entry in try library.entries.shuffled(using: &random) {
      let before = try library.dump()
      do {
        try library.undo(entry.id)
        #expect(try library.dump() != before, "seed \(seed)")
      } catch StoreError.undoConflict {
        refusals += 1
        #expect(try library.dump() == before, "seed \(seed)")
      }
      #expect(try library.values("PRAGMA foreign_key_check", of: String.self).isEmpty, "seed \(seed), \(entry.label)")
    }
    #expect(refusals > 0 && refusals < 30, "seed \(seed)")
    while (try? library.redo()) != nil {
      #expect(try library.values("PRAGMA foreign_key_check", of: String.self).isEmpty, "seed \(seed)")
    }
  }

  /// Makes one random change, which the tables' rules may refuse.
  private static func change(_ db: Database, _ random: inout SeededGenerator) throws {
    func id(_ range: ClosedRange<UInt8>) -> UUID { Library.id(UInt8.random(in: range, using: &random)) }
    func number(_ range: ClosedRange<Int>) -> Int? {
      Bool.random(using: &random) ? nil : .random(in: range, using: &random)
    }
    let (author, book, shelf) = (id(1...6), id(11...26), id(31...34))
    let text = ["Ann", "Ännchen", "A\u{308}nnchen", "漢字", "", "O'Hara"].randomElement(using: &random) ?? ""
    let cover = Data((0..<(number(0...5000) ?? 0)).map { UInt8(truncatingIfNeeded: $0) })
    let statements: [(String, StatementArguments)] = [
      ("INSERT INTO author VALUES (?, ?, ?, ?)", [author, text, number(0...2000), text]),
      ("UPDATE author SET name = ?, nameFolded = ? WHERE id = ?", [text, text, author]),
      ("DELETE FROM author WHERE id = ?", [author]),
      ("INSERT INTO book VALUES (?, ?, ?, ?, ?, ?, ?)", [book, text, number(0...9), 0.1, cover, author, id(11...26)]),
      ("INSERT INTO book (id, title, place) VALUES (?, ?, ?)", [book, text, number(0...9)]),
      (
        "UPDATE book SET place = ?, rating = ? WHERE id = ?",
        [number(0...9), Double.random(in: 0...5, using: &random), book]
      ),
      ("UPDATE book SET authorId = ?, cover = ? WHERE id = ?", [author, cover, book]),
      ("UPDATE book SET place = 9 - place", []),
      ("UPDATE OR REPLACE book SET place = ? WHERE id = ?", [number(0...9), book]),
      ("DELETE FROM book WHERE id = ?", [book]),
      ("INSERT OR REPLACE INTO loan VALUES (?, ?)", [id(41...44), book]),
      ("DELETE FROM loan WHERE id = ?", [id(41...44)]),
      ("INSERT OR IGNORE INTO shelf VALUES (?)", [shelf]),
      ("INSERT OR REPLACE INTO books_shelves VALUES (?, ?)", [book, shelf]),
      ("DELETE FROM books_shelves WHERE books = ?", [book]),
      ("DELETE FROM shelf WHERE id = ?", [shelf]),
    ]
    guard let (sql, arguments) = statements.randomElement(using: &random) else { return }
    do {
      try db.execute(sql: sql, arguments: arguments)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {}
  }
}
