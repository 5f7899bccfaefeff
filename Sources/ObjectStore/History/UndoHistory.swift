import Foundation
internal import GRDB

/// The edits that can be undone and redone, in the table `_history`, where any later process finds them.
///
/// Undoing applies the inverse of an edit's changes, completely or not at all. If another edit, or a run, has changed
/// the same values since, it reports the conflict. Values that the database computes from other records (``Aggregate``)
/// never cause a conflict: later sales of a product don't prevent an undo of an earlier one.
struct UndoHistory: Sendable {
  /// `undone` is 0, or a number that increases in the order in which edits were undone. The changeset is the last
  /// column, because SQLite reads a row from its start, and the changeset may fill many pages.
  ///
  /// While a changeset is applied, `_applying` contains its edit. The triggers that update aggregates then do nothing,
  /// because changes are in no particular order.
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
    """ + LongEdit.createTables

  /// The size of an edit, including its parts.
  private static let bytes =
    "length(changeset) + coalesce((SELECT bytes FROM _longEdit WHERE history = _history.id), 0)"
  private static let columns = "id, label, at, undone, \(bytes)"
  /// Whether no step of the edit is in progress.
  private static let isAtRest =
    "NOT EXISTS (SELECT 1 FROM _longEdit WHERE history = _history.id AND step NOT NULL)"

  let model: Model
  private let limits: HistoryLimits
  private let checkReferences: ReferenceCheck
  private let checkMinimumCount: MinimumCountCheck
  private let aggregates: Aggregates

  /// Creates the history of a checked model.
  init(_ model: Model, limits: HistoryLimits = HistoryLimits()) {
    self.model = model
    self.limits = limits
    checkReferences = ReferenceCheck(model)
    checkMinimumCount = MinimumCountCheck(model)
    aggregates = Aggregates(model)
  }

  /// Returns the edits, newest first.
  func entries(_ db: Database, limit: Int? = nil) throws -> [HistoryEntry] {
    // SQLite treats a negative limit as no limit.
    let sql = "SELECT \(Self.columns) FROM _history ORDER BY id DESC LIMIT ?"
    return try Row.fetchAll(db, sql: sql, arguments: [limit ?? -1]).map(HistoryEntry.init)
  }

  /// Adds an edit, in the transaction that makes it. Undone edits can no longer be redone, as in every editor, and the
  /// oldest edits beyond the limits are removed, now or a few edits later. An empty changeset changes nothing.
  ///
  /// - Returns: The edit's number; nil if it changes nothing.
  @discardableResult
  func record(_ db: Database, label: String, _ changeset: Changeset) throws -> Int64? {
    if changeset.isEmpty { return nil }
    try add(db, label, changeset)
    let (number, interval) = (db.lastInsertedRowID, limits.pruningInterval)
    if number.isMultiple(of: Int64(interval)) || changeset.data.count > limits.slack / interval {
      try prune(db)
    }
    try LongEdit.sweep(db)
    return number
  }

  /// Adds an edit that was made in parts, in the transaction that ends it. Returns its number, nil if it changed nothing,
  /// and the count of older edits removed to make room.
  func record(_ db: Database, _ edit: LongEdit, label: String? = nil) throws -> (number: Int64?, forgotten: Int) {
    guard try edit.count(db) > 0 else {
      try edit.remove(db)
      return (nil, 0)
    }
    try add(db, label ?? edit.label, Changeset(data: Data()))
    let number = db.lastInsertedRowID
    let sql = "UPDATE _longEdit SET history = ?, step = NULL WHERE id = ?"
    try db.execute(sql: sql, arguments: [number, edit.id])
    return (number, try prune(db))
  }

  private func add(_ db: Database, _ label: String, _ changeset: Changeset) throws {
    try db.cachedStatement(sql: "DELETE FROM _history WHERE undone > 0 AND \(Self.isAtRest)").execute()
    try db.cachedStatement(sql: "INSERT INTO _history (label, at, undone, changeset) VALUES (?, ?, 0, ?)")
      .execute(arguments: [label, Date().milliseconds, changeset.data])
  }

  /// Removes the oldest edits beyond the limits, and returns their number. Reads all entries.
  ///
  /// An edit that exceeds the limits by itself is kept until later edits reach the limits, because people most often
  /// undo their last edit.
  @discardableResult
  private func prune(_ db: Database) throws -> Int {
    try db.execute(
      sql: """
        DELETE FROM _history WHERE \(Self.isAtRest) AND id IN (
          SELECT id FROM (
            SELECT id, bytes, row_number() OVER newest AS count, sum(bytes) OVER newest AS total
            FROM (SELECT id, \(Self.bytes) AS bytes FROM _history) WINDOW newest AS (ORDER BY id DESC))
          WHERE count > ?1 OR total > ?2 AND NOT (bytes > ?2 AND total - bytes <= ?2))
        """, arguments: [limits.groups, limits.bytes])
    return db.changesCount
  }

  /// Removes all edits. Must be called if columns of a table change, because changesets depend on their positions, or
  /// if values are computed in another way.
  static func forget(_ db: Database) throws {
    try db.execute(sql: "DELETE FROM _history")
    if try db.tableExists("_part") { try db.execute(sql: "DELETE FROM _longEdit; DELETE FROM _part") }
  }

  /// Returns the changes of all edits, one after the other.
  static func changesets(_ db: Database) throws -> FastDatabaseValueCursor<Data> {
    try Data.fetchCursor(db, sql: "SELECT changeset FROM _history UNION ALL SELECT changeset FROM _part")
  }

  /// Returns the changes of an edit that was made in one transaction.
  func changeset(of entry: HistoryEntry, _ db: Database) throws -> Changeset {
    let sql = "SELECT changeset FROM _history WHERE id = ?"
    return Changeset(data: try Data.fetchOne(db, sql: sql, arguments: [entry.id]) ?? Data())
  }

  /// Returns the edit for a step: to undo, the newest edit that is not undone, or the edit with the number `number`; to
  /// redo, the edit that was undone last.
  ///
  /// Throws `nothingToUndo`, `nothingToRedo`, `noSuchEdit` or `undoneAlready`.
  func next(_ step: HistoryStep, _ number: Int64?, _ db: Database) throws -> HistoryEntry {
    let condition =
      switch step {
      case .undo: number == nil ? "undone = 0 AND \(Self.isAtRest) ORDER BY id DESC" : "id = ?"
      case .redo: "undone > 0 AND \(Self.isAtRest) ORDER BY undone DESC"
      }
    let sql = "SELECT \(Self.columns) FROM _history WHERE \(condition) LIMIT 1"
    guard let found = try Row.fetchOne(db, sql: sql, arguments: number.map { [$0] } ?? []).map(HistoryEntry.init) else {
      throw number.map(StoreError.noSuchEdit) ?? (step == .undo ? .nothingToUndo : .nothingToRedo)
    }
    if number != nil, found.isUndone { throw StoreError.undoneAlready(number: found.id, label: found.label) }
    return found
  }

  /// Records that a step has been taken.
  func mark(_ entry: HistoryEntry, _ step: HistoryStep, _ db: Database) throws -> HistoryEntry {
    let undone = step == .undo ? "(SELECT max(undone) + 1 FROM _history)" : "0"
    try db.execute(sql: "UPDATE _history SET undone = \(undone) WHERE id = ?", arguments: [entry.id])
    return HistoryEntry(
      id: entry.id, label: entry.label, at: entry.at, isUndone: step == .undo, bytes: entry.bytes)
  }

  /// Undoes or redoes the changes of an edit, in a transaction without foreign keys.
  func apply(
    _ changeset: Changeset, _ step: HistoryStep, label: String, group: Int64, checksFewest: Bool = true, _ db: Database
  ) throws {
    try naming(step, label, db) { try apply(changeset, step, group: group, checksFewest: checksFewest, db) }
  }

  /// Undoes or redoes the changes of an edit, and throws conflicts in terms of tables instead of records.
  func apply(_ changeset: Changeset, _ step: HistoryStep, group: Int64?, checksFewest: Bool, _ db: Database) throws {
    try Self.whileApplying(group ?? 0, db) {
      try changeset.apply(step, to: db, aggregates)
      try checkReferences(changeset, step, db)
      if checksFewest { try checkMinimumCount(changeset, step, of: group, db) }
    }
    try SearchList.update(db, model)
  }

  /// Runs `body` with an entry in `_applying`, so that no trigger updates an aggregate or deletes by a cascade.
  ///
  /// - Parameter edit: The ID of the edit whose changeset is applied; 0 if there is none.
  static func whileApplying(_ edit: Int64, _ db: Database, _ body: () throws -> Void) throws {
    try db.execute(sql: "INSERT INTO _applying (history) VALUES (?)", arguments: [edit])
    try body()
    try db.execute(sql: "DELETE FROM _applying")
  }

  /// Checks that undone or redone changes left no record with too few links.
  func checkMinimumCount(_ changeset: Changeset, _ step: HistoryStep, label: String, group: Int64, _ db: Database)
    throws
  {
    try naming(step, label, db) { try checkMinimumCount(changeset, step, of: group, db) }
  }

  /// Converts conflicts of tables to conflicts of the model's records.
  private func naming(_ step: HistoryStep, _ label: String, _ db: Database, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let conflict as ChangeConflict {
      throw StoreError.undoConflict(try UndoConflict(conflict, step, of: label, in: model).named(in: model, db))
    } catch let broken as BrokenReference {
      throw StoreError.undoConflict(UndoConflict(broken, step, of: label).named(in: model, db))
    } catch let shortage as Shortage {
      throw StoreError.undoConflict(UndoConflict(shortage, step, of: label).named(in: model, db))
    }
  }
}

extension HistoryEntry {
  fileprivate init(_ row: Row) {
    self.init(
      id: row[0], label: row[1], at: Date(milliseconds: row[2]), isUndone: row[3] as Int64 > 0, bytes: row[4])
  }
}
