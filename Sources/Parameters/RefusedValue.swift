import Errors

/// An invalid value for a parameter: of the wrong kind, or out of range.
public struct RefusedValue: DescribedError, Equatable {
  /// The name of the parameter, as used.
  public let parameter: String
  /// The value, possibly shortened.
  public let found: String
  /// The likely intended word.
  public let nearest: String?
  /// The allowed values, worded to follow "it must be".
  public let allowed: String

  public var descriptor: ErrorDescriptor {
    .init(
      .option, "`\(parameter)` is \(found)\(Spelling.suggestion(nearest)); it must be \(allowed)",
      ["parameter": parameter, "found": found, "nearest": nearest, "allowed": allowed], reason: "refused-value")
  }
}
