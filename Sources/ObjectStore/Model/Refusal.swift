public import Errors

/// A value that a declaration does not allow.
public struct Refusal: Hashable, Sendable {
  /// The entity's name.
  public let entity: String
  /// The name of the attribute or relationship.
  public let attribute: String
  /// What was to be saved.
  public let value: AttributeValue
  /// Why it is not taken.
  public let objection: Objection

  /// A value for an attribute or relationship, and why it is not taken.
  public init(entity: String, attribute: String, value: AttributeValue, _ objection: Objection) {
    self.entity = entity
    self.attribute = attribute
    self.value = value
    self.objection = objection
  }
}

extension Refusal: DetailedValue {
  /// The value, where it was to be saved, and the rule that it breaks.
  public var details: Details {
    ["entity": entity, "attribute": attribute, "value": "\(value)", "rule": objection.message]
  }

  var descriptor: ErrorDescriptor {
    .init(
      .refused,
      objection.isWholeSentence ? objection.message : "\(entity).\(attribute) is \(value); \(objection.message)",
      reason: objection.reason, remedy: remedy)
  }

  private var remedy: Remedy? {
    guard case .increment(let text) = objection else { return nil }
    return .addToValue(entity: entity, attribute: attribute, text: text)
  }
}
