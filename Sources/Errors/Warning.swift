/// A message for people about something that isn't a failure.
public struct Warning: Hashable, Sendable {
  /// A sentence without a full stop.
  public let message: String
  /// What happened, worded alike for all occurrences, such as `cutout: backdrop kept`.
  public let kind: String
  /// The cause, worded alike for all its occurrences, such as `too noisy`; nil if the kind is enough.
  public let reason: String?
  /// What can be done about the problem, if known.
  public let remedy: Remedy?

  /// - Parameters:
  ///   - message: A sentence without a full stop.
  ///   - kind: What happened, without names and figures that differ from photo to photo. Warnings with the same kind
  ///     and reason are counted together. Defaults to the message.
  ///   - reason: The cause, without such names and figures.
  ///   - remedy: What can be done, if the message doesn't say so.
  public init(_ message: String, kind: String? = nil, reason: String? = nil, remedy: Remedy? = nil) {
    (self.message, self.kind, self.reason, self.remedy) = (message, kind ?? message, reason, remedy)
  }

  /// Creates a codec's warning about a file. Figures, such as a count of damaged bytes, are left out of its kind.
  package init(ofFile message: String) {
    self.init(message, kind: message.replacing(/[0-9]+/, with: "…"))
  }

  /// The warning with texts cut to the lengths that are accepted from another process.
  package var bounded: Warning {
    Warning(
      message.cut(to: 1000), kind: kind.cut(to: 1000), reason: reason?.cut(to: 1000), remedy: remedy?.bounded)
  }
}

extension Warning: ExpressibleByStringInterpolation {
  /// Creates a warning with only a message.
  public init(stringLiteral message: String) { self.init(message) }
}

extension Warning: Codable {
  private enum CodingKeys: String, CodingKey { case message, kind, reason, remedy }

  /// Encodes an object without keys for empty properties. The kind is left out if it equals the message.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(message, forKey: .message)
    if kind != message { try container.encode(kind, forKey: .kind) }
    try container.encodeIfPresent(reason, forKey: .reason)
    try container.encodeIfPresent(remedy, forKey: .remedy)
  }

  /// Decodes an object.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(String.self, forKey: .message),
      kind: try container.decodeIfPresent(String.self, forKey: .kind),
      reason: try container.decodeIfPresent(String.self, forKey: .reason),
      remedy: try container.decodeIfPresent(Remedy.self, forKey: .remedy))
  }
}
