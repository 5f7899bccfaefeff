import Foundation
import Text

/// Converts a syntax tree to a condition on the records of an entity.
struct ConditionMeaning {
  let text: String
  let entity: Entity
  let model: Model

  /// Returns the condition for a syntax tree.
  func condition(_ syntax: ConditionSyntax) throws(ConditionError) -> Condition {
    switch syntax {
    case .comparison(let comparison): return try condition(comparison)
    case .and(let all): return .and(try conditions(all))
    case .or(let any): return .or(try conditions(any))
    case .not(let inner): return .not(try condition(inner))
    }
  }

  private func conditions(_ all: [ConditionSyntax]) throws(ConditionError) -> [Condition] {
    var conditions: [Condition] = []
    for part in all { conditions.append(try condition(part)) }
    return conditions
  }

  /// Returns the condition for a comparison. By a key path, it holds if it does for any of the related records. `!=` is
  /// always the opposite of `=`, and `=` with nothing after it holds if no related record has a value.
  private func condition(_ comparison: ConditionSyntax.Comparison) throws(ConditionError) -> Condition {
    guard comparison.name.contains("."), comparison.operator.isEquality else { return try following(comparison) }
    let isEmpty = comparison.value.text.isEmpty
    var positive = comparison
    positive.operator = .comparison(isEmpty ? .notEqual : .equal)
    let isNegated = (comparison.operator == .comparison(.equal)) == isEmpty
    return isNegated ? .not(try following(positive)) : try following(positive)
  }

  /// Follows the relationships of a key path.
  private func following(_ comparison: ConditionSyntax.Comparison) throws(ConditionError) -> Condition {
    guard let point = comparison.name.firstIndex(of: ".") else { return try own(comparison) }
    let name = String(comparison.name[..<point])
    let start = comparison.places.name.lowerBound
    guard let relationship = entity.relationship(name), let destination = model.entity(relationship.destination) else {
      let names = entity.relationships.map(\.name)
      throw error(
        start..<start + name.count, .unknownRelationship(entity: entity.name, name: name, known: names), found: name,
        candidates: names)
    }
    var rest = comparison
    rest.name = String(comparison.name[point...].dropFirst())
    rest.places.name = start + name.count + 1..<comparison.places.name.upperBound
    return .any(name, try ConditionMeaning(text: text, entity: destination, model: model).following(rest))
  }

  /// Returns the condition for a comparison with an attribute or a relationship of the entity.
  private func own(_ comparison: ConditionSyntax.Comparison) throws(ConditionError) -> Condition {
    switch comparison.operator {
    case .oneOf:
      try checkHaveValues(comparison)
      return .or(try each(comparison) { _ in .equal })
    case .between:
      try checkHaveValues(comparison)
      return .and(try each(comparison) { $0 == 0 ? .atLeast : .atMost })
    case .comparison, .resemblance: break
    }
    if let counted = comparison.counted { return try count(comparison, counted) }
    if let attribute = entity.attribute(comparison.name), attribute.type.isComparable {
      return try condition(comparison, on: attribute)
    }
    if let relationship = entity.relationship(comparison.name) { return try condition(comparison, on: relationship) }
    let names = entity.comparableNames + entity.relationships.map(\.name)
    throw error(
      comparison.places.name, .unknownName(entity: entity.name, name: comparison.name, known: names),
      found: comparison.name, candidates: names)
  }

  /// Returns one comparison for each of several values.
  private func each(
    _ comparison: ConditionSyntax.Comparison, by sign: (Int) -> Condition.Comparison
  ) throws(ConditionError) -> [Condition] {
    var conditions: [Condition] = []
    for index in comparison.values.indices {
      var one = comparison
      one.operator = .comparison(sign(index))
      one.values = [comparison.values[index]]
      one.places.values = [comparison.places.values[index]]
      conditions.append(try own(one))
    }
    return conditions
  }

  // MARK: - Attributes

