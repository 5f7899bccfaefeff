import Foundation
import Text

/// How the records of one entity are written: every attribute that is not computed, then what each relationship leads to,
/// as ids. A relationship that is kept by the other side is written with that.
struct RecordExport<R: Record> {
  private let reader: Reader
  private let properties: [Property<R>]
  private let links: [(name: String, links: Links)]

  init(_ reader: Reader) {
    self.reader = reader
    let model = reader.context.model
    properties = R.properties.filter { $0.attribute?.isExchanged ?? true }
    links = R.entity.relationships.filter { $0.isToMany && model.isExchanged($0, of: R.entity) }
      .map { ($0.name, Links($0, of: R.entity, in: model)) }
  }

  /// The names of what is written, in their order.
  var names: [String] { properties.map(\.name) + links.map(\.name) }

  /// A record as an object that says of which entity it is.
  func json(_ record: R) throws -> JSONValue {
    var members = [JSONValue.Member("entity", .string(R.entity.name))]
    for property in properties {
      members.append(.init(property.name, try value(property, of: record).json(property.type)))
    }
    for link in links {
      members.append(.init(link.name, .array(try ids(link.links, of: record).map { .string($0) })))
    }
    return .object(members)
  }

  /// A record as the fields of a row.
  func fields(_ record: R) throws -> [String?] {
    try properties.map { try value($0, of: record).text(as: $0.type) }
      + links.map { link in
        let ids = try ids(link.links, of: record)
        return ids.isEmpty ? nil : ids.joined(separator: ",")
      }
  }

  private func ids(_ links: Links, of record: R) throws -> [String] {
    try links.ids(reader.db, record.id).map(\.text)
  }

  /// The value, with bytes that stayed behind.
  private func value(_ property: Property<R>, of record: R) throws -> AttributeValue {
    guard case .data = property.get(record) else { return property.get(record) }
    return try reader.bytes(of: record, property.name).map { .data(StoredData($0)) } ?? .null
  }
}
