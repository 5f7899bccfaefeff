import Foundation
package import GRDB

/// Access to a to-many relationship where it is stored: in the column of its to-one inverse, or in a table of pairs. A
/// relationship and its inverse are stored only once, so they can't disagree.
package struct Links {
  /// The destination entity and the inverse relationship.
  let destination: String
  let inverse: Relationship?
  private let find: String
  private let count: String
  /// SQL to add and remove pairs. Nil if the inverse is to-one: then saving the related record changes the
  /// relationship.
  private let change: (add: String, remove: String)?

  package init(_ relationship: Relationship, of entity: Entity, in model: Model) {
    precondition(relationship.isToMany)
    guard let destination = model.entity(relationship.destination),
      let inverse = destination.relationship(relationship.inverse)
    else { preconditionFailure("the model has been checked") }
    self.destination = destination.name
    self.inverse = inverse
    let (name, table) = (relationship.name.sqlName, relationship.joinTable.sqlName)
    if inverse.isToMany {
      let back = relationship.ownerColumn.sqlName
      count = "SELECT count(*) FROM \(table) WHERE \(back) = ?"
      find = "SELECT \(name) FROM \(table) WHERE \(back) = ? ORDER BY 1"
      let (mirrored, orMirrored) =
        relationship.isSymmetric ? (", (?2, ?1)", " OR \(back) = ?2 AND \(name) = ?1") : ("", "")
      change = (
        "INSERT INTO \(table) (\(back), \(name)) VALUES (?1, ?2)\(mirrored) ON CONFLICT DO NOTHING",
        "DELETE FROM \(table) WHERE \(back) = ?1 AND \(name) = ?2\(orMirrored)"
      )
    } else {
      let (table, column) = (destination.table.sqlName, inverse.column.sqlName)
      count = "SELECT count(*) FROM \(table) WHERE \(column) = ?"
      find = "SELECT id FROM \(table) WHERE \(column) = ? ORDER BY 1"
      change = nil
    }
  }

  /// Returns the IDs that the record `id` is linked to, in byte order.
  package func ids(_ db: Database, _ id: UUID) throws -> [UUID] {
    try UUID.fetchAll(db.cachedStatement(sql: find), arguments: [id])
  }

  /// Returns the number of records that the record `id` is linked to.
  package func count(_ db: Database, _ id: UUID) throws -> Int {
    try Int.fetchOne(db.cachedStatement(sql: count), arguments: [id]) ?? 0
  }

  /// Whether the links are pairs, which ``add(_:_:_:)`` and ``remove(_:_:_:)`` change.
  var arePairs: Bool { change != nil }

  /// Links the record `id` to the record `other`.
  func add(_ db: Database, _ id: UUID, _ other: UUID) throws {
    try db.cachedStatement(sql: change!.add).run([id.databaseValue, other.databaseValue])
  }

  /// Removes the link of the record `id` to the record `other`.
  func remove(_ db: Database, _ id: UUID, _ other: UUID) throws {
    try db.cachedStatement(sql: change!.remove).run([id.databaseValue, other.databaseValue])
  }
}
