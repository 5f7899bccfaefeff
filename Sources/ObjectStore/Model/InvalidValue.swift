public import Errors

/// A value that a declaration doesn't allow.
public struct InvalidValue: Hashable, Sendable {
  /// Name of the entity.
  public let entity: String
  /// The name of the attribute or relationship.
  public let attribute: String
  /// The value.
  public let value: AttributeValue
  /// The reason why it was refused.
  public let reason: Reason

  /// Creates the error for a value of an attribute or relationship.
  public init(entity: String, attribute: String, value: AttributeValue, _ reason: Reason) {
    self.entity = entity
    self.attribute = attribute
    self.value = value
    self.reason = reason
  }
}

extension InvalidValue: DetailedValue {
  /// The value, its attribute, and the rule that it breaks.
  public var details: Details {
    ["entity": entity, "attribute": attribute, "value": "\(value)", "rule": reason.message]
  }

  var descriptor: ErrorDescriptor {
    .init(
      .refused,
      reason.isWholeSentence ? reason.message : "\(entity).\(attribute) is \(value); \(reason.message)",
      reason: reason.reason, remedy: remedy)
  }

  private var remedy: Remedy? {
    guard case .increment(let text) = reason else { return nil }
    return .addToValue(entity: entity, attribute: attribute, text: text)
  }
}
