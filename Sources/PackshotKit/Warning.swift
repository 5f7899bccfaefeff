import Errors

/// Something to tell people that is not a failure.
public struct Warning: Hashable, Sendable {
  /// A sentence without a full stop.
  public let message: String
  /// What can be done about it, as values.
  public let remedy: CarriedRemedy?

  /// A sentence, and what can be done where it does not say so.
  public init(_ message: String, remedy: (any Remedy)? = nil) {
    (self.message, self.remedy) = (message, remedy.map { CarriedRemedy($0) })
  }
}

extension Warning: ExpressibleByStringInterpolation {
  /// One that says all in its sentence.
  public init(stringLiteral message: String) { self.init(message) }
}

extension Warning: Codable {}
