public import Errors
import Foundation
public import Text

/// Why a value was refused. The message ends a sentence: “it must be at least 0”.
public enum Objection: DescribedError, Hashable {
  /// There is none, and there has to be one.
  case missing
  /// It breaks the attribute's own rule.
  case rule(AttributeRule)
  /// It does not read as a value of the attribute.
  case form(Expectation)
  /// It does not read as a value, but would in another form: a web address without spaces.
  case writtenAs(String)
  /// It is a number in a form that isn't read.
  case number(NumberError)
  /// It is not a finite number.
  case notFinite
  /// It has more decimal places, or digits before them, than can be kept.
  case tooManyDigits
  /// It is no moment in the years 1 to 9999.
  case outOfYears
  /// It has the character U+0000, behind which all would be lost.
  case nulCharacter
  /// There is nothing in it to be seen.
  case blank
  /// The price has more decimal places than its currency.
  case decimalPlaces(currency: String, most: Int)
  /// It is a price in another currency than the record's.
  case otherCurrency(attribute: String, String)
  /// Another record of the entity has it, which is called `by`.
  case taken(entity: String, by: String?)
  /// Another record of the entity has the same name apart from spaces and invisible characters.
  case calledTheSame(entity: String)
  /// It is computed, from an attribute of the records that a relationship leads to.
  case computed(relationship: String, attribute: String)
  /// It is computed, and the records that a relationship leads to make it something else.
  case partsMake(relationship: String, AttributeValue)
  /// It is to be added to what is there: `+5`. Setting it would make it five.
  case increment(String)
  /// A record cannot be merged with itself.
  case sameRecord(title: String)
  /// The bytes are still in the row of another record, and have to be read first.
  case bytesInAnotherRow
  /// So many records have it, so that it does not tell which one is meant.
  case ofSeveral(entity: String, count: Int)
  /// It is not the id or the name of a record, or no list of such.
  case notReferences(isList: Bool)
  /// It is what another record is called than the one that the relationship's ids lead to; those are called `found`.
  case namesAnother(relationship: String, found: [String])
  /// It is stored in another form than it is read in.
  case readAs(String)

  public var descriptor: ErrorDescriptor {
    switch self {
    case .missing: .init(.refused, "it must have a value", reason: "value-missing")
    case .rule(let rule): .init(.refused, rule.description, reason: "rule-broken")
    case .form(let expectation): .init(.refused, expectation.description, reason: "wrong-form")
    case .writtenAs(let text): .init(.refused, "write it as \(text)", reason: "wrong-form")
    case .number(let error): .init(error).with(code: .refused)
    case .notFinite: .init(.refused, "it must be a finite number")
    case .tooManyDigits:
      .init(
        .refused, "it can have up to four decimal places, and be from \(Decimal.leastPrice) to \(Decimal.greatestPrice)"
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
        .refused, "another \(entity) is called the same apart from spaces and invisible characters; rename one of them",
        reason: "taken")
    case .computed(let relationship, let attribute): .init(.refused, "it is the sum of \(relationship).\(attribute)")
    case .partsMake(let relationship, let value):
      .init(.refused, "its \(relationship) on record make it \(value)", reason: "parts-make-another")
    case .increment(let text): .init(.refused, "write \(text.dropFirst()) to set it")
    case .sameRecord(let title): .init(.refused, "“\(title)” cannot be merged with itself; name two")
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

/// What a value has to be in order to be read as a Swift type.
public enum Expectation: Hashable, Sendable {
  /// A value of a type.
  case type(AttributeType)
  /// A number of a type, within a rule's bounds.
  case number(AttributeType, AttributeRule)
  /// One of these words.
  case oneOf([String])
  /// Something that has a name, such as a colour, and looks like these examples.
  case like(String, examples: [String])
}

extension Objection {
  /// Whether it says all by itself, and not of which value it is so.
  var isWholeSentence: Bool { if case .sameRecord = self { true } else { false } }
}

extension Expectation: CustomStringConvertible {
  /// What it has to be, as the end of a sentence: “it must be true or false”.
  public var description: String {
    switch self {
    case .type(let type): type.expectation
    case .number(let type, let rule): type.expectation(within: rule)
    case .oneOf(let words): "it must be one of \(words.joined(separator: ", "))"
    case .like(let name, let examples): "it must be a \(name) such as \(examples.joined(separator: " or "))"
    }
  }
}
