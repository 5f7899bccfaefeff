/// A column of the database that leads from records of one entity to records of another: where one side of a
/// relationship is kept.
struct StoredReference: Hashable, Sendable {
  /// The entity whose relationship it is.
  let entity: Entity
  let relationship: Relationship
  /// The table that the column is in: the entity's own, or one of pairs.
  let table: String
  /// The column that holds the id it leads to.
  let column: String
  /// The column of the same table that holds the id it leads from.
  let ownerColumn: String
  /// The table it leads into.
  let destinationTable: String
}

extension Model {
  /// All tables of a checked model: of its entities, then of its pairs.
  var tables: [String] {
    entities.map(\.table) + Set(references.filter { $0.table != $0.entity.table }.map(\.table)).sorted()
  }

  /// All references of a checked model.
  var references: [StoredReference] {
    entities.flatMap { entity in
      entity.relationships.compactMap { relationship in
        guard let destination = self.entity(relationship.destination), let inverse = inverse(of: relationship) else {
          preconditionFailure("the model has been checked")
        }
        if relationship.isToMany, !inverse.isToMany { return nil }
        return StoredReference(
          entity: entity, relationship: relationship,
          table: relationship.isToMany ? relationship.pairTable : entity.table,
          column: relationship.isToMany ? relationship.name : relationship.column,
          ownerColumn: relationship.isToMany ? inverse.name : "id", destinationTable: destination.table)
      }
    }
  }
}
