/// All entities of a catalog, and whether they fit together.
public struct Model: Sendable {
  /// The entities, in the order in which they are shown.
  public let entities: [Entity]
  /// The record types they were taken from, in the same order; none in a model of bare entities.
  public let recordTypes: [any Record.Type]

  /// Puts the entities of record types together. ``check()`` says whether they fit.
  public init(_ recordTypes: [any Record.Type]) {
    self.recordTypes = recordTypes
    entities = recordTypes.map { $0.entity }
  }

  /// Puts bare entities together, which can be checked and described, but hold no records.
  public init(entities: [Entity]) {
    self.entities = entities
    recordTypes = []
  }

  /// The record type of the entity with a name.
  public func recordType(_ name: String) -> (any Record.Type)? { recordTypes.first { $0.entity.name == name } }

  /// The entity with a name.
  public func entity(_ name: String) -> Entity? { entities.first { $0.name == name } }

  /// The relationship that leads back, in a model that has been checked.
  public func inverse(of relationship: Relationship) -> Relationship? {
    entity(relationship.destination)?.relationship(relationship.inverse)
  }

  /// Checks that names can be kept and are unique, that every relationship leads somewhere and its inverse back, that defaults
  /// and delete rules can be kept, and that records begin with their ids. Throws the first thing that is wrong, as opening a store
  /// of the model does.
  public func check() throws(ModelError) {
    if let name = entities.map(\.name).firstDuplicate { throw .duplicateEntity(entity: name) }
    for entity in entities {
      let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
      if let name = names.firstDuplicate { throw .duplicateProperty(entity: entity.name, name: name) }
      for key in entity.uniqueKeys {
        for name in key.attributes where entity.attribute(name) == nil {
          throw .unknownUniqueAttribute(entity: entity.name, name: name)
        }
        // What is folded is text.
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
  /// Whether its first property is its id, as whatever reads and saves it takes for granted.
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
