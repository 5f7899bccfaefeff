import Foundation
internal import GRDB
import Text

/// A condition as SQL, with its arguments in order.
struct ConditionSQL {
  private let context: StoreContext
  private(set) var arguments: [(any DatabaseValueConvertible)?] = []
  private var aliases = 0

  init(_ context: StoreContext) { self.context = context }

  /// Returns the SQL of a condition on records of `entity`, in the table with the alias `table`.
  mutating func sql(_ condition: Condition, of entity: Entity, as table: String) throws(StoreError) -> String {
    switch condition {
    case .compare(let name, let comparison, let value):
      let (column, comparand) = try compared(name, of: entity, value)
      if case .string(let text) = value, name == entity.orderedBy, comparison.isOrder {
        arguments.append(context.collator.sortKey(for: text))
        return "\(table).\((name + "Order").sqlName) \(comparison.rawValue) ?"
      }
      if case .string(let text) = value, !comparison.isOrder, entity.attribute(name)?.type == .string {
        return equal(name, comparison, text, entity, table)
      }
      return compare(column, comparison, comparand, table)
    case .oneOf(let name, let values):
      var places: [String] = []
      var column = name.sqlName
      for value in values {
        let comparand: AttributeValue
        (column, comparand) = try compared(name, of: entity, value)
        arguments.append(comparand.stored)
        places.append("?")
      }
      return values.isEmpty ? "0" : "\(table).\(column) IN (\(places.joined(separator: ", ")))"
    case .text(let name, let resemblance, let text):
      return resemble("\(table).\(try textColumn(name, of: entity))", resemblance, text)
    case .named(let name, let text): return try named(name, text, entity, table)
    case .called(let text): return try called(text, entity, table)
    case .any(let name, let inner):
      let (destination, alias, join) = try related(name, of: entity, table)
      if let toOne = entity.relationship(name), !toOne.isToMany {
        // The inner query finds the few matching records first; then an index finds the records that lead to them.
        return
          "\(table).\(toOne.column.sqlName) IN (SELECT \(alias).id FROM \(destination.table.sqlName) AS \(alias) WHERE "
          + "\(try sql(inner, of: destination, as: alias)))"
      }
      return "EXISTS (SELECT 1 FROM \(destination.table.sqlName) AS \(alias) WHERE \(join) AND "
        + "\(try sql(inner, of: destination, as: alias)))"
    case .count(let name, let inner, let comparison, let count):
      let (destination, alias, join) = try related(name, of: entity, table)
      var rows = "\(destination.table.sqlName) AS \(alias) WHERE \(join)"
      if let inner { rows += " AND \(try sql(inner, of: destination, as: alias))" }
      arguments.append(count)
      return "(SELECT count(*) FROM \(rows)) \(comparison.rawValue) ?"
    case .and(let all): return try joined(all, " AND ", empty: "1", entity, table)
    case .or(let any): return try joined(any, " OR ", empty: "0", entity, table)
    case .not(let inner): return "NOT coalesce(\(try sql(inner, of: entity, as: table)), 0)"
    }
  }

  private mutating func joined(
    _ conditions: [Condition], _ separator: String, empty: String, _ entity: Entity, _ table: String
  ) throws(StoreError) -> String {
    var parts: [String] = []
    for condition in conditions { parts.append(try sql(condition, of: entity, as: table)) }
    return parts.isEmpty ? empty : "(\(parts.joined(separator: separator)))"
  }

  /// Returns SQL that compares two texts: by the folded key of a unique name, otherwise in Unicode normal form.
  private mutating func equal(
    _ name: String, _ comparison: Condition.Comparison, _ text: String, _ entity: Entity, _ table: String
  ) -> String {
    let sign = comparison == .equal ? "IS" : "IS NOT"
    if entity.foldedAttributes.contains(name) {
      arguments.append(text.nameFolded)
      return "\(table).\((name + "Folded").sqlName) \(sign) ?"
    }
    // ASCII text has only one normal form, so an index can be used.
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      arguments.append(text)
      return "\(table).\(name.sqlName) \(sign) ?"
    }
    arguments.append(text.precomposedStringWithCanonicalMapping)
    return "precomposed(\(table).\(name.sqlName)) \(sign) ?"
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

  private mutating func called(_ text: String, _ entity: Entity, _ table: String) throws(StoreError) -> String {
    var tests: [String] = []
    if let id = UUID(text: text) {
      tests.append("\(table).id = ?")
      arguments.append(id)
    }
    for name in entity.calledBy { tests.append(try named(name, text, entity, table)) }
    return tests.isEmpty ? "0" : "(\(tests.joined(separator: " OR ")))"
  }

