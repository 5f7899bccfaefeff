import Foundation
internal import GRDB

/// A direction in the history.
public enum HistoryStep: String, Hashable, Sendable {
  /// Undoes an edit.
  case undo
  /// Redoes an undone edit.
  case redo
}

/// The changes by one edit in the tables, in SQLite's changeset format (`ext/session/sqlite3session.h`): a blob that
/// any later process can undo or redo.
///
/// SQLite records the blob, and packshot applies it. SQLite's own `sqlite3changeset_apply` skips tables whose columns
/// have changed since, can't exchange the unique values of two rows, doesn't report which value prevents a change, and
/// trusts the lengths in the blob. In addition, observers of the database don't see changes that are made without GRDB.
struct Changeset: Hashable, Sendable {
  let data: Data

  /// Whether there are no changes.
  var isEmpty: Bool { data.isEmpty }

  /// Calls `body` with every change, inverted for an undo, in no particular order. Throws `SQLITE_CORRUPT` at the first
  /// invalid byte.
  func forEachChange(_ step: HistoryStep = .redo, _ body: (Change) throws -> Void) throws {
    try data.withUnsafeBytes { bytes in
      var reader = ChangesetReader(bytes)
      while let change = try reader.next() { try body(step == .redo ? change : change.inverse) }
    }
  }

  /// Returns all changes at once.
  func changes(_ step: HistoryStep = .redo) throws -> [Change] {
    var changes: [Change] = []
    try forEachChange(step) { changes.append($0) }
    return changes
  }
}
