internal import GRDB

/// A fetch as SQL: the clauses after `FROM table`, with their arguments.
struct FetchSQL {
  let clauses: String
  let arguments: StatementArguments

  init<R: Record>(_ fetch: Fetch<R>, _ context: StoreContext) throws(StoreError) {
    var condition = ConditionSQL(context)
    var clauses = ""
    if let wanted = fetch.condition {
      clauses = "WHERE \(try condition.sql(wanted, of: R.entity, as: R.entity.table.sqlName)) "
    }
    var keys: [String] = []
    for order in fetch.effectiveOrder {
      let column = try Self.orderColumn(order.name, of: R.entity)
      keys.append(order.isDescending ? "\(column) DESC" : column)
    }
    clauses += "ORDER BY \((keys + ["id"]).joined(separator: ", "))"
    // SQLite treats a negative limit as no limit.
    clauses += " LIMIT \(fetch.limit ?? -1) OFFSET \(fetch.offset)"
    self.clauses = clauses
    arguments = StatementArguments(condition.arguments)
  }

  /// The column that sorts records by an attribute, as SQL. Throws `unknownName` if there is none.
  static func orderColumn(_ name: String, of entity: Entity) throws(StoreError) -> String {
    guard let attribute = entity.attribute(name), attribute.type.isComparable else {
      throw .unknownName(entity: entity.name, name: name, known: entity.comparableNames)
    }
    return (name == entity.orderedBy ? name + "Order" : name).sqlName
  }
}
