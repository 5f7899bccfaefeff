public import Errors

/// What is wrong with a model.
public enum ModelError: DescribedError, Hashable {
  /// A name is not a letter with letters, digits and underscores behind it; `name` is nil where it is the entity's own.
  case unusableName(entity: String, name: String?)
  /// Two names would be one table, where capitals make no difference, or one that SQLite keeps for itself.
  case takenTable(table: String)
  /// Two names of an entity would be one column: capitals make no difference, and the store keeps columns of its own, such as
  /// `nameFolded` beside `name`.
  case takenColumn(entity: String, column: String)
  /// Two entities share a name.
  case duplicateEntity(entity: String)
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
  case unusableMark(mark: String)

  public var descriptor: ErrorDescriptor {
    switch self {
    case .unusableName(let entity, nil):
      .init(
        .fault, "“\(entity)” cannot name an entity; a name is a letter with letters, digits and underscores behind it")
    case .unusableName(let entity, let property?):
      .init(
        .fault,
        "“\(property)” cannot name a property of \(entity); a name is a letter with letters, digits and underscores behind it"
      )
    case .takenTable(let table): .init(.fault, "the table \(table) is taken; another name gives another table")
    case .takenColumn(let entity, let column):
      .init(.fault, "the column \(column) of \(entity) is taken; another name gives another column")
    case .duplicateEntity(let name): .init(.fault, "there are two entities named \(name)")
    case .duplicateProperty(let entity, let name): .init(.fault, "\(entity) has two properties named \(name)")
    case .unknownUniqueAttribute(let entity, let name):
      .init(.fault, "\(entity) has no attribute \(name) that could be unique")
    case .unknownOrder(let entity, let name): .init(.fault, "\(entity) has no text \(name) that it could be listed by")
    case .unknownSearch(let entity, let name):
      .init(.fault, "\(entity) has no \(name) that searches could look through")
    case .impossibleAggregate(let entity, let relationship, let attribute):
      .init(.fault, "\(entity) cannot have an aggregate of \(relationship).\(attribute)")
    case .refusedDefault(let entity, let attribute, let value, let rule):
      .init(.fault, "the default of \(entity).\(attribute) is \(value); \(rule.message)", ["rule": rule.message])
    case .unknownDestination(let entity, let relationship, let found):
      .init(.fault, "\(entity).\(relationship) leads to \(found), which is not an entity of the model")
    case .missingInverse(let entity, let relationship, let found):
      .init(.fault, "the inverse of \(entity).\(relationship) is to be \(found), which does not exist")
    case .wrongInverse(let entity, let relationship, let inverse, let found):
      .init(.fault, "the inverse of \(entity).\(relationship) is \(inverse), which leads back to \(found)")
    case .nullifiedRequirement(let entity, let relationship):
      .init(.fault, "\(entity).\(relationship) nullifies its inverse, which must not be empty")
    case .misplacedID(let entity): .init(.fault, "the first property of \(entity) is not its id, a UUID")
    case .unusableMark(let mark): .init(.fault, "“\(mark)” cannot mark files; a mark is four ASCII letters")
    }
  }
}
