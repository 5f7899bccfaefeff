/// An error as programs are told of it: in a run's events, in a worker's records, in the body of a server's answer.
///
/// `code` and `reason` stay the same in every version; `message` is English for people, and may become better.
public struct ErrorResult: Hashable, Sendable, Codable {
  /// What kind of failure it is: one of ``ErrorCode``, or a newer one.
  public var code: String
  /// Which failure of that kind; nil where there is only one.
  public var reason: String?
  /// What was found, and what is allowed. A recipe's may have several lines.
  public var message: String
  /// What it is about: paths, values, limits.
  public var facts: Facts?
  /// What can be done about it, where that is known.
  public var remedy: CarriedRemedy?

  /// An error by its code and its message.
  public init(code: String, message: String) { (self.code, self.message) = (code, message) }

  /// An error of packshot's.
  ///
  /// - Parameters:
  ///   - code: what kind of failure it is to whoever is told, where that has words of its own.
  ///   - message: what people are told, where a face has words of its own.
  public init(_ error: any DescribedError, code: String? = nil, message: String? = nil) {
    self.init(code: code ?? error.code.rawValue, message: message ?? error.message)
    reason = error.reason
    facts = error.facts.all.isEmpty ? nil : error.facts
    remedy = error.remedy.map { CarriedRemedy($0) }
  }

  /// Any error. One that is not packshot's is a fault.
  public static func of(_ error: any Error) -> ErrorResult {
    ErrorResult((error as? any DescribedError) ?? CarriedError(.fault, "fault", "\(error)"))
  }
}
