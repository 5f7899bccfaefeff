import Foundation

/// A value for an attribute or a relationship, both as people write them: `rating=4.5`, `makers=Ann, Bob`.
public struct Assignment: Hashable, Sendable {
  /// The attribute or relationship.
  public let name: String
  /// What it is to be, as people write it.
  public let text: String

  /// The value `text` for `name`.
  public init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }
}

extension Edit {
  /// Gives a record values by the names of its attributes and relationships, and saves it: Core Data's key-value coding.
  ///
  /// A to-one relationship takes what ``Reader/record(_:matching:)`` finds, nothing for none; a to-many one a list of such
  /// between commas, as `listedNames` reads it, which becomes all that it leads to. Names that are not there yet are made
  /// into records where a name is all that such a record needs to have. An aggregate comes to a value as its record type says.
  ///
  /// Throws `notEditable` for what people may not edit, `unknownName` for what the entity does not have, and `givenTwice` where
  /// one name is given two values.
  @discardableResult
  public func set<R: Record>(_ record: R, _ assignments: [Assignment]) throws(StoreError) -> R {
    // Refuses all names but those of what people may edit.
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
      for (attribute, value) in aggregates { try settle(attribute, of: saved, at: value) }
      return try existing(R.self, saved.id)
    }
  }

  /// Lets an aggregate come to a value, which the other records must allow.
  private func settle<R: Record>(
    _ attribute: Attribute, of record: R, at value: AttributeValue
  ) throws(StoreError) {
    try R.settle(attribute, of: record, at: value, in: self)
    guard let found = try existing(R.self, record.id).value(for: attribute.name), found != value else { return }
    throw .refused(
      Refusal(
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

  /// The records that a list of names is about.
  private func ids<R: Record>(_ type: R.Type, _ text: String) throws(StoreError) -> [UUID] {
    var ids: [UUID] = []
    for name in text.listedNames {
      ids.append(R.entity.isMadeByName ? try reuseOrMake(type, named: name).id : try id(type, matching: name))
    }
    return ids
  }
}

extension Property {
  /// Reads the text as the attribute's type has it.
  fileprivate func assign(_ text: String, to record: inout Owner) throws(StoreError) where Owner: Record {
    guard let attribute else { return }
    let value = meaning(try attribute.value(typed: text, of: Owner.entity.name))
    guard set(&record, value) else {
      throw .refused(
        Refusal(entity: Owner.entity.name, attribute: attribute.name, value: value, .form(attribute.expectation)))
    }
  }
}

extension Entity {
  /// What people may give a value by its name.
  public var editableNames: [String] {
    attributes.filter(\.isEditable).map(\.name) + relationships.filter(\.isEditable).map(\.name)
  }

  /// Throws ``StoreError/notEditable(entity:name:value:editable:)``, `unknownName` or `givenTwice` where one of these is not to be
  /// edited, or is given twice.
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

  /// Whether a name is all that a new record needs: every other attribute has a default or may be empty.
  var isMadeByName: Bool {
    guard foldedAttributes.count == 1 else { return false }
    return attributes.allSatisfy { attribute in
      attribute.name == "id" || foldedAttributes.contains(attribute.name) || attribute.isOptional || attribute.isDerived
        || attribute.defaultValue != nil
    } && relationships.allSatisfy(\.isOptional) && !uniqueKeys.contains { if case .exact = $0 { true } else { false } }
  }
}
