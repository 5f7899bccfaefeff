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

  /// The value that `text` names, such as a field of a CSV file; nil is no value. Numbers are read as a `Numeral` is.
  ///
  /// - Parameter decimal: The declared decimal separator of the text's source; nil if none is declared.
  /// - Throws: ``StoreError/refused(_:)`` with what is read, also for no value where the attribute is not optional.
  public func value(
    text: String?, decimal: DecimalSeparator? = nil, of entity: String
  ) throws(StoreError) -> AttributeValue {
    if let text, text.hasPrefix("+"), aggregate != nil, aggregate?.base == nil {
      // Whoever writes +5 means five more, and would set it to five.
      throw .refused(Refusal(entity: entity, attribute: name, value: .string(text), .increment(text)))
    }
    let given = text.map(AttributeValue.string) ?? .null
    let value: AttributeValue?
    do throws(NumberError) {
      value = if let text { try read(text, decimal) } else { .null }
    } catch {
      throw .refused(Refusal(entity: entity, attribute: name, value: given, .number(error)))
    }
    return try accept(value, as: given, of: entity)
  }

  /// The value that `text` names; nil if it names none.
  ///
  /// - Throws: `NumberError` if it is a number that can be read in two ways, or in one that isn't declared.
  private func read(_ text: String, _ decimal: DecimalSeparator?) throws(NumberError) -> AttributeValue? {
    guard type.isNumber else { return AttributeValue(text: text, as: type) }
    do throws(NumberError) {
      let numeral = try Numeral(text, decimal: decimal)
      // Only prices are in a currency.
      if numeral.currency != nil, type != .decimal { return nil }
      return AttributeValue(text: numeral.digits, as: type)
    } catch .notANumber {
      // Exports write very large and very small floating-point numbers with an exponent, and a point.
      guard type == .float || type == .double, decimal != .comma || !text.contains(".") else { return nil }
      return AttributeValue(text: text, as: type)
    }
  }

  /// The value that `json` stands for, in the form in which JSON of the catalog has it.
  ///
  /// A number of JSON has one reading; a text with a number is read as one of CSV is.
  ///
  /// - Parameter decimal: The declared decimal separator of numbers in texts; nil if none is declared.
  /// - Throws: ``StoreError/refused(_:)`` with what is read, also for null where the attribute is not optional.
  public func value(
    json: JSONValue, decimal: DecimalSeparator? = nil, of entity: String
  ) throws(StoreError) -> AttributeValue {
    if type == .decimal, case .string(let text) = json { return try value(text: text, decimal: decimal, of: entity) }
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
    throw .refused(Refusal(entity: entity, attribute: name, value: given, rule ?? .form(readExpectation)))
  }

  /// What a text has to be to be read: of a number, within which bounds.
  private var readExpectation: Expectation {
    if let rule, rule.isAboutNumbers, case .type(let type) = expectation { return .number(type, rule) }
    return expectation
  }

  /// What to write instead, where that can be told from what was given.
  private func hint(for given: AttributeValue) -> Objection? {
    guard type == .uri, case .string(let text) = given, let meant = URL(string: text)?.absoluteString,
      AttributeValue(text: meant, as: type) != nil
    else { return nil }
    return .writtenAs(meant.excerpt)
  }

  private var holdsText: Bool {
    switch type {
    case .string, .transformable: true
    default: false
    }
  }
}
