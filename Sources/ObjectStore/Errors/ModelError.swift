public import Errors

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
  /// A unique key names an attribute that the entity does not have, or one that is case-blind what is no text.
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
  /// The first property of a record type is not its id, a UUID.
  case misplacedID(entity: String)
  /// What marks the files of a schema is not four ASCII letters.
  case unusableMark(String)
}

extension ModelError: DescribedError {
  public var code: ErrorCode { .fault }

  public var reason: String {
    switch self {
    case .unusableName: "unusable-name"
    case .takenTable: "taken-table"
    case .takenColumn: "taken-column"
    case .duplicateEntity: "duplicate-entity"
    case .duplicateProperty: "duplicate-property"
    case .unknownUniqueAttribute: "unknown-unique-attribute"
    case .unknownOrder: "unknown-order"
    case .unknownSearch: "unknown-search"
    case .impossibleAggregate: "impossible-aggregate"
    case .refusedDefault: "refused-default"
    case .unknownDestination: "unknown-destination"
    case .missingInverse: "missing-inverse"
    case .wrongInverse: "wrong-inverse"
    case .nullifiedRequirement: "nullified-requirement"
    case .misplacedID: "misplaced-id"
    case .unusableMark: "unusable-mark"
    }
  }

  public var facts: Facts {
    switch self {
    case .unusableName(let entity, let property): ["entity": .text(entity), "name": property.map { .text($0) }]
    case .takenTable(let table): ["table": .text(table)]
    case .takenColumn(let entity, let column): ["entity": .text(entity), "column": .text(column)]
    case .duplicateEntity(let entity), .misplacedID(let entity): ["entity": .text(entity)]
    case .duplicateProperty(let entity, let name), .unknownUniqueAttribute(let entity, let name),
      .unknownOrder(let entity, let name), .unknownSearch(let entity, let name):
      ["entity": .text(entity), "name": .text(name)]
    case .impossibleAggregate(let entity, let relationship, let attribute):
      ["entity": .text(entity), "relationship": .text(relationship), "attribute": .text(attribute)]
    case .refusedDefault(let entity, let attribute, let value, let objection):
      [
        "entity": .text(entity), "attribute": .text(attribute), "value": .text("\(value)"),
        "rule": .text("\(objection)"),
      ]
    case .unknownDestination(let entity, let relationship, let found),
      .missingInverse(let entity, let relationship, let found):
      ["entity": .text(entity), "relationship": .text(relationship), "found": .text(found)]
    case .wrongInverse(let entity, let relationship, let inverse, let found):
      [
        "entity": .text(entity), "relationship": .text(relationship), "inverse": .text(inverse), "found": .text(found),
      ]
    case .nullifiedRequirement(let entity, let relationship):
      ["entity": .text(entity), "relationship": .text(relationship)]
    case .unusableMark(let mark): ["mark": .text(mark)]
    }
  }

  public var remedy: (any Remedy)? { nil }

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
    case .misplacedID(let entity): "the first property of \(entity) is not its id, a UUID"
    case .unusableMark(let mark): "“\(mark)” cannot mark files; a mark is four ASCII letters"
    }
  }
}
