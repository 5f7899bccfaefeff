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
      let key = try OrderSQL(order, in: context.model).expression
      keys.append(order.isDescending ? "\(key) DESC" : key)
    }
    clauses += "ORDER BY \((keys + ["id"]).joined(separator: ", "))"
    // SQLite treats a negative limit as no limit.
    clauses += " LIMIT \(fetch.limit ?? -1) OFFSET \(fetch.offset)"
    self.clauses = clauses
    arguments = StatementArguments(condition.arguments)
  }
}
