import Errors

/// The kind of error in a condition.
public enum ConditionFault: Hashable, Sendable {
  /// An opening parenthesis has no closing one.
  case unclosedParenthesis
  /// A closing parenthesis has no opening one.
  case unopenedParenthesis
  /// Two comparisons are not joined by AND or OR. `found` is nil at the end of the text.
  case unconnected(found: String?)
  /// Parentheses and NOT are nested too deeply.
  case tooDeep(limit: Int)
  /// The nested parts take more of SQLite's parser stack than is available.
  case tooComplex
  /// There are too many comparisons.
  case tooManyComparisons(limit: Int)
  /// A comparison is missing. `found` is nil at the end of the text.
  case noComparison(found: String?)
  /// The operator after a name is missing. `found` is nil at the end of the text.
  case noOperator(after: String, found: String?)
  /// NOT is not in capitals.
  case smallNot(String)
  /// AND or OR, written as `word`, is not in capitals and would be part of a value.
  case smallConnective(word: String, meant: String)
  /// A value contains another comparison.
  case comparisonInValue(String)
  /// IN is not followed by values in parentheses. `found` is nil at the end of the text.
  case noList(found: String?)
  /// BETWEEN is followed by only one value.
  case noUpperBound
  /// A name before a point in a key path is not a relationship.
  case unknownRelationship(entity: String, name: String, known: [String])
  /// A condition in parentheses doesn't follow a to-many relationship.
  case uncountable(entity: String, name: String, known: [String])
  /// The entity has no attribute or relationship with this name.
  case unknownName(entity: String, name: String, known: [String])
  /// No record can have the value.
  case unsuitableValue(name: String, value: String, InvalidValue.Reason)
  /// The value is not a time.
  case notATime(name: String, value: String)
  /// The value is not a year, month or day to compare a time with.
  case notAPeriod(name: String, value: String)
  /// The value is not a number of records.
  case notACount(name: String, value: String, operator: String)
  /// The value is missing.
  case noValue(name: String, operator: String, mayBeEmpty: Bool)
  /// The operator can't be used with the name.
  case unsuitableOperator(String, name: String, allowed: [String])
  /// The text is not part of any condition.
  case unexpected(String)
  /// Text follows a closing quote.
  case textAfterQuote(String)
  /// A quote is not closed.
  case unclosedQuote(String)

  /// A stable word for the kind of error: the case's name, or a more general one.
  public var reason: String {
    switch self {
    case .smallNot, .smallConnective: "not-in-capitals"
    case .notATime, .notAPeriod, .notACount: "unsuitable-value"
    default: caseName(of: self).kebabCase
    }
  }

  /// The message: the mistake, and the allowed alternatives.
  public var words: (fault: String, advice: String) {
    switch self {
    case .unclosedParenthesis: ("this parenthesis is never closed", "add the missing )")
    case .unopenedParenthesis: ("this ) has no matching (", "remove it, or put the value that it is part of in quotes")
    case .unconnected(let found): ("expected AND or OR, found \(Self.shown(found))", "AND and OR join two comparisons")
    case .tooDeep(let limit): ("this is nested more than \(limit) deep", "write it with fewer parentheses")
    case .tooComplex:
      ("this is nested too deep for the database", "use fewer parentheses, NOTs and points in key paths")
    case .tooManyComparisons(let limit): ("there are more than \(limit) comparisons", "use fewer")
    case .noComparison(let found):
      ("expected a comparison, found \(Self.shown(found))", "it is a name, an operator and a value, such as rating>=4")
    case .noOperator(let name, let found):
      (
        "expected an operator, found \(Self.shown(found))",
        "after \(name.excerpt), give one of \(Self.operators.joined(separator: " ")) and a value, such as rating>=4"
      )
    case .smallNot(let word): ("“\(word)” is not a name", "write NOT in capitals")
    case .smallConnective(let word, let meant):
      ("“\(word)” is part of the value here", "write \(meant) to join two comparisons")
    case .comparisonInValue(let text):
      ("“\(text)” begins another comparison inside a value", "put AND or OR before it, or quotes around the value")
    case .noList(let found):
      (
        "expected values in parentheses after IN, found \(Self.shown(found))",
        "write them as in sku IN (MUG-01, MUG-02)"
      )
    case .noUpperBound: ("BETWEEN has only one value", "join two by AND, as in price BETWEEN 10 AND 20")
    case .unknownRelationship(let entity, let name, let known):
      (
        "\(entity) has no relationship “\(name.excerpt)”",
        known.isEmpty
          ? "nothing can follow a point here" : "before a point, give one of \(known.joined(separator: ", "))"
      )
    case .uncountable(let entity, let name, let known):
      (
        "“\(name.excerpt)” of \(entity) is not a to-many relationship",
        known.isEmpty ? "remove the parentheses" : "before parentheses, give one of \(known.joined(separator: ", "))"
      )
    case .unknownName(let entity, let name, let known):
      ("\(entity) has no “\(name.excerpt)”", "it has \(known.joined(separator: ", "))")
    case .unsuitableValue(let name, let value, let objection):
      ("\(name) is compared with “\(value.excerpt)”", objection.message)
    case .notATime(let name, let value):
      (
        "\(name) is compared with “\(value.excerpt)”",
        "write a time as 2025, 2025-06, 2025-06-30, 2025-06-30 14:05 or now"
      )
    case .notAPeriod(let name, let value):
      (
        "\(name) is compared with “\(value.excerpt)”",
        "after ~, give a year, a month or a day, such as 2025, 2025-06 or 2025-06-30"
      )
    case .notACount(let name, let value, let sign):
      ("“\(value.excerpt)” is not a number of \(name)", "after \(sign), give a whole number, such as \(name)\(sign)3")
    case .noValue(let name, let sign, let mayBeEmpty):
      (
        "there is no value after \(name)\(sign)",
        mayBeEmpty ? "add one, or use \(name)= to find records without one" : "add one"
      )
    case .unsuitableOperator(let sign, let name, let allowed):
      ("\(sign) cannot be used with \(name)", "it takes \(allowed.joined(separator: " "))")
    case .unexpected(let text):
      ("unexpected “\(text)”", "a condition is a name, an operator and a value; AND, OR, NOT and parentheses join them")
    case .textAfterQuote(let text): ("“\(text)” follows the closing quote", "double a quote that is part of the value")
    case .unclosedQuote(let quote): ("this quote is never closed", "end the value with another \(quote)")
    }
  }

  private static let operators = ConditionSyntax.Operator.signs.map(\.text) + ["IN", "BETWEEN"]

  private static func shown(_ found: String?) -> String { found.map { "“\($0)”" } ?? "the end" }
}
