public import Errors

/// An error as programs are told of it: on standard output with `--json`, in the body of a server's answer.
///
/// `code` and `reason` stay the same in every version; `message` is English for people, and may become better.
public struct ErrorResult: Hashable, Sendable, Codable {
  /// What can be done about it.
  public struct Cure: Hashable, Sendable, Codable {
    /// The case, as a word: `add-stock`.
    public var name: String
    /// What it takes.
    public var facts: Facts
    /// What to do, for people.
    public var suggestion: String
  }

  /// What kind of failure it is.
  public var code: String
  /// Which failure of that kind.
  public var reason: String
  /// What was found, and what is allowed.
  public var message: String
  /// What it is about.
  public var facts: Facts
  /// What can be done about it, where that is known.
  public var remedy: Cure?

  /// An error of packshot's.
  ///
  /// - Parameter message: what people are told, where a face has words of its own.
  public init(_ error: any DescribedError, message: String? = nil) {
    code = error.code.rawValue
    reason = error.reason
    self.message = message ?? error.message
    facts = error.facts
    remedy = error.remedy.map { Cure(name: $0.name, facts: $0.facts, suggestion: $0.suggestion) }
  }

  /// Any error. One that is not packshot's is a fault.
  public static func of(_ error: any Error) -> ErrorResult {
    (error as? any DescribedError).map { ErrorResult($0) } ?? ErrorResult(Unknown(error: error))
  }

  /// An error that is not packshot's.
  private struct Unknown: DescribedError {
    let error: any Error

    var code: ErrorCode { .fault }
    var reason: String { "fault" }
    var facts: Facts { [:] }
    var remedy: (any Remedy)? { nil }
    var message: String { "\(error)" }
  }
}
