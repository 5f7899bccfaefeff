import Foundation
internal import GRDB

/// Which way to go through the history.
public enum HistoryStep: String, Hashable, Sendable {
  /// Back: what was done is taken back.
  case undo
  /// Forth: what was taken back is done again.
  case redo
}

/// What one edit has changed in the tables, in SQLite's changeset format (`ext/session/sqlite3session.h`): a blob that
/// any later process can take back or do again.
///
/// SQLite records it, and we apply it. SQLite's own `sqlite3changeset_apply` passes over tables whose columns have
/// changed since, cannot exchange the unique values of two rows, does not say which value is in the way, and trusts the
/// blob's lengths; and changes that do not go through GRDB are not seen by those who observe the database.
struct Changeset: Hashable, Sendable {
  let data: Data

  /// Whether nothing has changed.
  var isEmpty: Bool { data.isEmpty }

  /// Calls `body` with every change, turned round for an undo, in no particular order. Throws `SQLITE_CORRUPT` at the
  /// first byte that cannot be.
  func forEachChange(_ step: HistoryStep = .redo, _ body: (Change) throws -> Void) throws {
    try data.withUnsafeBytes { bytes in
      var reader = ChangesetReader(bytes)
      while let change = try reader.next() { try body(step == .redo ? change : change.inverse) }
    }
  }

  /// All changes at once.
  func changes(_ step: HistoryStep = .redo) throws -> [Change] {
    var changes: [Change] = []
    try forEachChange(step) { changes.append($0) }
    return changes
  }
}
