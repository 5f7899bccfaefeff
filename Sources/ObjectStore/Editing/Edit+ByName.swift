import Foundation

/// A value for an attribute or a relationship as text that people write: `rating=4.5`, `makers=Ann, Bob`.
public struct Assignment: Hashable, Sendable {
  /// Name of the attribute or relationship.
  public let name: String
  /// The value as people write it.
  public let text: String

  /// Creates an assignment of `text` to `name`.
  public init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }
}

extension Edit {
  /// Sets values of a record by the names of its attributes and relationships, and saves it, like Core Data's key-value
  /// coding.
  ///
  /// The value of a to-one relationship is a record that ``Reader/record(_:matching:)`` finds, or empty for none. The
  /// value of a to-many relationship is a list of such records, separated by commas as in `listedNames`, which replaces
  /// all links of the relationship. A name without a record creates the record, if it needs nothing but a name. An
  /// aggregate is set as its record type defines.
  ///
  /// Throws `notEditable` if people may not edit a value, `unknownName` if the entity has no attribute or relationship
  /// with a name, and `givenTwice` if a name is given twice.
  @discardableResult
  public func set<R: Record>(_ record: R, _ assignments: [Assignment]) throws(StoreError) -> R {
    // Refuses all names that people may not edit.
    try R.entity.check(assignments)
    var record = record
    var links: [(relationship: Relationship, text: String)] = []
    var aggregates: [(attribute: Attribute, value: AttributeValue)] = []
    for assignment in assignments {
      if let attribute = R.entity.attribute(assignment.name), attribute.aggregate != nil {
        aggregates.append((attribute, try attribute.value(typed: assignment.text, of: R.entity.name)))
      } else if let property = R.properties.first(where: { $0.attribute?.name == assignment.name }) {
        try property.assign(assignment.text, to: &record)
      } else if let relationship = R.entity.relationship(assignment.name) {
        if relationship.isToMany {
          links.append((relationship, assignment.text))
        } else {
          try assign(assignment.text, to: relationship, of: &record)
        }
      }
    }
    return try savepoint { () throws(StoreError) in
      let saved = try save(record)
      for link in links {
        guard let type = context.model.recordType(link.relationship.destination) else { continue }
        try setLinks(saved, link.relationship.name, to: ids(type, link.text))
      }
      for (attribute, value) in aggregates { try setComputedValue(attribute, of: saved, to: value) }
      return try existing(R.self, saved.id)
    }
  }

  /// Sets an aggregate. Throws `refused` if the records that it is computed from don't allow the value.
  private func setComputedValue<R: Record>(
    _ attribute: Attribute, of record: R, to value: AttributeValue
  ) throws(StoreError) {
    try R.setComputedValue(attribute, of: record, to: value, in: self)
    guard let found = try existing(R.self, record.id).value(for: attribute.name), found != value else { return }
    throw .refused(
      InvalidValue(
        entity: R.entity.name, attribute: attribute.name, value: value,
        .partsMake(relationship: attribute.aggregate?.relationship ?? "others", found))
    )
  }

  private func assign<R: Record>(
    _ text: String, to relationship: Relationship, of record: inout R
  ) throws(StoreError) {
    guard let type = context.model.recordType(relationship.destination) else { return }
    try point(relationship, of: &record, at: text.isEmpty ? nil : id(type, matching: text))
  }

  private func id<R: Record>(_ type: R.Type, matching text: String) throws(StoreError) -> UUID {
    try record(type, matching: text).id
  }

  /// Returns the IDs of the records in a list of names.
  private func ids<R: Record>(_ type: R.Type, _ text: String) throws(StoreError) -> [UUID] {
    var ids: [UUID] = []
    for name in text.listedNames {
      ids.append(R.entity.isMadeByName ? try reuseOrMake(type, named: name).id : try id(type, matching: name))
    }
    return ids
  }
}

extension Property {
  /// Sets the attribute from text in the form of its type.
  fileprivate func assign(_ text: String, to record: inout Owner) throws(StoreError) where Owner: Record {
    guard let attribute else { return }
    let value = meaning(try attribute.value(typed: text, of: Owner.entity.name))
    guard set(&record, value) else {
      throw .refused(
        InvalidValue(entity: Owner.entity.name, attribute: attribute.name, value: value, .form(attribute.expectation)))
    }
  }
}

extension Entity {
  /// The names that people may edit.
  public var editableNames: [String] {
    attributes.filter(\.isEditable).map(\.name) + relationships.filter(\.isEditable).map(\.name)
  }

  /// Throws ``StoreError/notEditable(entity:name:value:editable:)``, `unknownName` or `givenTwice` if one of the names
  /// can't be edited, or is given twice.
  public func check(_ assignments: [Assignment]) throws(StoreError) {
    let editable = editableNames
    var names: Set<String> = []
    for assignment in assignments {
      let name = assignment.name
      if !names.insert(name).inserted { throw .givenTwice(entity: self.name, name: name, value: assignment.text) }
      if editable.contains(name) { continue }
      guard attribute(name) != nil || relationship(name) != nil else {
        throw .unknownName(entity: self.name, name: name, known: editable)
      }
      throw .notEditable(entity: self.name, name: name, value: assignment.text, editable: editable)
    }
  }

  /// Whether a new record needs only a name: all other attributes have defaults or are optional.
  var isMadeByName: Bool {
    guard foldedAttributes.count == 1 else { return false }
    return attributes.allSatisfy { attribute in
      attribute.name == "id" || foldedAttributes.contains(attribute.name) || attribute.isOptional || attribute.isDerived
        || attribute.defaultValue != nil
    } && relationships.allSatisfy(\.isOptional) && !uniqueKeys.contains { if case .exact = $0 { true } else { false } }
  }
}
