import Errors

/// What is wrong with a condition.
public enum ConditionFault: Hashable, Sendable {
  /// A parenthesis is opened and never closed.
  case unclosedParenthesis
  /// A parenthesis is closed that was never opened.
  case unopenedParenthesis
  /// Between two comparisons there is something else than AND or OR; nil is the end.
  case unconnected(found: String?)
  /// Parentheses and NOT are nested deeper than this.
  case tooDeep(limit: Int)
  /// There are more comparisons than this.
  case tooManyComparisons(limit: Int)
  /// There is something else where a comparison has to begin; nil is the end.
  case noComparison(found: String?)
  /// There is no operator after a name; nil is the end.
  case noOperator(after: String, found: String?, operators: [String])
  /// NOT is not in capitals.
  case smallNot(String)
  /// AND or OR, here as `word`, is not in capitals, and so is taken for a part of a value.
  case smallConnective(word: String, meant: String)
  /// Within a value another comparison begins.
  case comparisonInValue(String)
  /// A name that the entity does not have.
  case unknownName(entity: String, name: String, known: [String])
  /// A value that records cannot have.
  case unsuitableValue(name: String, value: String, Objection)
  /// A value that is no time.
  case notATime(name: String, value: String)
  /// A value that is no year, month or day, in which something is to be.
  case notAPeriod(name: String, value: String)
  /// A number of records is wanted, and this is none.
  case notACount(name: String, value: String, operator: String)
  /// There is no value.
  case noValue(name: String, operator: String, mayBeEmpty: Bool)
  /// The operator does not go with the name.
  case unsuitableOperator(String, name: String, allowed: [String])
  /// What stands there belongs to no condition.
  case unexpected(String)
  /// A quote is closed and the value goes on.
  case textAfterQuote(String)
  /// A quote is never closed.
  case unclosedQuote(String)

  /// A word that stays the same: the case's name, or that of the fault that it is a kind of.
  public var reason: String {
    switch self {
    case .smallNot, .smallConnective: "not-in-capitals"
    case .notATime, .notAPeriod, .notACount: "unsuitable-value"
    default: caseName(of: self).kebabCase
    }
  }

  /// What is wrong, and what is allowed instead.
  public var words: (fault: String, advice: String) {
    switch self {
    case .unclosedParenthesis: ("this parenthesis is never closed", "add the missing )")
    case .unopenedParenthesis: ("this ) has no matching (", "remove it, or put the value that it is part of in quotes")
    case .unconnected(let found): ("expected AND or OR, found \(Self.shown(found))", "AND and OR join two comparisons")
    case .tooDeep(let limit): ("this is nested more than \(limit) deep", "write it with fewer parentheses")
    case .tooManyComparisons(let limit): ("there are more than \(limit) comparisons", "use fewer")
    case .noComparison(let found):
      ("expected a comparison, found \(Self.shown(found))", "it is a name, an operator and a value, such as rating>=4")
    case .noOperator(let name, let found, let operators):
      (
        "expected an operator, found \(Self.shown(found))",
        "after \(name.excerpt), give one of \(operators.joined(separator: " ")) and a value, such as rating>=4"
      )
    case .smallNot(let word): ("“\(word)” is not a name", "write NOT in capitals")
    case .smallConnective(let word, let meant):
      ("“\(word)” is part of the value here", "write \(meant) to join two comparisons")
    case .comparisonInValue(let text):
      ("“\(text)” begins another comparison inside a value", "put AND or OR before it, or quotes around the value")
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

  private static func shown(_ found: String?) -> String { found.map { "“\($0)”" } ?? "the end" }
}
