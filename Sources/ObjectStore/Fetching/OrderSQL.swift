/// A sort key as SQL: a column, or the value at the end of a key path such as `customer.name`.
struct OrderSQL {
  let expression: String
  /// The entities of related records that also determine the order, besides the sorted records themselves.
  private(set) var entities: Set<String> = []

  /// Throws `unknownName` if an entity on the path lacks the name.
  init<R: Record>(_ order: Fetch<R>.Order, in model: Model) throws(StoreError) {
    try self.init(order.name, order.isDescending, of: R.entity, as: R.entity.table.sqlName, depth: 0, in: model)
  }

  private init(
    _ path: String, _ isDescending: Bool, of entity: Entity, as table: String, depth: Int, in model: Model
  ) throws(StoreError) {
    guard let point = path.firstIndex(of: ".") else {
      expression = "\(table).\(try Self.column(path, of: entity, in: model))"
      return
    }
    let name = String(path[..<point])
    guard let relationship = entity.relationship(name), let destination = model.entity(relationship.destination) else {
      throw .unknownName(entity: entity.name, name: name, known: entity.relationships.map(\.name))
    }
    let alias = "_o\(depth)"
    let rest = try OrderSQL(
      String(path[point...].dropFirst()), isDescending, of: destination, as: alias, depth: depth + 1, in: model)
    // If there are several related records, the first one in this order counts.
    let value =
      relationship.isToMany ? "\(isDescending ? "max" : "min")(\(rest.expression))" : rest.expression
    expression =
      "(SELECT \(value) FROM \(destination.table.sqlName) AS \(alias) WHERE "
      + "\(model.join(relationship, from: table, to: alias)))"
    entities = rest.entities.union([destination.name])
  }

  /// Returns the column that sorts records by an attribute. Throws `unknownName` if the entity has no such attribute.
  static func column(_ name: String, of entity: Entity, in model: Model) throws(StoreError) -> String {
    guard let attribute = entity.attribute(name), attribute.type.isComparable else {
      let destination = (entity.relationship(name)?.destination).flatMap(model.entity(_:))
      // The attributes that identify related records come first, because one of them is most likely meant.
      let paths = destination.map { destination in
        (destination.calledBy + destination.comparableNames.filter { !destination.calledBy.contains($0) }).map {
          name + "." + $0
        }
      }
      throw .unknownName(entity: entity.name, name: name, known: paths ?? entity.comparableNames)
    }
    return (name == entity.orderedBy ? name + "Order" : name).sqlName
  }
}
