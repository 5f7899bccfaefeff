import Text

/// The declaration of one value that every record of an entity has.
public struct Attribute: Hashable, Sendable {
  /// Its name: of the Swift property, the SQLite column and the JSON key.
  public let name: String
  /// What it holds.
  public let type: AttributeType
  /// What a value must be to be taken; its ``rule`` comes after that.
  public let expectation: Expectation
  /// Whether it may be empty.
  public let isOptional: Bool
  /// What a new record has there; nil where there is nothing sensible and someone must say.
  public let defaultValue: AttributeValue?
  /// What its value must be beyond its type.
  public let rule: AttributeRule?
  /// Whether it is computed: from the record's other values at every save, or as an ``aggregate``.
  public let isDerived: Bool
  /// What the database computes it from, of other records; nil where it does not.
  public let aggregate: Aggregate?
  /// Whether people may edit it by its name (``Edit/set(_:_:)``). What is not editable the store keeps, or whoever made the
  /// record. An aggregate is editable where it has a base, or where its record type says how it comes to a value
  /// (``Record/settle(_:of:at:in:)``) and it is declared ``Property/editable``.
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

  /// Whether it is what people call a record: names that differ only in what nobody sees are the same.
  var isName: Bool { if case .name? = rule { true } else { false } }

  /// Whether it can be given a value: its own, or for an aggregate the one that its base then makes it come to.
  public var isSettable: Bool { !isDerived || aggregate?.base != nil }

  /// What is wrong with `value`, or nil where it is allowed.
  ///
  /// Beyond the attribute's own rule, what the type itself cannot hold is refused: numbers that are not finite,
  /// decimals with more than four places, moments outside the years 1 to 9999, text with U+0000.
  public func objection(to value: AttributeValue) -> Objection? {
    switch value {
    case .null: return isOptional ? nil : .missing
    case .real(let number) where !number.isFinite: return .notFinite
    case .decimal(let number) where number.tenThousandths == nil:
      return .tooManyDigits
    case .date(let moment) where !moment.isRepresentable: return .outOfYears
    // It would be stored only up to there, and the rest lost without a word.
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
