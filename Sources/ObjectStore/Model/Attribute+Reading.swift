import Foundation
import Text

/// Conversion of values from outside. These methods check the form; saving checks the rules.
extension Attribute {
  /// Returns the value that a person means by typing `text` for this attribute of `entity`.
  ///
  /// If the attribute is optional, empty text means no value. `null` means no value, too, unless the attribute holds
  /// text, which could be that word. A time can be `now`, and a currency code can be in lower case.
  ///
  /// - Throws: ``StoreError/refused(_:)``, which says what is accepted.
  public func value(typed text: String, of entity: String) throws(StoreError) -> AttributeValue {
    if isOptional, text.isEmpty || text == "null" && !holdsText { return .null }
    if type == .date, text == "now" { return .date(Date(milliseconds: Date().milliseconds)) }
    let isCode = rule == .currencyCode && Currency(text.uppercased()) != nil
    return try value(text: isCode ? text.uppercased() : text, of: entity)
  }

  /// Returns the value that `text` represents, such as a field of a CSV file; nil means no value. Numbers are read as
  /// `Numeral` reads them.
  ///
  /// - Parameter decimal: The declared decimal separator of the text's source; nil if none is declared.
  /// - Throws: ``StoreError/refused(_:)``, which says what is accepted; also for no value if the attribute is not
  ///   optional.
  public func value(
    text: String?, decimal: DecimalSeparator? = nil, of entity: String
  ) throws(StoreError) -> AttributeValue {
    if let text, text.hasPrefix("+"), aggregate != nil, aggregate?.base == nil {
      // People write +5 to add five, but the value would be set to five.
      throw .refused(InvalidValue(entity: entity, attribute: name, value: .string(text), .increment(text)))
    }
    let given = text.map(AttributeValue.string) ?? .null
    let value: AttributeValue?
    do throws(NumberError) {
      value = if let text { try read(text, decimal) } else { .null }
    } catch {
      throw .refused(InvalidValue(entity: entity, attribute: name, value: given, .number(error)))
    }
    return try accept(value, as: given, of: entity)
  }

  /// Returns the value that `text` represents; nil if there is none.
  ///
  /// - Throws: `NumberError` if the number can be read in two ways, or only in a way that isn't declared.
  private func read(_ text: String, _ decimal: DecimalSeparator?) throws(NumberError) -> AttributeValue? {
    guard type.isNumber else { return AttributeValue(text: text, as: type) }
    do throws(NumberError) {
      let numeral = try Numeral(text, decimal: decimal)
      // Only prices have a currency.
      if numeral.currency != nil, type != .decimal { return nil }
      return AttributeValue(text: numeral.digits, as: type)
    } catch .notANumber {
      // Exports write very large and very small floating-point numbers with a decimal point and an exponent.
      guard type == .float || type == .double, decimal != .comma || !text.contains(".") else { return nil }
      return AttributeValue(text: text, as: type)
    }
  }

  /// Returns the value that `json` represents, in the form of the catalog's JSON.
  ///
  /// A JSON number can be read in only one way; a number in a string is read as in CSV.
  ///
  /// - Parameter decimal: The declared decimal separator of numbers in strings; nil if none is declared.
  /// - Throws: ``StoreError/refused(_:)``, which says what is accepted; also for null if the attribute is not optional.
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
    throw .refused(InvalidValue(entity: entity, attribute: name, value: given, rule ?? .form(readExpectation)))
  }

  /// The form that a text must have to be accepted; for a number, with its bounds.
  private var readExpectation: Expectation {
    if let rule, rule.isAboutNumbers, case .type(let type) = expectation { return .number(type, rule) }
    return expectation
  }

  /// Returns the accepted form of the given value; nil if there is none.
  private func hint(for given: AttributeValue) -> InvalidValue.Reason? {
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
