public import Errors

/// A value that a declaration doesn't allow.
public struct Refusal: Hashable, Sendable {
  /// Name of the entity.
  public let entity: String
  /// The name of the attribute or relationship.
  public let attribute: String
  /// The value.
  public let value: AttributeValue
  /// The reason why it was refused.
  public let objection: Objection

  /// Creates the refusal of a value for an attribute or relationship.
  public init(entity: String, attribute: String, value: AttributeValue, _ objection: Objection) {
    self.entity = entity
    self.attribute = attribute
    self.value = value
    self.objection = objection
  }
}

extension Refusal: DetailedValue {
  /// The value, its attribute, and the rule that it breaks.
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
