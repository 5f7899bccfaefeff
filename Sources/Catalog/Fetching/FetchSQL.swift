internal import GRDB

/// A fetch as SQL: what comes after `FROM table`, with its arguments.
struct FetchSQL {
  let clauses: String
  let arguments: StatementArguments

  init<R: Record>(_ fetch: Fetch<R>, in model: Model) throws(CatalogError) {
    var condition = ConditionSQL(model: model)
    var clauses = ""
    if let wanted = fetch.condition {
      clauses = "WHERE \(try condition.sql(wanted, of: R.entity, as: R.entity.table)) "
    }
    var keys: [String] = []
    for order in fetch.effectiveOrder {
      let column = try Self.orderColumn(order.name, of: R.entity)
      keys.append(order.isDescending ? "\(column) DESC" : column)
    }
    clauses += "ORDER BY \((keys + ["id"]).joined(separator: ", "))"
    // SQLite takes a negative limit as none.
    clauses += " LIMIT \(fetch.limit ?? -1) OFFSET \(fetch.offset)"
    self.clauses = clauses
    arguments = StatementArguments(condition.arguments)
  }

  /// The column that sorts records by an attribute. Throws `unknownName` where there is none.
  static func orderColumn(_ name: String, of entity: Entity) throws(CatalogError) -> String {
    guard let attribute = entity.attribute(name), attribute.type.isComparable else {
      throw .unknownName(
        entity: entity.name, name: name, known: entity.attributes.filter(\.type.isComparable).map(\.name))
    }
    return name == entity.orderedBy ? name + "Order" : name
  }
}

/// A condition as SQL, with the arguments that it binds, in their order.
struct ConditionSQL {
  let model: Model
  private(set) var arguments: [(any DatabaseValueConvertible)?] = []
  private var aliases = 0

  init(model: Model) { self.model = model }

  /// The condition on records of `entity` in the table that the statement calls `table`.
  mutating func sql(_ condition: Condition, of entity: Entity, as table: String) throws(CatalogError) -> String {
    switch condition {
    case .compare(let name, let comparison, let value):
      return try compare(column(name, of: entity, value), comparison, value, table)
    case .oneOf(let name, let values):
      var places: [String] = []
      var column = name
      for value in values {
        column = try self.column(name, of: entity, value)
        arguments.append(value.stored)
        places.append("?")
      }
      return values.isEmpty ? "0" : "\(table).\(column) IN (\(places.joined(separator: ", ")))"
    case .text(let name, let resemblance, let text):
      return resemble("\(table).\(try textColumn(name, of: entity))", resemblance, text)
    case .any(let name, let inner):
      let (destination, alias, join) = try related(name, of: entity, table)
      return "EXISTS (SELECT 1 FROM \(destination.table) AS \(alias) WHERE \(join) AND "
        + "\(try sql(inner, of: destination, as: alias)))"
    case .count(let name, let comparison, let count):
      let (destination, alias, join) = try related(name, of: entity, table)
      arguments.append(count)
      return "(SELECT count(*) FROM \(destination.table) AS \(alias) WHERE \(join)) \(comparison.rawValue) ?"
    case .and(let all): return try joined(all, " AND ", empty: "1", entity, table)
    case .or(let any): return try joined(any, " OR ", empty: "0", entity, table)
    case .not(let inner): return "NOT coalesce(\(try sql(inner, of: entity, as: table)), 0)"
    }
  }

  private mutating func joined(
    _ conditions: [Condition], _ separator: String, empty: String, _ entity: Entity, _ table: String
  ) throws(CatalogError) -> String {
    var parts: [String] = []
    for condition in conditions { parts.append(try sql(condition, of: entity, as: table)) }
    return parts.isEmpty ? empty : "(\(parts.joined(separator: separator)))"
  }

  private mutating func compare(
    _ column: String, _ comparison: Condition.Comparison, _ value: AttributeValue, _ table: String
  ) -> String {
    arguments.append(value.stored)
    switch comparison {
    case .equal: return "\(table).\(column) IS ?"
    case .notEqual: return "\(table).\(column) IS NOT ?"
    default: return "\(table).\(column) \(comparison.rawValue) ?"
    }
  }

  private mutating func resemble(_ column: String, _ resemblance: Condition.Resemblance, _ text: String) -> String {
    let text = text.searchFolded
    arguments.append(text)
    switch resemblance {
    case .contains: return "instr(searchFolded(\(column)), ?) > 0"
    case .begins:
      arguments.append(text)
      return "substr(searchFolded(\(column)), 1, length(?)) = ?"
    case .ends:
      arguments += [text, text]
      return "(length(?) = 0 OR substr(searchFolded(\(column)), -length(?)) = ?)"
    }
  }

  /// The column of an attribute or to-one relationship, to be compared with `value`, which must be of its type.
  private func column(_ name: String, of entity: Entity, _ value: AttributeValue) throws(CatalogError) -> String {
    let toOne = entity.relationships.first { $0.name == name && !$0.isToMany }
    let attribute = entity.attribute(name)
    guard let type = attribute?.type ?? (toOne == nil ? nil : .uuid), type.isComparable else {
      let names = entity.attributes.filter(\.type.isComparable).map(\.name)
      throw .unknownName(
        entity: entity.name, name: name, known: names + entity.relationships.filter { !$0.isToMany }.map(\.name))
    }
    guard value == .null || type.holds(value) else {
      throw .refused(
        Refusal(entity: entity.name, attribute: name, value: value, rule: type.expectation))
    }
    return toOne?.column ?? name
  }

  private func textColumn(_ name: String, of entity: Entity) throws(CatalogError) -> String {
    let texts = entity.attributes.filter { $0.type.column == "TEXT" }.map(\.name)
    guard texts.contains(name) else { throw .unknownName(entity: entity.name, name: name, known: texts) }
    return name
  }

  /// Where a relationship leads: the destination, a new name for its table, and what joins that to `table`.
  private mutating func related(
    _ name: String, of entity: Entity, _ table: String
  ) throws(CatalogError) -> (Entity, alias: String, join: String) {
    guard let relationship = entity.relationship(name), let destination = model.entity(relationship.destination),
      let inverse = model.inverse(of: relationship)
    else { throw .unknownName(entity: entity.name, name: name, known: entity.relationships.map(\.name)) }
    aliases += 1
    let alias = "r\(aliases)"
    if !relationship.isToMany { return (destination, alias, "\(alias).id = \(table).\(relationship.column)") }
    if !inverse.isToMany { return (destination, alias, "\(alias).\(inverse.column) = \(table).id") }
    return (
      destination, alias,
      "\(alias).id IN (SELECT \(name) FROM \(relationship.pairTable) WHERE \(inverse.name) = \(table).id)"
    )
  }
}

extension AttributeType {
  /// Whether values have an order, and can be compared in the database.
  var isComparable: Bool {
    switch self {
    case .binary, .data: false
    default: true
    }
  }

  /// Whether a value is of the type, its range aside.
  func holds(_ value: AttributeValue) -> Bool {
    switch (self, value) {
    case (.string, .string), (.transformable, .string), (.decimal, .decimal), (.boolean, .boolean), (.date, .date),
      (.uuid, .uuid), (.uri, .uri), (.binary, .binary), (.data, .data), (.float, .real), (.double, .real),
      (.integer16, .integer), (.integer32, .integer), (.integer64, .integer):
      true
    default: false
    }
  }
}
