import Foundation
import Text

/// Values for an attribute from outside. Each of these checks the form; saving checks the rules.
extension Attribute {
  /// The value that a person means who types `text` for this attribute of `entity`.
  ///
  /// Where the attribute is optional, empty text is no value, and so is `null` unless the attribute holds text, which may
  /// be that word. A moment may be `now`, and the code of a currency in lower case.
  ///
  /// - Throws: ``StoreError/refused(_:)`` with what is read.
  public func value(typed text: String, of entity: String) throws(StoreError) -> AttributeValue {
    if isOptional, text.isEmpty || text == "null" && !holdsText { return .null }
    if type == .date, text == "now" { return .date(Date(milliseconds: Date().milliseconds)) }
    let isCode = rule == .currencyCode && Currency(text.uppercased()) != nil
    return try value(text: isCode ? text.uppercased() : text, of: entity)
  }

  /// The value that `text` names exactly, such as a field of a CSV file; nil is no value.
  ///
  /// - Throws: ``StoreError/refused(_:)`` with what is read, also for no value where the attribute is not optional.
  public func value(text: String?, of entity: String) throws(StoreError) -> AttributeValue {
    if let text, text.hasPrefix("+"), aggregate != nil, aggregate?.base == nil {
      // Whoever writes +5 means five more, and would set it to five.
      throw .refused(Refusal(entity: entity, attribute: name, value: .string(text), .increment(text)))
    }
    let value = if let text { AttributeValue(text: text, as: type) } else { AttributeValue.null }
    return try accept(value, as: text.map(AttributeValue.string) ?? .null, of: entity)
  }

  /// The value that `json` stands for, in the form in which JSON of the catalog has it.
  ///
  /// - Throws: ``StoreError/refused(_:)`` with what is read, also for null where the attribute is not optional.
  public func value(json: JSONValue, of entity: String) throws(StoreError) -> AttributeValue {
    let given: AttributeValue =
      switch json {
      case .null: .null
      case .boolean(let flag): .boolean(flag)
      case .integer(let number): .integer(number)
      case .string(let text): .string(text)
      default: .string(json.description)
      }
    return try accept(AttributeValue(json: json, as: type), as: given, of: entity)
  }

  private func accept(
    _ value: AttributeValue?, as given: AttributeValue, of entity: String
  ) throws(StoreError) -> AttributeValue {
    if let value, value != .null || isOptional { return value }
    let rule = given == .null ? objection(to: .null) : hint(for: given)
    throw .refused(Refusal(entity: entity, attribute: name, value: given, rule ?? .form(expectation)))
  }

  /// What to write instead, where that can be told from what was given.
  private func hint(for given: AttributeValue) -> Objection? {
    guard case .string(let text) = given else { return nil }
    let meant: String? =
      switch type {
      // Before three digits the comma may as well stand between thousands.
      case .float, .double, .decimal:
        text.split(separator: ",").last?.count == 3 ? nil : text.replacing(",", with: ".")
      case .uri: URL(string: text)?.absoluteString
      default: nil
      }
    guard let meant, AttributeValue(text: meant, as: type) != nil else { return nil }
    return .writtenAs(meant.excerpt)
  }

  private var holdsText: Bool {
    switch type {
    case .string, .transformable: true
    default: false
    }
  }
}
