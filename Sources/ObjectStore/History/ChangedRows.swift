internal import GRDB

/// The rows of one table that a changeset changes. Reads, inserts, changes and deletes them one at a time.
///
/// Statements are taken from GRDB's cache by their SQL, because a statement that has failed, which is expected here,
/// can't be used again.
final class ChangedRows {
  /// The names of the columns, in the changeset's order.
  let columns: [String]
  private let table: ChangedTable
  private let db: Database
  private let select: String
  private let insert: String
  private let delete: String
  /// The SQL of updates, by the changed columns.
  private var updates: [[Int]: String] = [:]

  /// Throws `SQLITE_CORRUPT` if the table's columns have changed since the changeset was recorded.
  init(_ table: ChangedTable, _ db: Database) throws {
    let columns = try db.tableExists(table.name) ? db.columns(in: table.name).map(\.name) : []
    let key = try columns.isEmpty ? [] : Set(db.primaryKey(table.name).columns)
    guard columns.map({ key.contains($0) }) == table.isKey else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT,
        message:
          "a group of the history has a table \(table.name) with \(table.isKey.count) columns, unlike the catalog")
    }
    self.columns = columns
    self.table = table
    self.db = db
    let name = table.name.sqlName
    let condition = Self.condition(table, columns)
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    select = "SELECT * FROM \(name) \(condition)"
    insert = "INSERT INTO \(name) VALUES (\(places))"
    delete = "DELETE FROM \(name) \(condition)"
  }

  /// Returns the row of a change, or nil.
  func row(_ change: Change) throws -> Row? {
    try Row.fetchOne(db.cachedStatement(sql: select), arguments: StatementArguments(change.key))
  }

  /// Inserts a complete row.
  func insert(_ values: [DatabaseValue]) throws { try execute(insert, values) }

  /// Deletes the row of a change.
  func delete(_ change: Change) throws { try execute(delete, change.key) }

  /// Updates the row of a change to its new values, except in some columns.
  func update(_ change: Change, except computed: Set<String>) throws {
    let changed = change.new.indices.filter { change.new[$0] != nil && !computed.contains(columns[$0]) }
    if changed.isEmpty { return }
    let update = updates[changed] ?? updateOf(changed)
    updates[changed] = update
    try execute(update, changed.compactMap { change.new[$0] } + change.key)
  }

  private func updateOf(_ changed: [Int]) -> String {
    let values = changed.map { "\(columns[$0].sqlName) = ?" }.joined(separator: ", ")
    return "UPDATE \(table.name.sqlName) SET \(values) \(Self.condition(table, columns))"
  }

  private func execute(_ sql: String, _ arguments: [DatabaseValue]) throws {
    try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(arguments))
  }

  /// Returns a conflict of a change with the contents of the table.
  func conflict(_ change: Change, _ kind: ChangeConflict.Kind) -> ChangeConflict {
    let key = zip(zip(columns, table.isKey).filter(\.1).map(\.0), change.key)
    return ChangeConflict(table: table.name, key: Dictionary(uniqueKeysWithValues: key), kind: kind)
  }

  private static func condition(_ table: ChangedTable, _ columns: [String]) -> String {
    let key = zip(columns, table.isKey).filter(\.1).map { "\($0.0.sqlName) = ?" }
    return "WHERE " + key.joined(separator: " AND ")
  }
}
