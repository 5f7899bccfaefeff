import Foundation
internal import GRDB

/// Checks the links of all records of one type, and the aggregates stored in these records.
///
/// SQLite's `foreign_key_check` would find some of these errors, but doesn't know relationships without a delete rule,
/// and identifies rows by number.
struct LinkCheck<R: Record> {
  private let model: Model
  private let entity = R.entity

  init(_ model: Model) { self.model = model }

  func callAsFunction(_ db: Database) throws -> [Problem] {
    var problems: [Problem] = []
    for reference in model.references where reference.entity == entity { problems += try dangling(reference, db) }
    for relationship in entity.relationships where relationship.minimumCount == .one {
      problems += try tooFew(relationship, db)
    }
    for relationship in entity.relationships where relationship.isSymmetric {
      problems += try oneSided(relationship, db)
    }
    for aggregate in AggregateSQL.all(of: model) where aggregate.table == entity.table {
      problems += try outdated(aggregate, db)
    }
    return problems
  }

  private func dangling(_ reference: StoredReference, _ db: Database) throws -> [Problem] {
    let (table, column) = (reference.table.sqlName, reference.column.sqlName)
    let sql = """
      SELECT \(reference.ownerColumn.sqlName), \(column) FROM \(table) AS _link
      WHERE \(column) NOT NULL
        AND NOT EXISTS (SELECT 1 FROM \(reference.destinationTable.sqlName) WHERE id = _link.\(column))
      """
    return try Row.fetchAll(db, sql: sql).map { row in
      .danglingReference(subject(row[0], db), relationship: reference.relationship.name, to: row[1])
    }
  }

  private func tooFew(_ relationship: Relationship, _ db: Database) throws -> [Problem] {
    let links = Links(relationship, of: entity, in: model)
    return try UUID.fetchAll(db, sql: "SELECT id FROM \(entity.table.sqlName)").filter { try links.ids(db, $0).isEmpty }
      .map { Problem.tooFew(subject($0, db), relationship: relationship.name) }
  }

  /// Returns a problem for each link of a relationship that is its own inverse if the link is stored in only one
  /// direction.
  private func oneSided(_ relationship: Relationship, _ db: Database) throws -> [Problem] {
    let (table, name, owner) = (
      relationship.joinTable.sqlName, relationship.name.sqlName, relationship.ownerColumn.sqlName
    )
    let sql = """
      SELECT _link.\(name), _link.\(owner) FROM \(table) AS _link
      JOIN \(entity.table.sqlName) AS _one ON _one.id = _link.\(name)
      JOIN \(entity.table.sqlName) AS _other ON _other.id = _link.\(owner)
      WHERE NOT EXISTS (SELECT 1 FROM \(table) WHERE \(owner) = _link.\(name) AND \(name) = _link.\(owner))
      """
    return try Row.fetchAll(db, sql: sql).map { row in
      let other: UUID = row[1]
      return .outdated(
        subject(row[0], db), column: relationship.name, found: "without \(other.text)", expected: "with it")
    }
  }

  private func outdated(_ aggregate: AggregateSQL, _ db: Database) throws -> [Problem] {
    let (table, column) = (aggregate.table.sqlName, aggregate.column.sqlName)
    let sql = """
      SELECT id, found, expected FROM (SELECT id, \(column) AS found, \(aggregate.value) AS expected FROM \(table))
      WHERE found IS NOT expected
      """
    return try Row.fetchAll(db, sql: sql).map { row in
      let (found, expected): (DatabaseValue, DatabaseValue) = (row[1], row[2])
      return .outdated(subject(row[0], db), column: aggregate.column, found: found.shown, expected: expected.shown)
    }
  }

  private func subject(_ id: UUID, _ db: Database) -> Problem.Subject { Problem.Subject(R.self, id, db) }
}
