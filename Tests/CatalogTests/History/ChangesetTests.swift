import Foundation
import GRDB
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore

/// Changesets written by hand from SQLite's description of the format, and damaged ones.
@Suite struct ChangesetTests {
  /// A table `t` with two columns, the first of which is the key. Row 1 changes from NULL to “é”, row 2 (-2.0) is inserted,
  /// and the row with the key `ab` (a blob) is deleted.
  private static let sample = Data(
    [0x54, 2, 1, 0, 0x74, 0]
      + [23, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 5, 0, 3, 2, 0xC3, 0xA9]
      + [18, 1, 1, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0xC0, 0, 0, 0, 0, 0, 0, 0]
      + [9, 0, 4, 1, 0xAB, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])

  private static let table = ChangedTable(name: "t", isKey: [true, false])
  private static let changes = [
    Change(table: table, operation: .update, old: [1.databaseValue, .null], new: [nil, "é".databaseValue]),
    Change(table: table, operation: .insert, old: [nil, nil], new: [2.databaseValue, (-2.0).databaseValue]),
    Change(
      table: table, operation: .delete, old: [Data([0xAB]).databaseValue, (-1).databaseValue], new: [nil, nil]),
  ]

  @Test func valuesOfEveryTypeAreRead() throws {
    #expect(try Changeset(data: Self.sample).changes() == Self.changes)
  }

  @Test func aTwoByteLengthIsRead() throws {
    let name = String(repeating: "x", count: 300)
    // 300 = 2 · 128 + 44
    let data = Data([0x54, 1, 1, 0x74, 0, 18, 0, 3, 0x82, 44] + name.utf8)
    #expect(try Changeset(data: data).changes().map(\.new) == [[name.databaseValue]])
  }

  @Test func invertingReversesEveryChange() throws {
    let expected = [
      Change(table: Self.table, operation: .update, old: [1.databaseValue, "é".databaseValue], new: [nil, .null]),
      Change(table: Self.table, operation: .delete, old: [2.databaseValue, (-2.0).databaseValue], new: [nil, nil]),
      Change(
        table: Self.table, operation: .insert, old: [nil, nil], new: [Data([0xAB]).databaseValue, (-1).databaseValue]),
    ]
    #expect(try Changeset(data: Self.sample).changes(.undo) == expected)
    #expect(expected.map(\.inverse) == Self.changes)
  }

  @Test func aTruncatedChangesetIsRefusedExceptBetweenChanges() throws {
    let whole = [0: 0, 6: 0, 23: 1, 43: 2]
    for count in 0..<Self.sample.count {
      let changeset = Changeset(data: Self.sample.prefix(count))
      if let expected = whole[count] {
        #expect(try changeset.changes().count == expected)
      } else {
        let error = #expect(throws: DatabaseError.self, "\(count) bytes") { try changeset.changes() }
        #expect(error?.resultCode == .SQLITE_CORRUPT)
      }
    }
  }

  @Test(
    arguments: [
      ("a change of no table", [18, 0, 5]),
      ("a table of no columns", [0x54, 0, 0x74, 0]),
      ("a table without a key", [0x54, 1, 0, 0x74, 0]),
      ("more columns than bytes", [0x54, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 1, 0x74, 0]),
      ("a length without an end", [0x54, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
      ("an unknown operation", [0x54, 1, 1, 0x74, 0, 7, 0, 5]),
      ("an unknown type", [0x54, 1, 1, 0x74, 0, 18, 0, 6]),
      ("text that is not UTF-8", [0x54, 1, 1, 0x74, 0, 18, 0, 3, 1, 0xC3]),
      ("a text longer than the rest", [0x54, 1, 1, 0x74, 0, 18, 0, 3, 0x87, 0xFF, 0xFF, 0xFF, 0x7F, 0x61]),
      ("a new row that lacks a value", [0x54, 2, 1, 0, 0x74, 0, 18, 0, 5, 0]),
      ("an update without a key", [0x54, 2, 1, 0, 0x74, 0, 23, 0, 0, 5, 0, 5]),
      ("an update of the key", [0x54, 2, 1, 0, 0x74, 0, 23, 0, 5, 5, 5, 5]),
      ("an update from nothing", [0x54, 2, 1, 0, 0x74, 0, 23, 0, 5, 0, 0, 5]),
    ] as [(String, [UInt8])])
  func anInvalidChangesetIsRefused(what: String, bytes: [UInt8]) {
    let error = #expect(throws: DatabaseError.self) { try Changeset(data: Data(bytes)).changes() }
    #expect(error?.resultCode == .SQLITE_CORRUPT)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func randomlyChangedBytesAreReadOrRefused(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 1...500 {
      var data = Self.sample
      for _ in 0...Int.random(in: 0...3, using: &random) {
        data[Int.random(in: data.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      do {
        let changes = try Changeset(data: data).changes()
        #expect(changes.map(\.inverse.inverse) == changes, "seed \(seed)")
      } catch let error as DatabaseError {
        #expect(error.resultCode == .SQLITE_CORRUPT, "seed \(seed)")
      }
    }
  }
}
