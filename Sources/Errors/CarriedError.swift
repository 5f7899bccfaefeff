/// An error as values: what of it can be stored, compared, and sent to another process.
public struct CarriedError: DescribedError, Hashable {
  public let code: ErrorCode
  public let reason: String
  public let facts: Facts
  public let message: String
  /// The remedy, as values too.
  public let carriedRemedy: CarriedRemedy?

  /// As it was, if it is of this process; otherwise as values.
  public var remedy: (any Remedy)? { carriedRemedy }

  /// An error's values.
  public init(_ error: any DescribedError) {
    if let error = error as? CarriedError {
      self = error
    } else {
      self.init(error.code, error.reason, error.message, error.facts, remedy: error.remedy)
    }
  }

  /// An error that no type is worth while for.
  public init(
    _ code: ErrorCode, _ reason: String, _ message: String, _ facts: Facts = [:], remedy: (any Remedy)? = nil
  ) {
    (self.code, self.reason, self.facts, self.message) = (code, reason, facts, message)
    carriedRemedy = remedy.map { CarriedRemedy($0) }
  }

  /// The same in other words, such as with the name of the file that it is about, and with more facts.
  public func told(_ message: String, _ more: Facts = [:], code: ErrorCode? = nil) -> CarriedError {
    CarriedError(code ?? self.code, reason, message, more.with(facts), remedy: carriedRemedy)
  }

  /// One that another process may send: shorter than a message of that may be.
  public var bounded: CarriedError {
    CarriedError(
      code, reason.cut(to: 100), message.cut(to: 4000), facts.cut(toCount: 20, length: 500),
      remedy: carriedRemedy?.bounded)
  }
}

extension CarriedError: Codable {
  private enum CodingKeys: String, CodingKey { case code, reason, message, facts, remedy }

  /// An object with what there is. What has no facts or no remedy has no such key.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(code, forKey: .code)
    try container.encode(reason, forKey: .reason)
    try container.encode(message, forKey: .message)
    if !facts.all.isEmpty { try container.encode(facts, forKey: .facts) }
    try container.encodeIfPresent(carriedRemedy, forKey: .remedy)
  }

  /// What was not written before errors had reasons is empty. A code that is not known here is a fault.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      ErrorCode(rawValue: try container.decode(String.self, forKey: .code)) ?? .fault,
      try container.decodeIfPresent(String.self, forKey: .reason) ?? "",
      try container.decode(String.self, forKey: .message),
      try container.decodeIfPresent(Facts.self, forKey: .facts) ?? [:],
      remedy: try container.decodeIfPresent(CarriedRemedy.self, forKey: .remedy))
  }
}

/// A remedy as values.
public struct CarriedRemedy: Remedy, Hashable {
  public let name: String
  public let facts: Facts
  public let suggestion: String

  /// A remedy's values.
  public init(_ remedy: any Remedy) {
    (name, facts, suggestion) = (remedy.name, remedy.facts, remedy.suggestion)
  }

  fileprivate init(name: String, facts: Facts, suggestion: String) {
    (self.name, self.facts, self.suggestion) = (name, facts, suggestion)
  }

  var bounded: CarriedRemedy {
    CarriedRemedy(
      name: name.cut(to: 100), facts: facts.cut(toCount: 20, length: 500), suggestion: suggestion.cut(to: 1000))
  }
}

extension CarriedRemedy: Codable {
  private enum CodingKeys: String, CodingKey { case name, facts, suggestion }

  /// An object with what there is.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    if !facts.all.isEmpty { try container.encode(facts, forKey: .facts) }
    try container.encode(suggestion, forKey: .suggestion)
  }

  /// The same.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try container.decode(String.self, forKey: .name),
      facts: try container.decodeIfPresent(Facts.self, forKey: .facts) ?? [:],
      suggestion: try container.decode(String.self, forKey: .suggestion))
  }
}
