import Foundation
internal import GRDB

/// Whether the links of all records of a kind lead where they must, and their sums add up.
///
/// SQLite's `foreign_key_check` would see some of it, but does not know of relationships without a rule, and names rows
/// by their numbers.
struct LinkCheck<R: Record> {
  private let model: Model
  private let entity = R.entity

  init(_ model: Model) { self.model = model }

  func callAsFunction(_ db: Database) throws -> [Problem] {
    var problems: [Problem] = []
    for reference in model.references where reference.entity == entity { problems += try dangling(reference, db) }
    for relationship in entity.relationships where relationship.fewest == .one {
      problems += try tooFew(relationship, db)
    }
    for attribute in entity.attributes { problems += try wrongSum(attribute, db) }
    return problems
  }

  private func dangling(_ reference: StoredReference, _ db: Database) throws -> [Problem] {
    let (table, column, owner) = (reference.table, reference.column, reference.ownerColumn)
    let sql = """
      SELECT \(owner), \(column) FROM \(table) AS link
      WHERE \(column) NOT NULL AND NOT EXISTS (SELECT 1 FROM \(reference.destinationTable) WHERE id = link.\(column))
      """
    return try Row.fetchAll(db, sql: sql).map { row in
      .danglingReference(subject(row[0], db), relationship: reference.relationship.name, to: row[1])
    }
  }

  private func tooFew(_ relationship: Relationship, _ db: Database) throws -> [Problem] {
    let links = Links(relationship, of: entity, in: model)
    return try UUID.fetchAll(db, sql: "SELECT id FROM \(entity.table)").filter { try links.ids(db, $0).isEmpty }
      .map { Problem.tooFew(subject($0, db), relationship: relationship.name) }
  }

  private func wrongSum(_ attribute: Attribute, _ db: Database) throws -> [Problem] {
    guard let sum = attribute.sum, let relationship = entity.relationship(sum.relationship),
      let part = model.entity(relationship.destination), let inverse = model.inverse(of: relationship)
    else { return [] }
    let parts = "SELECT coalesce(sum(\(sum.attribute)), 0) FROM \(part.table) WHERE \(inverse.column) = whole.id"
    let sql = """
      SELECT id, found, expected
      FROM (SELECT id, \(attribute.name) AS found, (\(parts)) AS expected FROM \(entity.table) AS whole)
      WHERE found IS NOT expected
      """
    return try Row.fetchAll(db, sql: sql).map { row in
      .outdated(
        subject(row[0], db), column: attribute.name, found: "\(row[1] as Int64)", expected: "\(row[2] as Int64)")
    }
  }

  private func subject(_ id: UUID, _ db: Database) -> Problem.Subject { Problem.Subject(R.self, id, db) }
}
