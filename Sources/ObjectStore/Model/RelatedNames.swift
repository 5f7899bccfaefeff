import Foundation
internal import GRDB
import Text

/// What people call the records that others lead to, beside the ids: `product.sku`, `customer.name`. To-one relationships
/// have them, and those that are to-many both ways; of what only belongs to a record, the other side tells to whom.
final class RelatedNames {
  /// A name beside a relationship.
  struct Column {
    /// `product.sku`
    let name: String
    let attribute: Attribute
    let table: String
  }

  private let db: Database
  private let model: Model
  private var known: [String: [UUID: JSONValue]] = [:]
  /// How many names are kept of each kind, so that a large export takes no memory to speak of.
  private static let keptCount = 10_000

  init(_ db: Database, _ model: Model) { (self.db, self.model) = (db, model) }

  /// The names beside a relationship, in their order.
  static func columns(_ relationship: Relationship, in model: Model) -> [Column] {
    guard let destination = model.entity(relationship.destination),
      !relationship.isToMany || model.inverse(of: relationship)?.isToMany == true
    else { return [] }
    return destination.names.compactMap { name in
      destination.attribute(name).map { attribute in
        Column(name: relationship.name + "." + name, attribute: attribute, table: destination.table)
      }
    }
  }

  func columns(_ relationship: Relationship) -> [Column] { Self.columns(relationship, in: model) }

  /// What the record with an id has there; null for none.
  func value(_ column: Column, of id: UUID?) throws -> JSONValue {
    guard let id else { return .null }
    let key = column.table + "." + column.attribute.name
    if let value = known[key]?[id] { return value }
    let (name, table) = (column.attribute.name.sqlName, column.table.sqlName)
    let statement = try db.cachedStatement(sql: "SELECT \(name) FROM \(table) WHERE id = ?")
    let stored = try DatabaseValue.fetchOne(statement, arguments: [id])
    let value = stored.flatMap { AttributeValue($0, as: column.attribute.type) }?.json(column.attribute.type) ?? .null
    if known[key, default: [:]].count >= Self.keptCount { known[key] = [:] }
    known[key, default: [:]][id] = value
    return value
  }

  /// The names of a record that a relationship leads to, as members of an object.
  func members(_ relationship: Relationship, _ id: UUID?) throws -> [JSONValue.Member] {
    try columns(relationship).map { .init($0.name, try value($0, of: id)) }
  }

  /// The names of the records that a to-many relationship leads to, as members of an object, each with as many texts as
  /// there are records.
  func members(_ relationship: Relationship, _ ids: [UUID]) throws -> [JSONValue.Member] {
    try columns(relationship).map { column in .init(column.name, .array(try ids.map { try value(column, of: $0) })) }
  }
}