  private mutating func named(
    _ name: String, _ text: String, _ entity: Entity, _ table: String
  ) throws(StoreError) -> String {
    let column = try textColumn(name, of: entity)
    if entity.foldedAttributes.contains(name) {
      arguments.append(text.nameFolded)
      return "\(table).\((name + "Folded").sqlName) = ?"
    }
    if name == entity.orderedBy {
      arguments.append(text.searchFolded)
      return "searchFolded(\(table).\(column)) = ?"
    }
    guard entity.uniqueKeys.contains(.exact([name])) else { return equal(name, .equal, text, entity, table) }
    // SQLite evaluates the second query only if the first finds nothing, so existing texts are found by the index.
    arguments += [text, text]
    return """
      \(table).\(column) = coalesce(
        (SELECT \(column) FROM \(entity.table.sqlName) WHERE \(column) = ?),
        (SELECT CASE count(*) WHEN 1 THEN min(\(column)) END FROM \(entity.table.sqlName) WHERE \(column) = ? COLLATE NOCASE))
      """
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

  /// Returns the column of an attribute or to-one relationship, and `value` converted for a comparison with that
  /// column.
  private func compared(
    _ name: String, of entity: Entity, _ value: AttributeValue
  ) throws(StoreError) -> (column: String, value: AttributeValue) {
    let toOne = entity.relationships.first { $0.name == name && !$0.isToMany }
    let attribute = entity.attribute(name)
    guard let type = attribute?.type ?? (toOne == nil ? nil : .uuid), type.isComparable else {
      throw .unknownName(
        entity: entity.name, name: name,
        known: entity.comparableNames + entity.relationships.filter { !$0.isToMany }.map(\.name))
    }
    guard let comparand = type.comparand(of: value) else {
      throw .refused(
        InvalidValue(entity: entity.name, attribute: name, value: value, type.objection(toComparing: value)))
    }
    return ((toOne?.column ?? name).sqlName, comparand)
  }

  private func textColumn(_ name: String, of entity: Entity) throws(StoreError) -> String {
    let texts = entity.attributes.filter { $0.type.column == "TEXT" }.map(\.name)
    guard texts.contains(name) else { throw .unknownName(entity: entity.name, name: name, known: texts) }
    return name.sqlName
  }

  /// Returns the destination of a relationship, a new alias for the destination's table, and the condition that joins
  /// this alias to `table`.
  private mutating func related(
    _ name: String, of entity: Entity, _ table: String
  ) throws(StoreError) -> (Entity, alias: String, join: String) {
    guard let relationship = entity.relationship(name),
      let destination = context.model.entity(relationship.destination)
    else { throw .unknownName(entity: entity.name, name: name, known: entity.relationships.map(\.name)) }
    aliases += 1
    let alias = "_r\(aliases)"
    return (destination, alias, context.model.join(relationship, from: table, to: alias))
  }
}

extension Model {
  /// Returns the SQL condition that joins the rows that a relationship leads to, called `alias`, to the rows of
  /// `table`.
  func join(_ relationship: Relationship, from table: String, to alias: String) -> String {
    if !relationship.isToMany { return "\(alias).id = \(table).\(relationship.column.sqlName)" }
    guard let inverse = inverse(of: relationship) else { preconditionFailure("the model has been checked") }
    if !inverse.isToMany { return "\(alias).\(inverse.column.sqlName) = \(table).id" }
    return "\(alias).id IN (SELECT \(relationship.name.sqlName) FROM \(relationship.joinTable.sqlName) "
      + "WHERE \(relationship.ownerColumn.sqlName) = \(table).id)"
  }
}

extension AttributeType {
  /// Whether values can be compared in the database.
  var isComparable: Bool {
    switch self {
    case .binary, .data: false
    default: true
    }
  }

  /// Whether a value has the type, regardless of its range.
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

extension Condition.Comparison {
  /// Whether the comparison depends on the order of the values.
  var isOrder: Bool { self != .equal && self != .notEqual }
}

extension Entity {
  /// The attributes that can be compared and sorted by.
  public var comparableNames: [String] { attributes.filter(\.type.isComparable).map(\.name) }

  /// The text attributes that identify records: the unique attributes, and the attribute that lists are sorted by.
  var calledBy: [String] {
    let unique = uniqueKeys.compactMap(\.attributes.first)
    let names = unique + [orderedBy].compactMap { name in name.flatMap { unique.contains($0) ? nil : $0 } }
    return names.filter { attribute($0)?.type == .string }
  }
}
