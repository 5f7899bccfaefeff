extension Condition {
  /// Reads a condition as people type it: a name, an operator of ``Comparison`` or ``Resemblance``, a value.
  ///
  /// - `rating>=4`, `lastSold=` (has no value), `note~gift`: an attribute, with a value that reads as its type does.
  /// - `makers=Ann`, `makers^=A`: a relationship that leads to a record listed by such a name.
  /// - `sales>3`, `makers=0`: a to-many relationship that leads to so many.
  ///
  /// Throws `unreadableCondition` where there is no operator, `unknownName` where the entity has no such name, and
  /// `refused` where the value is not of the attribute's type.
  public init(typed text: String, on entity: Entity, in model: Model) throws(CatalogError) {
    guard let typed = TypedCondition(text) else { throw .unreadableCondition(text: text) }
    if let attribute = entity.attribute(typed.name) {
      self = try typed.condition(on: attribute, of: entity)
    } else if let relationship = entity.relationship(typed.name) {
      self = try typed.condition(on: relationship, of: entity, in: model)
    } else {
      throw .unknownName(
        entity: entity.name, name: typed.name,
        known: entity.attributes.filter(\.type.isComparable).map(\.name) + entity.relationships.map(\.name))
    }
  }
}

/// A condition in its three parts.
private struct TypedCondition {
  private enum Operator {
    case comparison(Condition.Comparison)
    case resemblance(Condition.Resemblance)

    /// The operator that `text` begins with: the longest, so that `>=` is not taken for `>`.
    init?(atStartOf text: Substring) {
      let all =
        Condition.Comparison.allCases.map { ($0.rawValue, Operator.comparison($0)) }
        + Condition.Resemblance.allCases.map { ($0.rawValue, Operator.resemblance($0)) }
      guard let found = all.filter({ text.hasPrefix($0.0) }).max(by: { $0.0.count < $1.0.count }) else { return nil }
      self = found.1
    }

    var text: String {
      switch self {
      case .comparison(let comparison): comparison.rawValue
      case .resemblance(let resemblance): resemblance.rawValue
      }
    }
  }

  let name: String
  private let `operator`: Operator
  private let value: String

  init?(_ text: String) {
    let name = text.prefix { $0.isLetter || $0.isNumber }
    guard let found = Operator(atStartOf: text[name.endIndex...]) else { return nil }
    self.name = String(name)
    `operator` = found
    value = String(text.dropFirst(name.count + found.text.count))
  }

  func condition(on attribute: Attribute, of entity: Entity) throws(CatalogError) -> Condition {
    switch `operator` {
    case .comparison(let comparison):
      // Nothing to compare with is no value, whatever the type.
      let value: AttributeValue = value.isEmpty ? .null : try attribute.value(typed: value, of: entity.name)
      return .compare(name, comparison, value)
    case .resemblance(let resemblance): return .text(name, resemblance, value)
    }
  }

  func condition(
    on relationship: Relationship, of entity: Entity, in model: Model
  ) throws(CatalogError) -> Condition {
    switch `operator` {
    case .comparison(let comparison):
      if relationship.isToMany, let count = Int(value) { return .count(name, comparison, count) }
      let listed = try nameOfDestination(relationship, in: model)
      switch comparison {
      case .equal: return .any(name, .equal(listed, value))
      case .notEqual: return .not(.any(name, .equal(listed, value)))
      default: throw .unreadableCondition(text: name + `operator`.text + value)
      }
    case .resemblance(let resemblance):
      return .any(name, .text(try nameOfDestination(relationship, in: model), resemblance, value))
    }
  }

  /// What the records that a relationship leads to are listed by.
  private func nameOfDestination(_ relationship: Relationship, in model: Model) throws(CatalogError) -> String {
    guard let listed = model.entity(relationship.destination)?.orderedBy else {
      throw .unreadableCondition(text: name + `operator`.text + value)
    }
    return listed
  }
}
