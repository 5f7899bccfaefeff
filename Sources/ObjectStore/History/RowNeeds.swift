import Foundation
internal import GRDB

/// A row of a table, identified by its primary key.
struct RowKey: Hashable {
  let table: String
  let key: [DatabaseValue]
}

extension Change {
  /// The row of the change.
  var row: RowKey { RowKey(table: table.name, key: key) }
}

/// The rows that a row needs: the records that it refers to, and rows that belong to a record without being part of its
/// row.
///
/// The rows that belong to a record are its links of relationships that are to-many both ways and exported with it, the
/// lines that its sums are computed from, such as a product's stock movements, and its lines in a ledger, such as a
/// sale's.
struct RowNeeds {
  /// Rows that belong to a record: the rows of a table that have the record's ID in a column.
  private struct Belonging: Hashable {
    let owner: String
    let table: String
    let column: String
  }

  private let db: Database
  private let references: [StoredReference]
  private let belongings: Set<Belonging>

  init(_ model: Model, _ db: Database) {
    self.db = db
    references = model.references.filter { model.inverse(of: $0.relationship)?.deleteRule != .noAction }
    var all: Set<Belonging> = []
    let booked = Dictionary(model.ledgerBacked.map { ($0.entity.name, $0.lines) }) { first, _ in first }
    for entity in model.entities {
      let sums = entity.attributes.compactMap(\.aggregate).filter { $0.base == nil }.map(\.relationship)
      for relationship in entity.relationships {
        guard relationship.isToMany, let inverse = model.inverse(of: relationship),
          let destination = model.entity(relationship.destination)
        else { continue }
        if inverse.isToMany {
          guard model.isExchanged(relationship, of: entity) else { continue }
          all.insert(Belonging(owner: entity.table, table: relationship.joinTable, column: relationship.ownerColumn))
        } else if sums.contains(relationship.name) || booked[entity.name] == relationship.name {
          all.insert(Belonging(owner: entity.table, table: destination.table, column: inverse.column))
        }
      }
    }
    belongings = all
  }

  /// Returns the records that a row refers to, and the rows that belong to it.
  func needs(of row: RowKey) throws -> [RowKey] {
    var needs: [RowKey] = []
    for reference in references where reference.table == row.table {
      let condition = try keyColumns(of: row.table).map { "\($0.sqlName) = ?" }.joined(separator: " AND ")
      let sql = "SELECT \(reference.column.sqlName) FROM \(row.table.sqlName) WHERE \(condition)"
      let target = try DatabaseValue.fetchOne(db.cachedStatement(sql: sql), arguments: StatementArguments(row.key))
      if let target, !target.isNull { needs.append(RowKey(table: reference.destinationTable, key: [target])) }
    }
    return needs + (try belongings(of: row))
  }

  /// Returns the rows that belong to a record.
  func belongings(of row: RowKey) throws -> [RowKey] {
    try belongings.filter { $0.owner == row.table }.flatMap { try rows(in: $0.table, where: $0.column, is: row) }
  }

  /// Returns the rows that refer to a record.
  func referrers(to row: RowKey) throws -> [RowKey] {
    try references.filter { $0.destinationTable == row.table }
      .flatMap { try rows(in: $0.table, where: $0.column, is: row) }
  }

  private func rows(in table: String, where column: String, is row: RowKey) throws -> [RowKey] {
    let columns = try keyColumns(of: table).map(\.sqlName).joined(separator: ", ")
    let sql = "SELECT \(columns) FROM \(table.sqlName) WHERE \(column.sqlName) = ?"
    return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: StatementArguments(row.key))
      .map { RowKey(table: table, key: Array($0.databaseValues)) }
  }

  /// Returns the columns of a table's primary key, in the order of the table's columns.
  private func keyColumns(of table: String) throws -> [String] {
    let key = Set(try db.primaryKey(table).columns)
    return try db.columns(in: table).map(\.name).filter(key.contains)
  }
}
