/// All entities of a catalog.
public struct Model: Sendable {
  /// The entities, in the order of display.
  public let entities: [Entity]
  /// The record types of the entities, in the same order; empty for a model without record types.
  public let recordTypes: [any Record.Type]

  /// Creates a model from record types. ``check()`` checks that their entities fit together.
  public init(_ recordTypes: [any Record.Type]) {
    self.recordTypes = recordTypes
    entities = recordTypes.map { $0.entity }
  }

  /// Creates a model from entities. It can be checked and described, but can't hold records.
  public init(entities: [Entity]) {
    self.entities = entities
    recordTypes = []
  }

  /// Returns the record type of the entity with the name `name`.
  public func recordType(_ name: String) -> (any Record.Type)? { recordTypes.first { $0.entity.name == name } }

  /// Returns the entity with the name `name`.
  public func entity(_ name: String) -> Entity? { entities.first { $0.name == name } }

  /// Returns the inverse of a relationship in a checked model.
  public func inverse(of relationship: Relationship) -> Relationship? {
    entity(relationship.destination)?.relationship(relationship.inverse)
  }

  /// Checks that names are usable and unique, that every relationship has a destination and a matching inverse, that
  /// default values and delete rules are possible, and that IDs are the first properties of records. Throws the first
  /// error found. Opening a store checks its model, too.
  public func check() throws(ModelError) {
    if let name = entities.map(\.name).firstDuplicate { throw .duplicateEntity(entity: name) }
    for entity in entities {
      let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
      if let name = names.firstDuplicate { throw .duplicateProperty(entity: entity.name, name: name) }
      for key in entity.uniqueKeys {
        for name in key.attributes where entity.attribute(name) == nil {
          throw .unknownUniqueAttribute(entity: entity.name, name: name)
        }
        // Case can be ignored only in text.
        if case .caseBlind(let name) = key, entity.attribute(name)?.type != .string {
          throw .unknownUniqueAttribute(entity: entity.name, name: name)
        }
      }
      for name in entity.names where entity.attribute(name) == nil {
        throw .unknownSearch(entity: entity.name, name: name)
      }
      for name in entity.searched where entity.attribute(name) == nil {
        throw .unknownSearch(entity: entity.name, name: name)
      }
      for name in entity.searchedThrough {
        let relationship = entity.relationship(name)
        let destination = relationship.flatMap { self.entity($0.destination) }
        guard relationship?.isToMany == true, destination?.searched.isEmpty == false, !entity.searched.isEmpty else {
          throw .unknownSearch(entity: entity.name, name: name)
        }
      }
      if let name = entity.orderedBy, entity.attribute(name)?.type != .string {
        throw .unknownOrder(entity: entity.name, name: name)
      }
      for attribute in entity.attributes {
        if let value = attribute.defaultValue, let objection = attribute.objection(to: value) {
          throw .refusedDefault(entity: entity.name, attribute: attribute.name, value: value, objection)
        }
      }
      for relationship in entity.relationships { try check(relationship, of: entity) }
      for aggregate in entity.attributes.compactMap(\.aggregate)
      where entity.relationship(aggregate.relationship) == nil {
        throw .impossibleAggregate(
          entity: entity.name, relationship: aggregate.relationship, attribute: aggregate.attribute)
      }
    }
    try checkNames()
    for type in recordTypes where !type.beginsWithID { throw .misplacedID(entity: type.entity.name) }
  }

  private func check(_ relationship: Relationship, of entity: Entity) throws(ModelError) {
    guard let destination = self.entity(relationship.destination) else {
      throw .unknownDestination(entity: entity.name, relationship: relationship.name, found: relationship.destination)
    }
    guard let inverse = destination.relationship(relationship.inverse) else {
      throw .missingInverse(entity: entity.name, relationship: relationship.name, found: relationship.inverse)
    }
    guard inverse.destination == entity.name, inverse.inverse == relationship.name else {
      throw .wrongInverse(
        entity: entity.name, relationship: relationship.name, inverse: inverse.name,
        found: "\(inverse.destination).\(inverse.inverse)")
    }
    if !relationship.isToMany, !inverse.isToMany {
      throw .oneToOne(
        entity: entity.name, relationship: relationship.name, inverse: "\(destination.name).\(inverse.name)")
    }
    if !inverse.isOptional, relationship.deleteRule == .nullify {
      throw .nullifiedRequirement(entity: entity.name, relationship: relationship.name)
    }
    for aggregate in entity.attributes.compactMap(\.aggregate) where aggregate.relationship == relationship.name {
      guard relationship.isToMany, !inverse.isToMany, destination.attribute(aggregate.attribute) != nil,
        aggregate.base.map({ entity.attribute($0)?.isDerived == false }) ?? true
      else {
        throw .impossibleAggregate(entity: entity.name, relationship: relationship.name, attribute: aggregate.attribute)
      }
    }
  }
}

extension Record {
  /// Whether its first property is its ID. Code that reads and saves records relies on that.
  fileprivate static var beginsWithID: Bool {
    guard let first = properties.first?.attribute, first.name == "id" else { return false }
    return first.type == .uuid && !first.isOptional && !first.isDerived
  }
}

extension Array where Element: Hashable {
  fileprivate var firstDuplicate: Element? {
    var seen: Set<Element> = []
    return first { !seen.insert($0).inserted }
  }
}
