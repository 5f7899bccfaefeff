import Text

/// The declaration of an attribute of an entity.
public struct Attribute: Hashable, Sendable {
  /// Name of the attribute, the Swift property, the SQLite column and the JSON key.
  public let name: String
  /// Type of the value.
  public let type: AttributeType
  /// The form that a value must have. ``rule`` is checked after that.
  public let expectation: Expectation
  /// Whether the attribute can have no value.
  public let isOptional: Bool
  /// Value in a new record; nil if there is no sensible default and a value must be given.
  public let defaultValue: AttributeValue?
  /// A condition on the value beyond its type.
  public let rule: AttributeRule?
  /// Whether the value is computed: from the record's other values at every save, or as an ``aggregate``.
  public let isDerived: Bool
  /// How the database computes the value from other records; nil if it doesn't.
  public let aggregate: Aggregate?
  /// Whether people may edit the value by name (``Edit/set(_:_:)``). Other values are maintained by the store, or by
  /// the code that created the record. An aggregate is editable if it has a base, or if its record type implements
  /// ``Record/setComputedValue(_:of:to:in:)`` and it is declared ``Property/editable``.
  public internal(set) var isEditable: Bool

  /// Declares an attribute.
  public init(
    name: String, type: AttributeType, expectation: Expectation? = nil, isOptional: Bool = false,
    defaultValue: AttributeValue? = nil, rule: AttributeRule? = nil, isDerived: Bool = false,
    aggregate: Aggregate? = nil
  ) {
    self.name = name
    self.type = type
    self.expectation = expectation ?? .type(type)
    self.isOptional = isOptional
    self.defaultValue = defaultValue
    self.rule = rule
    self.isDerived = isDerived || aggregate != nil
    self.aggregate = aggregate
    isEditable = name != "id" && (aggregate.map { $0.base != nil } ?? !isDerived)
  }

  /// Whether the attribute is a display name, which is stored tidied (``AttributeRule/name(_:)``).
  var isName: Bool { if case .name? = rule { true } else { false } }

  /// Whether the value can be set: directly, or for an aggregate through its base.
  public var isSettable: Bool { !isDerived || aggregate?.base != nil }

  /// Returns the objection to `value`; nil if it is allowed.
  ///
  /// Besides values that break the attribute's rule, values that the type can't hold are refused: numbers that are not
  /// finite, decimals with more than four places, times outside the years 1 to 9999, and text with U+0000.
  public func objection(to value: AttributeValue) -> InvalidValue.Reason? {
    switch value {
    case .null: return isOptional ? nil : .missing
    case .real(let number) where !number.isFinite: return .notFinite
    case .decimal(let number) where number.tenThousandths == nil:
      return .tooManyDigits
    case .date(let moment) where !moment.isRepresentable: return .outOfYears
    // The text would be stored only up to that character, and the rest lost silently.
    case .string(let text) where text.utf8.contains(0):
      return .nulCharacter
    case .string(let text) where rule?.needsText == true && !text.isEmpty && text.isBlank:
      return .blank
    default: break
    }
    guard let rule, !rule.allows(value) else { return nil }
    return .rule(rule)
  }
}
