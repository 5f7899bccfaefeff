import Foundation
internal import GRDB

extension Changeset {
  /// Makes the changes, or takes them back. All rows are looked at first and must be as the changes expect them.
  ///
  /// To be called in a transaction, which the caller rolls back if this throws, with foreign keys off: changes come in
  /// no order, and what cascades did is among them. ``ReferenceCheck`` makes up for it. Triggers are run.
  ///
  /// Takes about two statements a row. Throws ``ChangeConflict`` where a row is in the way.
  func apply(_ step: HistoryStep, to db: Database) throws {
    var writer = ChangeWriter(db)
    try forEachChange(step) { try writer.check($0) }
    // A row may need a unique value that another one gives up later in the same changeset. Most such rows can be
    // written once that is done; those that exchange values are all taken out before they are put in again.
    var waiting: [Change] = []
    try forEachChange(step) { if try !writer.write($0) { waiting.append($0) } }
    waiting = try waiting.filter { try !writer.write($0) }
    for row in try waiting.map({ try writer.takeOut($0) }) { try writer.putIn(row) }
  }
}

/// Makes changes in the rows of a database, one by one.
private struct ChangeWriter {
  /// A whole row that is to be in a table.
  struct NewRow {
    var change: Change
    var values: [DatabaseValue]
  }

  private let db: Database
  private var columns: [ChangedTable: [String]] = [:]

  init(_ db: Database) { self.db = db }

  /// Throws where the row is not as `change` expects it.
  mutating func check(_ change: Change) throws {
    let found = try row(change)
    switch (change.operation, found) {
    case (.insert, .some): throw try conflict(change, .present)
    case (.update, nil), (.delete, nil): throw try conflict(change, .missing)
    case (.insert, nil): break
    case (.update, let found?), (.delete, let found?):
      let names = try names(change.table)
      let differing = names.indices.filter { column in
        change.old[column].map { !$0.isIdentical(to: found[column]) } ?? false
      }
      if differing.isEmpty { return }
      throw try conflict(change, .changed(named(differing.map { (names[$0], found[$0]) })))
    }
  }

  /// Makes the change; false where another row has a value that must be unique.
  mutating func write(_ change: Change) throws -> Bool {
    do {
      switch change.operation {
      case .insert: try insert(change, change.new.compactMap(\.self))
      case .delete: try execute("DELETE FROM \(table(change))", where: change)
      case .update:
        let changed = change.new.indices.filter { change.new[$0] != nil }
        let names = try names(change.table)
        try execute(
          "UPDATE \(table(change)) SET "
            + changed.map { "\(names[$0].quotedDatabaseIdentifier) = ?" }.joined(separator: ", "),
          change.new.compactMap(\.self), where: change)
      }
      return true
    } catch let error as DatabaseError where error.isUniqueness {
      return false
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      throw try conflict(change, .constraint(error.message ?? ""))
    }
  }

  /// Deletes the row that an update waits to change, and gives what is to be there in its place.
  mutating func takeOut(_ change: Change) throws -> NewRow {
    guard change.operation == .update, let found = try row(change) else {
      return NewRow(change: change, values: change.new.compactMap(\.self))
    }
    try execute("DELETE FROM \(table(change))", where: change)
    return NewRow(change: change, values: zip(change.new, found).map { $0 ?? $1 })
  }

  /// Inserts a row. No other change is left that could make room for it.
  mutating func putIn(_ row: NewRow) throws {
    do {
      try insert(row.change, row.values)
    } catch let error as DatabaseError where error.isUniqueness {
      let names = try names(row.change.table)
      let taken = Set(names.filter { error.message?.namesColumn("\(row.change.table.name).\($0)") ?? false })
      let kind = ChangeConflict.Kind.taken(taken, row: named(zip(names, row.values)))
      throw try conflict(row.change, taken.isEmpty ? .constraint(error.message ?? "") : kind)
    }
  }

  private mutating func insert(_ change: Change, _ values: [DatabaseValue]) throws {
    let places = values.map { _ in "?" }.joined(separator: ", ")
    try db.cachedStatement(sql: "INSERT INTO \(table(change)) VALUES (\(places))")
      .execute(arguments: StatementArguments(values))
  }

  private mutating func execute(_ sql: String, _ values: [DatabaseValue] = [], where change: Change) throws {
    try db.cachedStatement(sql: "\(sql) \(condition(change))").execute(
      arguments: StatementArguments(values + change.key))
  }

  private mutating func row(_ change: Change) throws -> [DatabaseValue]? {
    let statement = try db.cachedStatement(sql: "SELECT * FROM \(table(change)) \(condition(change))")
    return try Row.fetchOne(statement, arguments: StatementArguments(change.key)).map { Array($0.databaseValues) }
  }

  private mutating func condition(_ change: Change) throws -> String {
    "WHERE " + (try keyNames(change.table)).map { "\($0.quotedDatabaseIdentifier) = ?" }.joined(separator: " AND ")
  }

  private func table(_ change: Change) -> String { change.table.name.quotedDatabaseIdentifier }

  private mutating func keyNames(_ table: ChangedTable) throws -> [String] {
    zip(try names(table), table.isKey).filter(\.1).map(\.0)
  }

  /// The columns of a table, which must be those that the changeset was recorded with.
  private mutating func names(_ table: ChangedTable) throws -> [String] {
    if let known = columns[table] { return known }
    let names = try db.tableExists(table.name) ? db.columns(in: table.name).map(\.name) : []
    let key = try names.isEmpty ? [] : Set(db.primaryKey(table.name).columns)
    guard names.map({ key.contains($0) }) == table.isKey else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT,
        message:
          "a group of the history has a table \(table.name) with \(table.isKey.count) columns, unlike the catalog")
    }
    columns[table] = names
    return names
  }

  private mutating func conflict(_ change: Change, _ kind: ChangeConflict.Kind) throws -> ChangeConflict {
    ChangeConflict(table: change.table.name, key: named(zip(try keyNames(change.table), change.key)), kind: kind)
  }

  private func named(_ values: some Sequence<(String, DatabaseValue)>) -> [String: DatabaseValue] {
    Dictionary(values) { first, _ in first }
  }
}

extension DatabaseValue {
  /// Whether two values are the same bytes. `==` also takes 1 for 1.0, and é in one character for é in two.
  fileprivate func isIdentical(to other: DatabaseValue) -> Bool {
    switch (storage, other.storage) {
    case (.string(let one), .string(let two)): one.utf8.elementsEqual(two.utf8)
    case (let one, let two): one == two
    }
  }
}

extension DatabaseError {
  fileprivate var isUniqueness: Bool {
    extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE || extendedResultCode == .SQLITE_CONSTRAINT_PRIMARYKEY
  }
}

extension String {
  /// Whether SQLite's message about a unique index, “UNIQUE constraint failed: pen.color, pen.size”, has a column.
  fileprivate func namesColumn(_ name: String) -> Bool {
    guard let start = range(of: ": ")?.upperBound else { return false }
    return self[start...].components(separatedBy: ", ").contains(name)
  }
}
