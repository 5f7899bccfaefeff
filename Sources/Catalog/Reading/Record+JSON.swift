import Foundation
internal import GRDB

extension AttributeValue {
  /// The value of an attribute of `type` in JSON: decimals as strings, so that no reader rounds them; moments as RFC 3339
  /// has them; bytes in base 64.
  func json(_ type: AttributeType) -> JSONValue {
    switch self {
    case .null: .null
    case .string(let text): .string(text)
    case .integer(let number): .integer(number)
    case .real(let number): type == .float ? .float(Float(number)) : .double(number)
    case .decimal(let number): .string(number.priceText)
    case .boolean(let flag): .boolean(flag)
    case .date(let moment): .string(moment.rfc3339)
    case .uuid(let id): .string(id.text)
    case .uri(let address): .string(address.absoluteString)
    case .binary(let bytes): .string(bytes.base64EncodedString())
    case .data(let data): .object([.init("bytes", .integer(Int64(data.byteCount)))])
    }
  }
}

extension Catalog {
  /// Records as JSON objects: every attribute and relationship by its name, in the order of the declaration; a to-one
  /// relationship as the id it leads to or null, a to-many one as an array of ids.
  public func json<R: Record>(_ records: [R]) throws(CatalogError) -> [JSONValue] {
    try query { db in
      let links = R.entity.relationships.filter(\.isToMany).map { ($0.name, Links($0, of: R.entity, in: store.model)) }
      return try records.map { record in
        let own = R.properties.map { property in
          JSONValue.Member(
            property.attribute?.name ?? property.relationship!.name, property.get(record).json(property.type))
        }
        let linked = try links.map { name, links in
          JSONValue.Member(name, .array(try links.ids(db, record.id).map { .string($0.text) }))
        }
        return .object(own + linked)
      }
    }
  }
}
