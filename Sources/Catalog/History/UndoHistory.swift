import Foundation
internal import GRDB

/// The edits that can be undone and redone, in the table `_history`, where any later process finds them.
///
/// Undoing applies the inverse of what an edit has changed. It does so whole or not at all: where another edit, or a
/// run, has changed the same values since, it says what stands in the way. What the database computes from other records
/// (``Aggregate``) never does: later sales of a product do not keep an earlier one from being undone.
struct UndoHistory: Sendable {
  /// `undone` is 0, or counts up in the order in which edits were undone. The changeset is last because SQLite reads a
  /// row from its start, and it may fill many pages.
  ///
  /// While a changeset is applied, `_applying` holds its edit: triggers that keep aggregates rest then, because changes
  /// come in no order.
  static let createTables = """
    CREATE TABLE _history (
      id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
      label TEXT NOT NULL,
      at INTEGER NOT NULL,
      undone INTEGER NOT NULL,
      changeset BLOB NOT NULL
    ) STRICT;
    CREATE INDEX _history_undone ON _history (undone) WHERE undone > 0;
    CREATE TABLE _applying (
      history INTEGER NOT NULL
    ) STRICT;
    """

  private static let columns = "id, label, at, undone, length(changeset)"

  private let model: Model
  private let limits: HistoryLimits
  private let checkReferences: ReferenceCheck
  private let checkFewest: FewestCheck
  private let aggregates: Aggregates

  /// The history of a checked model.
  init(_ model: Model, limits: HistoryLimits = HistoryLimits()) {
    self.model = model
    self.limits = limits
    checkReferences = ReferenceCheck(model)
    checkFewest = FewestCheck(model)
    aggregates = Aggregates(model)
  }

  /// The edits, the newest first.
  func entries(_ db: Database, limit: Int? = nil) throws -> [HistoryEntry] {
    // SQLite takes a negative limit as none.
    let sql = "SELECT \(Self.columns) FROM _history ORDER BY id DESC LIMIT ?"
    return try Row.fetchAll(db, sql: sql, arguments: [limit ?? -1]).map(HistoryEntry.init)
  }

  /// Adds an edit, in the transaction that makes it. What had been undone cannot be redone any more, as in every
  /// editor, and the oldest edits beyond the limits go, now or a few edits later. An empty changeset leaves everything as it is.
  func record(_ db: Database, label: String, _ changeset: Changeset) throws {
    if changeset.isEmpty { return }
    if changeset.data.count > limits.bytes { return try Self.forget(db) }
    try db.cachedStatement(sql: "DELETE FROM _history WHERE undone > 0").execute()
    try db.cachedStatement(sql: "INSERT INTO _history (label, at, undone, changeset) VALUES (?, ?, 0, ?)")
      .execute(arguments: [label, Date().milliseconds, changeset.data])
    let interval = limits.pruningInterval
    if db.lastInsertedRowID.isMultiple(of: Int64(interval)) || changeset.data.count > limits.slack / interval {
      try prune(db)
    }
  }

  /// Drops the oldest edits beyond the limits. Looks at all that are there.
  private func prune(_ db: Database) throws {
    try db.execute(
      sql: """
        DELETE FROM _history WHERE id IN (
          SELECT id FROM (
            SELECT id, row_number() OVER newest AS count, sum(length(changeset)) OVER newest AS bytes
            FROM _history WINDOW newest AS (ORDER BY id DESC))
          WHERE count > ? OR bytes > ?)
        """, arguments: [limits.groups, limits.bytes])
  }

  /// Drops all edits. To be called where columns of a table change, because changesets go by their places, or where what
  /// is computed from a record's values comes to be computed in another way.
  static func forget(_ db: Database) throws { try db.execute(sql: "DELETE FROM _history") }

  /// Takes back the newest edit that is not undone, or the one with an id, and returns it. Not to be called in a
  /// transaction.
  ///
  /// Throws `nothingToUndo`, `noSuchGroup`, `undoneAlready` or `undoConflict`.
  func undo(_ db: Database, group id: Int64? = nil) throws -> HistoryEntry {
    try db.inTransactionWithoutForeignKeys {
      let condition = id == nil ? "undone = 0 ORDER BY id DESC LIMIT 1" : "id = ?"
      guard let entry = try entry(db, where: condition, id.map { [$0] } ?? []) else {
        throw id.map(CatalogError.noSuchGroup) ?? .nothingToUndo
      }
      if entry.isUndone { throw CatalogError.undoneAlready(number: entry.id, label: entry.label) }
      try apply(.undo, entry, db)
      return try mark(entry, "(SELECT max(undone) + 1 FROM _history)", db)
    }
  }

  /// Does the edit again that was undone last, and returns it. Not to be called in a transaction.
  ///
  /// Throws `nothingToRedo` or `undoConflict`.
  func redo(_ db: Database) throws -> HistoryEntry {
    try db.inTransactionWithoutForeignKeys {
      guard let entry = try entry(db, where: "undone > 0 ORDER BY undone DESC LIMIT 1") else {
        throw CatalogError.nothingToRedo
      }
      try apply(.redo, entry, db)
      return try mark(entry, "0", db)
    }
  }

  private func entry(
    _ db: Database, where condition: String, _ arguments: StatementArguments = []
  ) throws -> HistoryEntry? {
    try Row.fetchOne(db, sql: "SELECT \(Self.columns) FROM _history WHERE \(condition)", arguments: arguments)
      .map(HistoryEntry.init)
  }

  private func mark(_ entry: HistoryEntry, _ undone: String, _ db: Database) throws -> HistoryEntry {
    try db.execute(sql: "UPDATE _history SET undone = \(undone) WHERE id = ?", arguments: [entry.id])
    return HistoryEntry(
      id: entry.id, label: entry.label, at: entry.at, isUndone: !entry.isUndone, bytes: entry.bytes)
  }

  private func apply(_ step: HistoryStep, _ entry: HistoryEntry, _ db: Database) throws {
    let sql = "SELECT changeset FROM _history WHERE id = ?"
    let changeset = Changeset(data: try Data.fetchOne(db, sql: sql, arguments: [entry.id]) ?? Data())
    try db.execute(sql: "INSERT INTO _applying (history) VALUES (?)", arguments: [entry.id])
    do {
      try changeset.apply(step, to: db, aggregates)
      try checkReferences(changeset, step, db)
      try checkFewest(changeset, step, of: entry.id, db)
    } catch let conflict as ChangeConflict {
      throw CatalogError.undoConflict(try UndoConflict(conflict, step, of: entry.label, in: model))
    } catch let broken as BrokenReference {
      throw CatalogError.undoConflict(UndoConflict(broken, step, of: entry.label))
    } catch let shortage as Shortage {
      throw CatalogError.undoConflict(UndoConflict(shortage, step, of: entry.label))
    }
    try db.execute(sql: "DELETE FROM _applying")
    try SearchList.update(db, model)
  }
}

extension HistoryEntry {
  fileprivate init(_ row: Row) {
    self.init(
      id: row[0], label: row[1], at: Date(milliseconds: row[2]), isUndone: row[3] as Int64 > 0, bytes: row[4])
  }
}
