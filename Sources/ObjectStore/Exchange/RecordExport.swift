import Foundation
import Text

/// How the records of one entity are exported: every attribute that is not computed from the same record, then the IDs
/// of each relationship, with the names of the related records beside them. A relationship that is written with the
/// other side is omitted.
struct RecordExport<R: Record> {
  private let reader: Reader
  private let properties: [Property<R>]
  private let links: [(relationship: Relationship, links: Links)]
  private let related: RelatedNames
  private let style: CSVStyle

  init(_ reader: Reader, _ style: CSVStyle = .exact) {
    (self.reader, self.style) = (reader, style)
    let model = reader.context.model
    properties = R.properties.filter { $0.attribute?.isExchanged ?? true }
    links = R.entity.relationships.filter { $0.isToMany && model.isExchanged($0, of: R.entity) }
      .map { ($0, Links($0, of: R.entity, in: model)) }
    related = RelatedNames(reader.db, model)
  }

  /// The names of all columns, in their order.
  var names: [String] {
    properties.flatMap { [$0.name] + names(beside: $0.relationship) }
      + links.flatMap { [$0.relationship.name] + names(beside: $0.relationship) }
  }

  private func names(beside relationship: Relationship?) -> [String] {
    relationship.map { related.columns($0).map(\.name) } ?? []
  }

  /// Returns a record as a JSON object that contains its entity.
  func json(_ record: R) throws -> JSONValue {
    var members = [JSONValue.Member("entity", .string(R.entity.name))]
    for property in properties {
      members.append(.init(property.name, try value(property, of: record).json(property.type)))
      guard let relationship = property.relationship else { continue }
      members += try related.members(relationship, record.destination(of: relationship).first)
    }
    for link in links {
      let ids = try link.links.ids(reader.db, record.id)
      members.append(.init(link.relationship.name, .array(ids.map { .string($0.text) })))
      members += try related.members(link.relationship, ids)
    }
    return .object(members)
  }

  /// Returns a record as the fields of a row.
  func fields(_ record: R) throws -> [String?] {
    var fields: [String?] = []
    for property in properties {
      fields.append(style.cell(try value(property, of: record), as: property.type))
      guard let relationship = property.relationship else { continue }
      let id = record.destination(of: relationship).first
      for column in related.columns(relationship) {
        fields.append(style.cell(try related.value(column, of: id).field))
      }
    }
    for link in links {
      let ids = try link.links.ids(reader.db, record.id)
      fields.append(ids.isEmpty ? nil : ids.map(\.text).joined(separator: ","))
      for column in related.columns(link.relationship) {
        let texts = try ids.compactMap { try related.value(column, of: $0).field?.listedName }
        fields.append(style.cell(texts.isEmpty ? nil : texts.joined(separator: ", ")))
      }
    }
    return fields
  }

  /// Returns the value, including bytes that were not read with the record.
  private func value(_ property: Property<R>, of record: R) throws -> AttributeValue {
    guard case .data = property.get(record) else { return property.get(record) }
    return try reader.bytes(of: record, property.name).map { .data(StoredData($0)) } ?? .null
  }
}

extension JSONValue {
  /// A name as a field of a row.
  fileprivate var field: String? {
    switch self {
    case .null: nil
    case .string(let text): text
    default: description
    }
  }
}
