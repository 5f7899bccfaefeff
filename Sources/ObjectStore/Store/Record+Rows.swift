import Foundation
package import GRDB

/// How any record lies in a row: the columns of its properties in their order, then those that hold folded text for its
/// case-blind unique keys, the one that its lists are sorted by, and the one that searches look through.
extension Record {
  /// The columns that ``init(row:)`` reads, as a list for `SELECT`.
  package static var selection: String { properties.map(\.selection).joined(separator: ", ") }

  /// Reads a row whose columns are ``selection``, from the column `first` on.
  init(row: Row, from first: Int = 0) throws {
    self.init()
    for (index, property) in Self.properties.enumerated() {
      try property.put(row[first + index], into: &self)
    }
  }

  /// The records that `clauses` selects: what comes after `FROM table`.
  package static func fetchAll(
    _ db: Database, _ clauses: String = "", _ arguments: StatementArguments = []
  ) throws -> [Self] {
    let statement = try db.cachedStatement(sql: "SELECT \(selection) FROM \(entity.table.sqlName) \(clauses)")
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    var records: [Self] = []
    while let row = try rows.next() { records.append(try Self(row: row)) }
    return records
  }

  /// The record with an id, or nil.
  package static func fetch(_ db: Database, _ id: UUID?) throws -> Self? {
    guard let id else { return nil }
    return try fetchAll(db, "WHERE id = ?", [id]).first
  }
}

extension Property {
  /// What to select to read it. Of bytes that stay behind only their count or reference is read, for which SQLite does
  /// not follow the row into its overflow pages.
  var selection: String {
    if case .data = type {
      "coalesce(\((column + "File").sqlName), length(\(column.sqlName)))"
    } else {
      column.sqlName
    }
  }

  /// Gives a record the value that ``selection`` has read.
  func put(_ stored: DatabaseValue, into record: inout Owner) throws where Owner: Record {
    guard let value = AttributeValue(stored, as: type), set(&record, value) else {
      throw StoreError.fault("\(Owner.entity.name).\(column) holds \(stored)")
    }
  }

  /// Gives a record what ``selection`` would read of its columns' values.
  func put(_ values: ArraySlice<DatabaseValue>, into record: inout Owner) throws where Owner: Record {
    guard case .data = type, values.first?.isNull == true else {
      return try put(values[values.startIndex], into: &record)
    }
    let bytes = Data.fromDatabaseValue(values[values.startIndex + 1])
    try put(bytes.map { Int64($0.count).databaseValue } ?? .null, into: &record)
  }

  /// The columns it lies in.
  var columns: [String] {
    if case .data = type { [column + "File", column] } else { [column] }
  }
}
