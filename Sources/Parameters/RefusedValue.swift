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

  public var descriptor: ErrorDescriptor {
    .init(
      .option, "`\(parameter)` is \(found)\(Spelling.suggestion(nearest)); it must be \(allowed)",
      ["parameter": parameter, "found": found, "nearest": nearest, "allowed": allowed], reason: "refused-value")
  }
}
