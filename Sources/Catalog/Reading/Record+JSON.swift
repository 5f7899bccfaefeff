import Foundation
internal import GRDB
import Text

extension Reader {
  /// Records as JSON objects: every attribute and relationship by its name, in the order of the declaration; a to-one
  /// relationship as the id it leads to or null, a to-many one as an array of ids.
  public func json<R: Record>(_ records: [R]) throws(CatalogError) -> [JSONValue] {
    let links = R.entity.relationships.filter(\.isToMany).map { ($0.name, Links($0, of: R.entity, in: context.model)) }
    return try attempt {
      try records.map { record in
        let own = R.properties.map { property in
          JSONValue.Member(property.name, property.get(record).json(property.type))
        }
        let linked = try links.map { name, links in
          JSONValue.Member(name, .array(try links.ids(db, record.id).map { .string($0.text) }))
        }
        return .object(own + linked)
      }
    }
  }
}

extension Catalog {
  /// Records as JSON objects; see ``Reader/json(_:)``.
  public func json<R: Record>(_ records: [R]) throws -> [JSONValue] { try read { try $0.json(records) } }
}
