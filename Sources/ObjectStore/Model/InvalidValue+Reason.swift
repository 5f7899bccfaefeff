public import Errors
import Foundation
public import Text

extension InvalidValue {
  /// The reason why a value was refused. The message ends a sentence: “it must be at least 0”.
  public enum Reason: DescribedError, Hashable {
    /// A required value is missing.
    case missing
    /// The value breaks the attribute's rule.
    case rule(AttributeRule)
    /// The value doesn't have the form of the attribute's values.
    case form(Expectation)
    /// The value would be accepted in another form, such as a web address without spaces.
    case writtenAs(String)
    /// The value is a number in a form that is not accepted.
    case number(NumberError)
    /// The text is a long number that a spreadsheet has shortened.
    case shortened
    /// The number is not finite.
    case notFinite
    /// The number has more decimal places or digits than can be stored.
    case tooManyDigits
    /// The time is outside the years 1 to 9999.
    case outOfYears
    /// The text contains U+0000, after which everything would be lost.
    case nulCharacter
    /// The text has only spaces or invisible characters.
    case blank
    /// The price has more decimal places than its currency.
    case decimalPlaces(currency: String, most: Int)
    /// The price is in another currency than the record's.
    case otherCurrency(attribute: String, String)
    /// Another record of the entity, called `by`, has the value.
    case taken(entity: String, by: String?)
    /// Another record of the entity has the same name apart from spaces and invisible characters.
    case calledTheSame(entity: String)
    /// The value is computed from an attribute of the records that a relationship leads to.
    case computed(relationship: String, attribute: String)
    /// The value is computed, and the records that a relationship leads to give another result.
    case partsMake(relationship: String, AttributeValue)
    /// The value is an increment, such as `+5`. The value would be set to five instead of increased by five.
    case increment(String)
    /// A record can't be merged with itself.
    case sameRecord(title: String)
    /// The bytes are still in the row of another record, and must be read first.
    case bytesInAnotherRow
    /// `count` records have the value, so it doesn't identify one of them.
    case ofSeveral(entity: String, count: Int)
    /// The value is not the ID or name of a record, or not a list of those.
    case notReferences(isList: Bool)
    /// The row's name and its ID for this relationship identify different records. `found` has the names of the records
    /// with these IDs.
    case namesAnother(relationship: String, found: [String])
    /// The stored form of the value differs from the form in which it is read.
    case readAs(String)

    public var descriptor: ErrorDescriptor {
      switch self {
      case .missing: .init(.refused, "it must have a value", reason: "value-missing")
      case .rule(let rule): .init(.refused, rule.description, reason: "rule-broken")
      case .form(let expectation): .init(.refused, expectation.description, reason: "wrong-form")
      case .writtenAs(let text): .init(.refused, "write it as \(text)", reason: "wrong-form")
      case .number(let error): .init(error).with(code: .refused)
      case .shortened:
        .init(.refused, "a spreadsheet has shortened this number; export the table again with that column as text")
      case .notFinite: .init(.refused, "it must be a finite number")
      case .tooManyDigits:
        .init(
          .refused,
          "it can have up to four decimal places, and be from \(Decimal.leastPrice) to \(Decimal.greatestPrice)"
        )
      case .outOfYears: .init(.refused, "it must be in the years 1 to 9999")
      case .nulCharacter: .init(.refused, "it contains the character U+0000, which is not allowed; remove it")
      case .blank: .init(.refused, "it cannot be blank")
      case .decimalPlaces(let currency, let most):
        .init(
          .refused, "\(currency) has \(most == 0 ? "no" : "\(most)") decimal places", reason: "too-many-decimal-places")
      case .otherCurrency(let attribute, let code):
        .init(.refused, "the record's \(attribute) is \(code); give the price in it, or change the \(attribute)")
      case .taken(let entity, let holder):
        .init(.refused, "another \(entity) already has it" + (holder.map { ": " + $0 } ?? ""))
      case .calledTheSame(let entity):
        .init(
          .refused,
          "another \(entity) has the same name apart from spaces and invisible characters; rename one of them",
          reason: "taken")
      case .computed(let relationship, let attribute): .init(.refused, "it is the sum of \(relationship).\(attribute)")
      case .partsMake(let relationship, let value):
        .init(.refused, "its recorded \(relationship) add up to \(value)", reason: "parts-make-another")
      case .increment(let text): .init(.refused, "write \(text.dropFirst()) to set it")
      case .sameRecord(let title):
        .init(.refused, "“\(title)” cannot be merged with itself; choose two different records")
      case .bytesInAnotherRow: .init(.refused, "its bytes are still in another record's row; read them first")
      case .ofSeveral(let entity, let count):
        .init(.refused, "\(count) \(Entity.words(of: entity))s have it, so the row needs an id")
      case .notReferences(let isList):
        .init(.refused, isList ? "it must be a list of ids or names" : "it must be an id or a name")
      case .namesAnother(let relationship, let found):
        .init(
          .refused,
          "its \(relationship) here is \(found.isEmpty ? "none" : found.map(\.quoted).joined(separator: ", ")); "
            + "correct one of the two, or leave one out")
      case .readAs(let shown): .init(.refused, "it is read as \(shown)", reason: "read-as-another")
      }
    }
  }
}

/// The form that a value must have to be read as a Swift type.
public enum Expectation: Hashable, Sendable {
  /// A value of a type.
  case type(AttributeType)
  /// A number of a type, within the bounds of a rule.
  case number(AttributeType, AttributeRule)
  /// One of these words.
  case oneOf([String])
  /// A named kind of value, such as a colour, with examples.
  case like(String, examples: [String])
}

extension InvalidValue.Reason {
  /// Whether the message is a complete sentence without the attribute and value in front of it.
  var isWholeSentence: Bool { if case .sameRecord = self { true } else { false } }
}

extension Expectation: CustomStringConvertible {
  /// The form as the end of a sentence: “it must be true or false”.
  public var description: String {
    switch self {
    case .type(let type): type.expectation
    case .number(let type, let rule): type.expectation(within: rule)
    case .oneOf(let words): "it must be one of \(words.joined(separator: ", "))"
    case .like(let name, let examples): "it must be a \(name) such as \(examples.joined(separator: " or "))"
    }
  }
}
