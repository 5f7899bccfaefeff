internal import GRDB

/// The rows of one table that a changeset changes: reading, inserting, changing and deleting one at a time.
///
/// Statements come from GRDB's cache by their texts, because one that has failed, as some are expected to, cannot be used
/// again.
final class ChangedRows {
  /// The columns' names, in the changeset's order.
  let columns: [String]
  private let table: ChangedTable
  private let db: Database
  private let select: String
  private let insert: String
  private let delete: String
  /// By the columns that are changed.
  private var updates: [[Int]: String] = [:]

  /// Throws `SQLITE_CORRUPT` where the table's columns are not those that the changeset was recorded with.
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

  /// The row that a change is about, or nil.
  func row(_ change: Change) throws -> Row? {
    try Row.fetchOne(db.cachedStatement(sql: select), arguments: StatementArguments(change.key))
  }

  /// Inserts a whole row.
  func insert(_ values: [DatabaseValue]) throws { try execute(insert, values) }

  /// Deletes the row that a change is about.
  func delete(_ change: Change) throws { try execute(delete, change.key) }

  /// Gives the row that a change is about its new values, except in some columns.
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

  /// A conflict of a change with what is in the table.
  func conflict(_ change: Change, _ kind: ChangeConflict.Kind) -> ChangeConflict {
    let key = zip(zip(columns, table.isKey).filter(\.1).map(\.0), change.key)
    return ChangeConflict(table: table.name, key: Dictionary(uniqueKeysWithValues: key), kind: kind)
  }

  private static func condition(_ table: ChangedTable, _ columns: [String]) -> String {
    let key = zip(columns, table.isKey).filter(\.1).map { "\($0.0.sqlName) = ?" }
    return "WHERE " + key.joined(separator: " AND ")
  }
}
