import Foundation
internal import GRDB

/// Where a to-many relationship of the shop's model leads, read from where it is kept: the column of its to-one inverse,
/// or the table of pairs.
struct Links {
  private let sql: String

  init(_ relationship: Relationship, of entity: Entity, in model: Model = Catalog.model) {
    precondition(relationship.isToMany)
    guard let destination = model.entity(relationship.destination),
      let inverse = destination.relationship(relationship.inverse)
    else { preconditionFailure("the model has been checked") }
    sql =
      inverse.isToMany
      ? "SELECT \(relationship.name) FROM \(relationship.pairTable) WHERE \(inverse.name) = ? ORDER BY 1"
      : "SELECT id FROM \(destination.table) WHERE \(inverse.column) = ? ORDER BY 1"
  }

  /// The ids that the record `id` is linked to, in the order of their bytes.
  func ids(_ db: Database, _ id: UUID) throws -> [UUID] {
    try UUID.fetchAll(db.cachedStatement(sql: sql), arguments: [id])
  }
}