  private func condition(
    _ comparison: ConditionSyntax.Comparison, on attribute: Attribute
  ) throws(ConditionError) -> Condition {
    let isText = attribute.type.column == "TEXT"
    switch comparison.operator {
    case .comparison(let sign):
      let isOrdered = attribute.type != .boolean && attribute.type != .uuid
      guard isOrdered || !sign.isOrder else { throw unsuitable(comparison, ["=", "!=", "IN"]) }
      if comparison.value.text.isEmpty { return try emptiness(comparison, sign, of: attribute) }
      if attribute.type == .date, let period = LocalPeriod(comparison.value.text) {
        return Self.condition(attribute.name, sign, period)
      }
      let value = try value(comparison, of: attribute)
      guard !sign.isOrder, entity.calledBy.contains(attribute.name) else {
        return .compare(attribute.name, sign, value)
      }
      let named = Condition.named(attribute.name, comparison.value.text)
      return sign == .equal ? named : .not(named)
    case .resemblance(let resemblance):
      if attribute.type == .date, resemblance == .contains {
        guard let period = LocalPeriod(comparison.value.text) else {
          throw error(
            comparison.valuePlace, .notAPeriod(name: attribute.name, value: comparison.value.text))
        }
        return Self.condition(attribute.name, .equal, period)
      }
      guard isText else {
        let dates = attribute.type == .date ? ["~"] : []
        let signs: [Condition.Comparison] =
          attribute.type == .boolean || attribute.type == .uuid ? [.equal, .notEqual] : Condition.Comparison.allCases
        throw unsuitable(comparison, signs.map(\.rawValue) + dates + (signs.count > 2 ? ["IN", "BETWEEN"] : ["IN"]))
      }
      try checkHasValue(comparison, isOptional: attribute.isOptional)
      return .text(attribute.name, resemblance, comparison.value.text)
    case .oneOf, .between: preconditionFailure("each value has been compared by a sign")
    }
  }

  private func value(
    _ comparison: ConditionSyntax.Comparison, of attribute: Attribute
  ) throws(ConditionError) -> AttributeValue {
    let text = comparison.value.text
    let rule: InvalidValue.Reason
    do {
      let value = try attribute.value(typed: attribute.isName ? text.nameTidied : text, of: entity.name)
      if !comparison.operator.isOrder, attribute.rule?.listsValues == true,
        let objection = attribute.objection(to: value)
      {
        rule = objection
      } else {
        guard let type = model.recordType(entity.name) else { return value }
        if let kept = Self.kept(type, attribute.name, value) { return kept }
        rule = .form(attribute.expectation)
      }
    } catch {
      guard case .refused(let refusal) = error else { preconditionFailure("a value is read or refused") }
      rule = refusal.reason
    }
    throw error(
      comparison.valuePlace,
      attribute.type == .date
        ? .notATime(name: attribute.name, value: text)
        : .unsuitableValue(name: attribute.name, value: text, rule),
      found: text, candidates: attribute.type == .boolean ? ["true", "false", "yes", "no"] : [])
  }

  /// Returns the stored form of a value, such as a colour in lower case. Nil if no record can have it, because the text
  /// must be one of a few words or have the form of a colour.
  private static func kept<R: Record>(_ type: R.Type, _ name: String, _ value: AttributeValue) -> AttributeValue? {
    guard let property = R.properties.first(where: { $0.attribute?.name == name }) else { return value }
    if let attribute = property.attribute, attribute.isDerived, attribute.aggregate == nil { return value }
    var record = R()
    return property.set(&record, property.meaning(value)) ? property.get(record) : nil
  }

  /// Compares a time with a period.
  private static func condition(
    _ name: String, _ comparison: Condition.Comparison, _ period: LocalPeriod
  ) -> Condition {
    let (start, end) = (AttributeValue.date(period.start), AttributeValue.date(period.end))
    let within = Condition.and([.compare(name, .atLeast, start), .compare(name, .less, end)])
    return switch comparison {
    case .equal: within
    case .notEqual: .not(within)
    case .less: .compare(name, .less, start)
    case .atMost: .compare(name, .less, end)
    case .more: .compare(name, .atLeast, end)
    case .atLeast: .compare(name, .atLeast, start)
    }
  }

  // MARK: - Relationships

