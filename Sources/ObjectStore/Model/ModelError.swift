public import Errors

/// An error in a model.
public enum ModelError: DescribedError, Hashable {
  /// A name is not a letter followed by letters, digits and underscores. `name` is nil if it is the entity's name.
  case unusableName(entity: String, name: String?)
  /// Two names would be the same table, without regard to case, or a table that SQLite reserves.
  case takenTable(table: String)
  /// Two names of an entity would be the same column, without regard to case. The store has columns of its own, such as
  /// `nameFolded` for `name`.
  case takenColumn(entity: String, column: String)
  /// Two entities have the same name.
  case duplicateEntity(entity: String)
  /// Two attributes or relationships of an entity have the same name.
  case duplicateProperty(entity: String, name: String)
  /// A unique key contains an attribute that the entity doesn't have, or a case-insensitive key contains an attribute
  /// that is not text.
  case unknownUniqueAttribute(entity: String, name: String)
  /// The attribute that lists are sorted by doesn't exist, or is not text.
  case unknownOrder(entity: String, name: String)
  /// A searched attribute or relationship doesn't exist, or the relationship is to-one, or its records are not
  /// searched.
  case unknownSearch(entity: String, name: String)
  /// An aggregate's relationship or attribute doesn't exist, or the inverse of the relationship is to-many too, or the
  /// aggregate's base is not a stored attribute of the entity.
  case impossibleAggregate(entity: String, relationship: String, attribute: String)
  /// A default value breaks its attribute's rule.
  case refusedDefault(entity: String, attribute: String, value: AttributeValue, InvalidValue.Reason)
  /// A relationship's destination is not in the model.
  case unknownDestination(entity: String, relationship: String, found: String)
  /// The destination has no relationship with the name of the inverse.
  case missingInverse(entity: String, relationship: String, found: String)
  /// The inverse belongs to another relationship.
  case wrongInverse(entity: String, relationship: String, inverse: String, found: String)
  /// A relationship and its inverse are both to-one: two columns that could disagree.
  case oneToOne(entity: String, relationship: String, inverse: String)
  /// Deleting a record would empty a relationship that must not be empty.
  case nullifiedRequirement(entity: String, relationship: String)
  /// The first property of a record type is not its ID, a UUID.
  case misplacedID(entity: String)
  /// The mark of a schema's files is not four printable ASCII characters.
  case unusableMark(mark: String)

  public var descriptor: ErrorDescriptor {
    switch self {
    case .unusableName(let entity, nil):
      .init(
        .fault, "“\(entity)” cannot name an entity; a name is a letter followed by letters, digits and underscores")
    case .unusableName(let entity, let property?):
      .init(
        .fault,
        "“\(property)” cannot name a property of \(entity); a name is a letter followed by letters, digits and underscores"
      )
    case .takenTable(let table): .init(.fault, "the table \(table) is already used; choose another name")
    case .takenColumn(let entity, let column):
      .init(.fault, "the column \(column) of \(entity) is already used; choose another name")
    case .duplicateEntity(let name): .init(.fault, "there are two entities named \(name)")
    case .duplicateProperty(let entity, let name): .init(.fault, "\(entity) has two properties named \(name)")
    case .unknownUniqueAttribute(let entity, let name):
      .init(.fault, "\(entity) has no attribute \(name) that could be unique")
    case .unknownOrder(let entity, let name): .init(.fault, "\(entity) has no text attribute \(name) to sort by")
    case .unknownSearch(let entity, let name):
      .init(.fault, "\(entity) has no \(name) to search")
    case .impossibleAggregate(let entity, let relationship, let attribute):
      .init(.fault, "\(entity) cannot have an aggregate of \(relationship).\(attribute)")
    case .refusedDefault(let entity, let attribute, let value, let rule):
      .init(.fault, "the default of \(entity).\(attribute) is \(value); \(rule.message)", ["rule": rule.message])
    case .unknownDestination(let entity, let relationship, let found):
      .init(.fault, "\(entity).\(relationship) leads to \(found), which is not an entity of the model")
    case .missingInverse(let entity, let relationship, let found):
      .init(
        .fault,
        (found.isEmpty
          ? "\(entity).\(relationship) has no inverse; declare one at the entity it leads to"
          : "the inverse of \(entity).\(relationship) is declared as \(found), which does not exist; add it to the entity that \(relationship) leads to")
          + ", with a delete rule for when that record is deleted")
    case .wrongInverse(let entity, let relationship, let inverse, let found):
      .init(
        .fault,
        "the inverse of \(entity).\(relationship) is \(inverse), which refers to \(found); it must refer to \(entity).\(relationship)"
      )
    case .oneToOne(let entity, let relationship, let inverse):
      .init(
        .fault,
        "\(entity).\(relationship) and its inverse \(inverse) are both to-one and could disagree; make one of them to-many"
      )
    case .nullifiedRequirement(let entity, let relationship):
      .init(.fault, "\(entity).\(relationship) nullifies its inverse, which must not be empty")
    case .misplacedID(let entity): .init(.fault, "the first property of \(entity) is not its id, a UUID")
    case .unusableMark(let mark): .init(.fault, "“\(mark)” cannot mark files; a mark is four ASCII letters")
    }
  }
}
