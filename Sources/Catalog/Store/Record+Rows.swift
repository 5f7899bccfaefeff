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

  /// The statement that adds a record, from its ``values``.
  fileprivate static var insertSQL: String {
    let places = storedColumns.map { _ in "?" }.joined(separator: ", ")
    return "INSERT INTO \(entity.table) (\(storedColumns.joined(separator: ", "))) VALUES (\(places))"
  }

  /// The statement that changes the record with the id at the head of ``values`` into what follows it there.
  fileprivate static var updateSQL: String {
    let changes = storedColumns.enumerated().dropFirst().map { "\($1) = ?\($0 + 1)" }.joined(separator: ", ")
    return "UPDATE \(entity.table) SET \(changes) WHERE id = ?1"
  }

  private static var storedColumns: [String] { properties.map(\.column) + folded.map { $0 + "Folded" } }

  /// What ``storedColumns`` are to hold, the id first.
  fileprivate var values: [(any DatabaseValueConvertible)?] {
    Self.properties.map { $0.get(self).stored }
      + Self.folded.map { name in
        guard case .string(let text) = value(for: name) else { preconditionFailure("a case-blind key is text") }
        return text.caseFolded
      }
  }
}

/// Saves records of one kind: validates, and writes each over the one with the same key.
///
/// Made once for many records, because the statements' text is put together from the declaration. To look for the record
/// first is faster than an upsert that returns the id, for which SQLite sets up a temporary table each time.
struct Saving<R: Record> {
  private let find: Statement
  private let insert: Statement
  private let update: Statement
  private let key: [Property<R>]

  /// Saves over the record that has the same values in the attributes `key`, which a unique index covers.
  init(_ db: Database, matching key: [String] = ["id"]) throws {
    precondition(R.properties.first?.column == "id", "a record's first property is its id")
    self.key = key.map { name in R.properties.first { $0.column == name }! }
    let condition = key.map { "\($0) = ?" }.joined(separator: " AND ")
    find = try db.cachedStatement(sql: "SELECT id FROM \(R.entity.table) WHERE \(condition)")
    insert = try db.cachedStatement(sql: R.insertSQL)
    update = try db.cachedStatement(sql: R.updateSQL)
  }

  /// Saves `record` and returns the id it has in the catalog: its own, or that of the record it was written over.
  @discardableResult
  func callAsFunction(_ record: R) throws -> UUID {
    try record.validate()
    var values = record.values
    let wanted: [(any DatabaseValueConvertible)?] = key.map { $0.get(record).stored }
    do {
      if let id = try UUID.fetchOne(find, arguments: StatementArguments(wanted)) {
        values[0] = id
        try update.execute(arguments: StatementArguments(values))
        return id
      }
      try insert.execute(arguments: StatementArguments(values))
      return record.id
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
