import Foundation
package import GRDB

/// The row of a record: the columns of its properties in their order, then the folded texts of its case-insensitive
/// unique keys, the sort key, and the text that searches use.
extension Record {
  /// The columns that ``init(row:)`` reads, as a list for `SELECT`.
  package static var selection: String { properties.map(\.selection).joined(separator: ", ") }

  /// Reads a row with the columns ``selection``, from the column `first` on.
  init(row: Row, from first: Int = 0) throws {
    self.init()
    for (index, property) in Self.properties.enumerated() {
      try property.put(row[first + index], into: &self)
    }
  }

  /// Returns the records that `clauses` selects: the SQL after `FROM table`.
  package static func fetchAll(
    _ db: Database, _ clauses: String = "", _ arguments: StatementArguments = []
  ) throws -> [Self] {
    let statement = try db.cachedStatement(sql: "SELECT \(selection) FROM \(entity.table.sqlName) \(clauses)")
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    var records: [Self] = []
    while let row = try rows.next() { records.append(try Self(row: row)) }
    return records
  }

  /// Returns the record with an ID, or nil.
  package static func fetch(_ db: Database, _ id: UUID?) throws -> Self? {
    guard let id else { return nil }
    return try fetchAll(db, "WHERE id = ?", [id]).first
  }
}

extension Property {
  /// The SQL expression that reads the property. For bytes that are not read with the record, only their number or
  /// reference, for which SQLite doesn't read the row's overflow pages.
  var selection: String {
    if case .data = type {
      "coalesce(\((column + "File").sqlName), length(\(column.sqlName)))"
    } else {
      column.sqlName
    }
  }

  /// Sets a record's value from the columns that ``selection`` has read.
  func put(_ stored: DatabaseValue, into record: inout Owner) throws where Owner: Record {
    guard let value = AttributeValue(stored, as: type), set(&record, value) else {
      throw StoreError.fault("\(Owner.entity.name).\(column) holds \(stored)")
    }
  }

  /// Sets a record's value from the columns that ``selection`` would read, given the values of the record's columns.
  func put(_ values: ArraySlice<DatabaseValue>, into record: inout Owner) throws where Owner: Record {
    guard case .data = type, values.first?.isNull == true else {
      return try put(values[values.startIndex], into: &record)
    }
    let bytes = Data.fromDatabaseValue(values[values.startIndex + 1])
    try put(bytes.map { Int64($0.count).databaseValue } ?? .null, into: &record)
  }

  /// The columns of the property.
  var columns: [String] {
    if case .data = type { [column + "File", column] } else { [column] }
  }
}
