/// A column that refers from records of one entity to records of another. It stores one side of a relationship.
struct StoredReference: Hashable, Sendable {
  /// The entity of the relationship.
  let entity: Entity
  let relationship: Relationship
  /// The table of the column: the entity's own, or a table of pairs.
  let table: String
  /// The column with the ID of the destination.
  let column: String
  /// The column of the same table with the ID of the source.
  let ownerColumn: String
  /// The table of the destination.
  let destinationTable: String
}

extension Model {
  /// All tables of a checked model: the tables of its entities, then the tables of pairs.
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
          table: relationship.isToMany ? relationship.joinTable : entity.table,
          column: relationship.isToMany ? relationship.name : relationship.column,
          ownerColumn: relationship.isToMany ? relationship.ownerColumn : "id", destinationTable: destination.table)
      }
    }
  }
}
