import Foundation
internal import GRDB

/// How any record lies in a row: the columns of its properties in their order, then those that hold folded text for
/// its case-blind unique keys.
extension Record {
  /// The names whose folded text has a column of its own.
  private static var folded: [String] {
    entity.uniqueKeys.compactMap { if case .caseBlind(let name) = $0 { name } else { nil } }
  }

  /// The columns that ``init(row:)`` reads, as a list for `SELECT`.
  static var selection: String { properties.map(\.column).joined(separator: ", ") }

  /// Reads a row that starts with ``selection``.
  init(row: Row) throws {
    self.init()
    for (index, property) in Self.properties.enumerated() {
      let stored: DatabaseValue = row[index]
      guard let value = AttributeValue(stored, as: property.type), property.set(&self, value) else {
        throw CatalogError.fault(reason: "\(Self.entity.name).\(property.column) holds \(stored)")
      }
    }
  }

  /// The records that `clauses` selects: what comes after `FROM table`.
  static func fetchAll(
    _ db: Database, _ clauses: String = "", _ arguments: StatementArguments = []
  ) throws -> [Self] {
    let statement = try db.cachedStatement(sql: "SELECT \(selection) FROM \(entity.table) \(clauses)")
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    var records: [Self] = []
    while let row = try rows.next() { records.append(try Self(row: row)) }
    return records
  }

  /// The record with an id, or nil.
  static func fetch(_ db: Database, _ id: UUID?) throws -> Self? {
    guard let id else { return nil }
    return try fetchAll(db, "WHERE id = ?", [id]).first
  }

  /// The statement that saves a record in place of the one that has the same `key`, which keeps its id, or else as a new
  /// one. It returns the id.
  fileprivate static func savingSQL(matching key: [String]) -> String {
    let columns = properties.map(\.column) + folded.map { $0 + "Folded" }
    let updates = columns.filter { $0 != "id" }.map { "\($0) = excluded.\($0)" }
    return """
      INSERT INTO \(entity.table) (\(columns.joined(separator: ", ")))
      VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
      ON CONFLICT (\(key.joined(separator: ", "))) DO UPDATE SET \(updates.joined(separator: ", "))
      RETURNING id
      """
  }

  fileprivate var values: [DatabaseValue] {
    Self.properties.map { $0.get(self).databaseValue }
      + Self.folded.map { name in
        guard case .string(let text) = value(for: name) else { preconditionFailure("a case-blind key is text") }
        return text.caseFolded.databaseValue
      }
  }
}

/// Saves records of one kind: validates, and writes each over the one with the same key.
///
/// Made once for many records, because the statement's text is put together from the declaration.
struct Saving<R: Record> {
  private let statement: Statement

  /// Saves over the record with the same values in the columns `key`, which a unique index covers.
  init(_ db: Database, matching key: [String] = ["id"]) throws {
    statement = try db.cachedStatement(sql: R.savingSQL(matching: key))
  }

  /// Saves `record` and returns the id it has in the catalog: its own, or that of the record it was written over.
  @discardableResult
  func callAsFunction(_ record: R) throws -> UUID {
    try record.validate()
    do {
      // A statement that returns its id always has a row.
      return try UUID.fetchOne(statement, arguments: StatementArguments(record.values))!
    } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
      throw Self.refusal(of: record, error) ?? error
    } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY {
      throw CatalogError.danglingReference(entity: R.entity.name, id: record.id)
    }
  }

  /// SQLite names the columns of the index that has the value already.
  private static func refusal(of record: R, _ error: DatabaseError) -> (any Error)? {
    let broken = R.entity.uniqueKeys.first { key in
      let columns = key.columns.map { "\(R.entity.table).\($0)" }.joined(separator: ", ")
      return error.message?.hasSuffix(": " + columns) ?? false
    }
    guard let name = broken?.attributes.first, let value = record.value(for: name) else { return nil }
    return CatalogError.refused(
      Refusal(entity: R.entity.name, attribute: name, value: value, rule: "another \(R.entity.name) has it already"))
  }
}
