import Foundation
internal import GRDB
import Text

/// Names of related records beside their IDs: `product.sku`, `customer.name`. To-one relationships have them, and
/// relationships that are to-many both ways. The records of a one-to-many relationship name their owner themselves.
final class RelatedNames {
  /// A column with a name beside a relationship.
  struct Column {
    /// The name of the column: `product.sku`.
    let name: String
    let attribute: Attribute
    let table: String
  }

  private let db: Database
  private let model: Model
  private var known: [String: [UUID: JSONValue]] = [:]
  /// Maximum number of cached names of each kind. It limits the memory that a large export uses.
  private static let keptCount = 10_000

  init(_ db: Database, _ model: Model) { (self.db, self.model) = (db, model) }

  /// Returns the columns beside a relationship, in their order.
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

  /// Returns the name of the record with an ID; null if `id` is nil.
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

  /// Returns the names of the record that a relationship leads to, as members of an object.
  func members(_ relationship: Relationship, _ id: UUID?) throws -> [JSONValue.Member] {
    try columns(relationship).map { .init($0.name, try value($0, of: id)) }
  }

  /// Returns the names of the records that a to-many relationship leads to, as members of an object. Each is an array
  /// with one element per record.
  func members(_ relationship: Relationship, _ ids: [UUID]) throws -> [JSONValue.Member] {
    try columns(relationship).map { column in .init(column.name, .array(try ids.map { try value(column, of: $0) })) }
  }
}
