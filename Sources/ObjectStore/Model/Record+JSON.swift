import Foundation
internal import GRDB
import Text

extension Reader {
  /// Returns records as JSON objects with all attributes and relationships by name, in the order of their declaration.
  /// A to-one relationship is an ID or null, a to-many relationship an array of IDs. The names of the related records
  /// are added beside the IDs: `product.sku`, `makers.name`.
  public func json<R: Record>(_ records: [R]) throws(StoreError) -> [JSONValue] {
    let links = R.entity.relationships.filter(\.isToMany).map { ($0, Links($0, of: R.entity, in: context.model)) }
    let names = RelatedNames(db, context.model)
    return try attempt {
      try records.map { record in
        let own = try R.properties.flatMap { property in
          let member = JSONValue.Member(property.name, property.get(record).json(property.type))
          guard let relationship = property.relationship else { return [member] }
          return [member] + (try names.members(relationship, record.destination(of: relationship).first))
        }
        let linked = try links.flatMap { relationship, links in
          let ids = try links.ids(db, record.id)
          return [JSONValue.Member(relationship.name, .array(ids.map { .string($0.text) }))]
            + (try names.members(relationship, ids))
        }
        return .object(own + linked)
      }
    }
  }
}
