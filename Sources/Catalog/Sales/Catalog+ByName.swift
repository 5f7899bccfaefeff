import Foundation
import ObjectStore

extension Catalog {
  /// Sets values of a record by name, as one group: see ``Edit/set(_:_:)``. A product's `quantity` is set with a
  /// correction in the stock ledger.
  @discardableResult
  public func set<R: Record>(_ type: R.Type, _ id: UUID, _ assignments: [Assignment]) throws -> R {
    let subject = try read { try $0.existing(type, id).subject(in: $0) }
    let names = assignments.map(\.name).joined(separator: ", ")
    return try edit("Edit \(subject): \(names)") { edit in
      try edit.set(edit.existing(type, id), assignments)
    }
  }

  /// Adds a new record with values by name, and calls `more` to add related records, all as one group. A product's
  /// `quantity` becomes the opening line of its stock ledger.
  @discardableResult
  public func add<R: Record>(
    _ record: R, _ assignments: [Assignment] = [], with more: (Edit, R) throws -> Void = { _, _ in }
  ) throws -> R {
    try edit("Add \(record.tidied().subject)") { edit in
      let added = try edit.set(record, assignments)
      try more(edit, added)
      return added
    }
  }

  /// The value of an attribute or relationship as text that ``set(_:_:_:)`` accepts; nil if there is none. For a
  /// relationship, the names of the related records, separated by commas.
  public func text<R: Record>(of record: R, _ name: String) throws -> String? {
    if let attribute = R.entity.attribute(name) { return record.value(for: name)?.text(as: attribute.type) }
    guard let relationship = R.entity.relationship(name), let type = Self.model.recordType(relationship.destination)
    else {
      throw StoreError.unknownName(
        entity: R.entity.name, name: name,
        known: R.entity.attributes.map(\.name) + R.entity.relationships.map(\.name))
    }
    return try read { reader in
      let titles = try reader.linked(relationship, of: record).compactMap { try Self.title(type, $0, in: reader) }
      return titles.isEmpty ? nil : titles.map(\.listedName).joined(separator: ", ")
    }
  }

  private static func title<R: Record>(_ type: R.Type, _ id: UUID, in reader: Reader) throws -> String? {
    try reader.record(type, id)?.title
  }
}
