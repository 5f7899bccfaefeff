/// An aggregate as SQL: its value, and the triggers that update it.
struct AggregateSQL {
  /// The table of the records with the aggregate.
  let table: String
  /// The aggregate's column in that table.
  let column: String
  private let aggregate: Aggregate
  /// The table of the records that the aggregate is computed from.
  let parts: String
  /// The column of those records that refers to the record with the aggregate.
  let key: String

  private init?(_ attribute: Attribute, of entity: Entity, in model: Model) {
    guard let aggregate = attribute.aggregate, let relationship = entity.relationship(aggregate.relationship),
      let part = model.entity(relationship.destination), let inverse = model.inverse(of: relationship)
    else { return nil }
    (table, column, parts, key) = (entity.table, attribute.name, part.table, inverse.column)
    self.aggregate = aggregate
  }

  /// Returns all aggregates of a checked model, in the order of its entities.
  static func all(of model: Model) -> [AggregateSQL] {
    model.entities.flatMap { entity in entity.attributes.compactMap { AggregateSQL($0, of: entity, in: model) } }
  }

  /// SQL that computes the aggregate's value from the related records, for a row of the aggregate's table.
  var value: String {
    let (table, parts, key, name) = (table.sqlName, parts.sqlName, key.sqlName, aggregate.attribute.sqlName)
    let base = aggregate.base.map { "\(table).\($0.sqlName)" }
    switch aggregate.function {
    case .sum:
      let sum = "(SELECT coalesce(sum(\(name)), 0) FROM \(parts) WHERE \(key) = \(table).id)"
      return base.map { "\(sum) + \($0)" } ?? sum
    case .maximum:
      let greatest = "SELECT max(\(name)) AS value FROM \(parts) WHERE \(key) = \(table).id"
      // As an aggregate over rows, max() ignores NULL. Called with several values, it doesn't.
      return base.map { "(SELECT max(value) FROM (\n    \(greatest) UNION ALL SELECT \($0)))" } ?? "(\(greatest))"
    }
  }

  /// The triggers that update the aggregate. They do nothing while an edit is undone or redone (``Aggregates``).
  var triggers: String {
    let (parts, key, name) = (parts.sqlName, key.sqlName, aggregate.attribute.sqlName)
    let onParts = """
      \(trigger("inserted", "INSERT ON \(parts)", [change("+ new.\(name)", of: "new.\(key)")]))
      \(trigger("deleted", "DELETE ON \(parts)", [change("- old.\(name)", of: "old.\(key)")]))
      \(trigger(
        "changed", "UPDATE OF \(name) ON \(parts)", when: "old.\(key) IS new.\(key) AND ",
        [change("+ new.\(name) - old.\(name)", of: "new.\(key)")]))
      \(trigger(
        "moved", "UPDATE OF \(key) ON \(parts)", when: "old.\(key) IS NOT new.\(key) AND ",
        [change("- old.\(name)", of: "old.\(key)"), change("+ new.\(name)", of: "new.\(key)")]))
      """
    guard let base = aggregate.base?.sqlName else { return onParts }
    return onParts + "\n"
      + trigger("based", "UPDATE OF \(base) ON \(table.sqlName)", [change("+ new.\(base) - old.\(base)", of: "new.id")])
  }

  private func trigger(_ name: String, _ event: String, when condition: String = "", _ changes: [String]) -> String {
    """
    CREATE TRIGGER \("\(table)_\(column)_\(name)".sqlName) AFTER \(event)
    WHEN \(condition)NOT EXISTS (SELECT 1 FROM _applying) BEGIN
      \(changes.joined(separator: "\n  "))
    END;
    """
  }

  /// Returns SQL that changes a sum by the difference, or computes a maximum again.
  private func change(_ difference: String, of id: String) -> String {
    let column = column.sqlName
    let value = aggregate.function == .sum ? "\(column) \(difference)" : value
    return "UPDATE \(table.sqlName) SET \(column) = \(value) WHERE id = \(id);"
  }
}
