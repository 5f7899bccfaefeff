import Foundation
internal import GRDB

extension Changeset {
  /// Makes the changes, or undoes them. First, all rows are checked: they must be in the expected state.
  ///
  /// Aggregates are excluded from that, and computed again at the end.
  ///
  /// Must be called in a transaction with foreign keys off, which the caller rolls back if this throws. Foreign keys
  /// must be off because changes are in no particular order and include those made by cascades; ``ReferenceCheck``
  /// checks references instead. Triggers run.
  ///
  /// Takes about two statements per row. Throws ``ChangeConflict`` if a row prevents it.
  func apply(_ step: HistoryStep, to db: Database, _ aggregates: Aggregates = Aggregates()) throws {
    var writer = ChangeWriter(db, aggregates)
    try forEachChange(step) { try writer.check($0) }
    // A row may need a unique value that another row gives up later in the same changeset. Most of these rows can be
    // written after that. Rows that exchange values are all deleted before they are inserted again.
    var waiting: [Change] = []
    try forEachChange(step) { if try !writer.write($0) { waiting.append($0) } }
    waiting = try waiting.filter { try !writer.write($0) }
    for row in try waiting.map({ try writer.takeOut($0) }) { try writer.putIn(row) }
    try aggregates.refresh(after: self, step, db)
  }
}

/// Writes changes to the rows of a database, one by one.
private struct ChangeWriter {
  /// A complete row to be inserted in a table.
  struct NewRow {
    var change: Change
    var values: [DatabaseValue]
  }

  private let db: Database
  private let aggregates: Aggregates
  private var tables: [ChangedTable: ChangedRows] = [:]

  init(_ db: Database, _ aggregates: Aggregates) { (self.db, self.aggregates) = (db, aggregates) }

  /// Throws an error if the row is not in the state that `change` expects.
  mutating func check(_ change: Change) throws {
    let rows = try rows(change)
    let computed = aggregates.columns(of: change.table.name)
    switch (change.operation, try rows.row(change)) {
    case (.insert, .some): throw rows.conflict(change, .present)
    case (.update, nil), (.delete, nil): throw rows.conflict(change, .missing)
    case (.insert, nil): break
    case (.update, let found?), (.delete, let found?):
      var differing: [String: DatabaseValue] = [:]
      for (column, name) in rows.columns.enumerated() {
        guard !computed.contains(name), let old = change.old[column], !old.isIdentical(to: found[column]) else {
          continue
        }
        differing[name] = found[column]
      }
      if !differing.isEmpty { throw rows.conflict(change, .changed(differing)) }
    }
  }

  /// Makes the change; returns false if another row has a value that must be unique.
  mutating func write(_ change: Change) throws -> Bool {
    let rows = try rows(change)
    do {
      switch change.operation {
      case .insert: try rows.insert(change.new.compactMap(\.self))
      case .delete: try rows.delete(change)
      case .update: try rows.update(change, except: aggregates.columns(of: change.table.name))
      }
      return true
    } catch let error as DatabaseError where error.isUniqueness {
      return false
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      throw rows.conflict(change, .constraint(error.message ?? ""))
    }
  }

  /// Deletes the row of a waiting update, and returns the row to be inserted instead.
  mutating func takeOut(_ change: Change) throws -> NewRow {
    let rows = try rows(change)
    guard change.operation == .update, let found = try rows.row(change) else {
      return NewRow(change: change, values: change.new.compactMap(\.self))
    }
    try rows.delete(change)
    return NewRow(change: change, values: zip(change.new, found.databaseValues).map { $0 ?? $1 })
  }

  /// Inserts a row. No other change is left that could make its unique values available.
  mutating func putIn(_ row: NewRow) throws {
    let rows = try rows(row.change)
    do {
      try rows.insert(row.values)
    } catch let error as DatabaseError where error.isUniqueness {
      let table = row.change.table.name
      let taken = Set(rows.columns.filter { error.message?.namesColumn("\(table).\($0)") ?? false })
      let values = Dictionary(uniqueKeysWithValues: zip(rows.columns, row.values))
      throw rows.conflict(
        row.change, taken.isEmpty ? .constraint(error.message ?? "") : .taken(taken, row: values))
    }
  }

  private mutating func rows(_ change: Change) throws -> ChangedRows {
    if let known = tables[change.table] { return known }
    let rows = try ChangedRows(change.table, db)
    tables[change.table] = rows
    return rows
  }
}

extension DatabaseValue {
  /// Whether two values are the same bytes. `==` also treats 1 and 1.0, and é in one and in two characters, as equal.
  func isIdentical(to other: DatabaseValue) -> Bool {
    switch (storage, other.storage) {
    case (.string(let one), .string(let two)): one.utf8.elementsEqual(two.utf8)
    case (let one, let two): one == two
    }
  }
}

extension DatabaseError {
  /// Whether another row has a value that must be unique.
  var isUniqueness: Bool {
    extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE || extendedResultCode == .SQLITE_CONSTRAINT_PRIMARYKEY
  }
}

extension String {
  /// Whether SQLite's message about a unique index, “UNIQUE constraint failed: pen.color, pen.size”, contains a column.
  fileprivate func namesColumn(_ name: String) -> Bool {
    guard let start = range(of: ": ")?.upperBound else { return false }
    return self[start...].components(separatedBy: ", ").contains(name)
  }
}