  private func condition(
    _ comparison: ConditionSyntax.Comparison, on relationship: Relationship
  ) throws(ConditionError) -> Condition {
    let (name, value) = (relationship.name, comparison.value)
    switch comparison.operator {
    case .comparison(let sign):
      if relationship.isToMany, !value.isQuoted, let count = Int(value.text) { return .count(name, sign, count) }
      if sign.isOrder {
        guard relationship.isToMany else { throw unsuitable(comparison, ["=", "!=", "~", "^=", "$=", "IN"]) }
        throw error(
          comparison.valuePlace, .notACount(name: name, value: value.text, operator: sign.rawValue))
      }
      // = without a value matches records whose relationship leads nowhere.
      if value.text.isEmpty {
        return relationship.isToMany ? .count(name, sign, 0) : .compare(name, sign, .null)
      }
      let led = Condition.any(name, .called(value.text))
      return sign == .equal ? led : .not(led)
    case .resemblance(let resemblance):
      try checkHasValue(comparison, isOptional: relationship.isOptional)
      let names = model.entity(relationship.destination)?.calledBy ?? []
      if names.isEmpty { throw unsuitable(comparison, ["=", "!=", "IN"]) }
      return .any(name, .or(names.map { .text($0, resemblance, value.text) }))
    case .oneOf, .between: preconditionFailure("each value has been compared by a sign")
    }
  }

  /// Returns a condition on the number of related records that meet an inner condition.
  private func count(
    _ comparison: ConditionSyntax.Comparison, _ counted: ConditionSyntax
  ) throws(ConditionError) -> Condition {
    let name = comparison.name
    guard let relationship = entity.relationship(name), relationship.isToMany,
      let destination = model.entity(relationship.destination)
    else {
      let names = entity.relationships.filter(\.isToMany).map(\.name)
      let start = comparison.places.name.lowerBound
      throw error(
        start..<start + name.count, .uncountable(entity: entity.name, name: name, known: names), found: name,
        candidates: names)
    }
    guard case .comparison(let sign) = comparison.operator else {
      throw unsuitable(comparison, Condition.Comparison.allCases.map(\.rawValue) + ["IN", "BETWEEN"])
    }
    guard let count = Int(comparison.value.text) else {
      throw error(
        comparison.valuePlace, .notACount(name: name, value: comparison.value.text, operator: sign.rawValue))
    }
    let inner = try ConditionMeaning(text: text, entity: destination, model: model).condition(counted)
    return .count(name, where: inner, sign, count)
  }

  // MARK: - What cannot be meant

  /// `=` without a value matches records that have no value. Empty text counts as no value.
  private func emptiness(
    _ comparison: ConditionSyntax.Comparison, _ sign: Condition.Comparison, of attribute: Attribute
  ) throws(ConditionError) -> Condition {
    if sign.isOrder { try checkHasValue(comparison, isOptional: attribute.isOptional) }
    let null = Condition.compare(attribute.name, .equal, .null)
    let empty = AttributeValue.string("")
    let none = attribute.type.holds(empty) ? .or([null, .compare(attribute.name, .equal, empty)]) : null
    return sign == .equal ? none : .not(none)
  }

  private func checkHasValue(
    _ comparison: ConditionSyntax.Comparison, isOptional: Bool
  ) throws(ConditionError) {
    guard comparison.value.text.isEmpty else { return }
    throw error(
      comparison.places.operator,
      .noValue(name: comparison.name, operator: comparison.operator.text, mayBeEmpty: isOptional))
  }

  private func checkHaveValues(_ comparison: ConditionSyntax.Comparison) throws(ConditionError) {
    guard let index = comparison.values.firstIndex(where: { $0.text.isEmpty && !$0.isQuoted }) else { return }
    throw error(
      comparison.places.values[index],
      .noValue(name: comparison.name, operator: " " + comparison.operator.text, mayBeEmpty: false))
  }

  private func unsuitable(_ comparison: ConditionSyntax.Comparison, _ allowed: [String]) -> ConditionError {
    error(
      comparison.places.operator,
      .unsuitableOperator(written(at: comparison.places.operator), name: comparison.name, allowed: allowed))
  }

  /// Returns the text at a position.
  private func written(at place: Range<Int>) -> String { String(text.dropFirst(place.lowerBound).prefix(place.count)) }

  private func error(
    _ place: Range<Int>, _ kind: ConditionFault, found: String = "", candidates: [String] = []
  ) -> ConditionError {
    ConditionError(text, at: place, kind, found: found, candidates: candidates)
  }
}
