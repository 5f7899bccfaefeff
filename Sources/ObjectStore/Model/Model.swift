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

  /// Checks that names can be kept and are unique, that every relationship leads somewhere and its inverse back, and that
  /// defaults and delete rules can be kept. Throws the first thing that is wrong.
  public func check() throws(ModelError) {
    if let name = entities.map(\.name).firstDuplicate { throw .duplicateEntity(name) }
    for entity in entities {
      let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
      if let name = names.firstDuplicate { throw .duplicateProperty(entity: entity.name, name: name) }
      for key in entity.uniqueKeys {
        for name in key.attributes where entity.attribute(name) == nil {
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
    }
    try checkNames()
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

/// What is wrong with a model.
public enum ModelError: Error, Hashable {
  /// A name is not a letter with letters, digits and underscores behind it; `property` is nil where it is the entity's own.
  case unusableName(entity: String, property: String?)
  /// Two names would be one table, where capitals make no difference, or one that SQLite keeps for itself.
  case takenTable(String)
  /// Two names of an entity would be one column: capitals make no difference, and the store keeps columns of its own, such as
  /// `nameFolded` beside `name`.
  case takenColumn(entity: String, column: String)
  /// Two entities share a name.
  case duplicateEntity(String)
  /// Two attributes or relationships of an entity share a name.
  case duplicateProperty(entity: String, name: String)
  /// A unique key names an attribute that the entity does not have.
  case unknownUniqueAttribute(entity: String, name: String)
  /// Records are to be listed by an attribute that the entity does not have, or that is no text.
  case unknownOrder(entity: String, name: String)
  /// Searches are to look through what the entity does not have, through a to-one relationship, or at records that are
  /// not searched.
  case unknownSearch(entity: String, name: String)
  /// An aggregate goes over what is not there, or over a relationship whose inverse is to-many too, or has a base that the
  /// entity does not have.
  case impossibleAggregate(entity: String, relationship: String, attribute: String)
  /// A default breaks its own attribute's rule.
  case refusedDefault(entity: String, attribute: String, value: AttributeValue, Objection)
  /// A relationship leads to an entity that is not in the model.
  case unknownDestination(entity: String, relationship: String, found: String)
  /// The destination has no relationship with the inverse's name.
  case missingInverse(entity: String, relationship: String, found: String)
  /// The inverse is the inverse of another relationship.
  case wrongInverse(entity: String, relationship: String, inverse: String, found: String)
  /// Deleting would empty a relationship that must not be empty.
  case nullifiedRequirement(entity: String, relationship: String)

  /// What is wrong, in words.
  public var message: String {
    switch self {
    case .unusableName(let entity, nil):
      "“\(entity)” cannot name an entity; a name is a letter with letters, digits and underscores behind it"
    case .unusableName(let entity, let property?):
      "“\(property)” cannot name a property of \(entity); a name is a letter with letters, digits and underscores behind it"
    case .takenTable(let table): "the table \(table) is taken; another name gives another table"
    case .takenColumn(let entity, let column):
      "the column \(column) of \(entity) is taken; another name gives another column"
    case .duplicateEntity(let name): "there are two entities named \(name)"
    case .duplicateProperty(let entity, let name): "\(entity) has two properties named \(name)"
    case .unknownUniqueAttribute(let entity, let name): "\(entity) has no attribute \(name) that could be unique"
    case .unknownOrder(let entity, let name): "\(entity) has no text \(name) that it could be listed by"
    case .unknownSearch(let entity, let name): "\(entity) has no \(name) that searches could look through"
    case .impossibleAggregate(let entity, let relationship, let attribute):
      "\(entity) cannot have an aggregate of \(relationship).\(attribute)"
    case .refusedDefault(let entity, let attribute, let value, let rule):
      "the default of \(entity).\(attribute) is \(value); \(rule)"
    case .unknownDestination(let entity, let relationship, let found):
      "\(entity).\(relationship) leads to \(found), which is not an entity of the model"
    case .missingInverse(let entity, let relationship, let found):
      "the inverse of \(entity).\(relationship) is to be \(found), which does not exist"
    case .wrongInverse(let entity, let relationship, let inverse, let found):
      "the inverse of \(entity).\(relationship) is \(inverse), which leads back to \(found)"
    case .nullifiedRequirement(let entity, let relationship):
      "\(entity).\(relationship) nullifies its inverse, which must not be empty"
    }
  }
}

extension Array where Element: Hashable {
  fileprivate var firstDuplicate: Element? {
    var seen: Set<Element> = []
    return first { !seen.insert($0).inserted }
  }
}
