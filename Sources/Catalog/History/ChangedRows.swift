internal import GRDB

/// The rows of one table that a changeset changes: reading, inserting, changing and deleting one at a time, by
/// statements that are prepared once.
final class ChangedRows {
  /// The columns' names, in the changeset's order.
  let columns: [String]
  private let table: ChangedTable
  private let db: Database
  private let select: Statement
  private let insert: Statement
  private let delete: Statement
  /// By the columns that are changed.
  private var updates: [[Int]: Statement] = [:]

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
    let name = table.name.quotedDatabaseIdentifier
    let condition = Self.condition(table, columns)
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    select = try db.makeStatement(sql: "SELECT * FROM \(name) \(condition)")
    insert = try db.makeStatement(sql: "INSERT INTO \(name) VALUES (\(places))")
    delete = try db.makeStatement(sql: "DELETE FROM \(name) \(condition)")
  }

  /// The row that a change is about, or nil.
  func row(_ change: Change) throws -> Row? {
    try Row.fetchOne(select, arguments: StatementArguments(change.key))
  }

  /// Inserts a whole row.
  func insert(_ values: [DatabaseValue]) throws { try insert.execute(arguments: StatementArguments(values)) }

  /// Deletes the row that a change is about.
  func delete(_ change: Change) throws { try delete.execute(arguments: StatementArguments(change.key)) }

  /// Gives the row that a change is about its new values.
  func update(_ change: Change) throws {
    let changed = change.new.indices.filter { change.new[$0] != nil }
    let statement: Statement
    if let known = updates[changed] {
      statement = known
    } else {
      let values = changed.map { "\(columns[$0].quotedDatabaseIdentifier) = ?" }.joined(separator: ", ")
      let name = table.name.quotedDatabaseIdentifier
      statement = try db.makeStatement(sql: "UPDATE \(name) SET \(values) \(Self.condition(table, columns))")
      updates[changed] = statement
    }
    try statement.execute(arguments: StatementArguments(changed.compactMap { change.new[$0] } + change.key))
  }

  /// A conflict of a change with what is in the table.
  func conflict(_ change: Change, _ kind: ChangeConflict.Kind) -> ChangeConflict {
    let key = zip(zip(columns, table.isKey).filter(\.1).map(\.0), change.key)
    return ChangeConflict(table: table.name, key: Dictionary(uniqueKeysWithValues: key), kind: kind)
  }

  private static func condition(_ table: ChangedTable, _ columns: [String]) -> String {
    let key = zip(columns, table.isKey).filter(\.1).map { "\($0.0.quotedDatabaseIdentifier) = ?" }
    return "WHERE " + key.joined(separator: " AND ")
  }
}
