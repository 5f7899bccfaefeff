import Errors

/// A value that a parameter does not take: of another kind, or out of its range.
public struct RefusedValue: DescribedError, Equatable {
  /// The parameter, by the name that was said.
  public let parameter: String
  /// The value, or its beginning.
  public let found: String
  /// What was probably meant.
  public let nearest: String?
  /// What it takes, to stand behind "it must be".
  public let allowed: String

  /// A value that is not allowed.
  public var code: ErrorCode { .option }
  /// The same for all of them.
  public var reason: String { "refused-value" }

  /// The parameter, its value, what was probably meant, and what it takes.
  public var facts: Facts {
    [
      "parameter": .text(parameter), "found": .text(found), "nearest": nearest.map(FactValue.text),
      "allowed": .text(allowed),
    ]
  }

  /// None: the sentence says which values there are.
  public var remedy: (any Remedy)? { nil }
  /// What was found and what is allowed.
  public var message: String { "`\(parameter)` is \(found)\(Spelling.suggestion(nearest)); it must be \(allowed)" }
}
