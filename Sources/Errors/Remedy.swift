/// What can be done about an error.
///
/// A module declares its remedies beside the errors that have them, as computed properties and functions of this type;
/// the remedy's name follows from the name of the declaration:
///
/// ```
/// extension Remedy {
///   static var listHistory: Remedy { .init("list the history") }
///   static func raiseLimit(_ limit: Limit) -> Remedy { .init("raise the limit \(limit)", ["limit": limit]) }
/// }
/// ```
///
/// The command line names the option or command that applies the remedy. Other callers show ``suggestion``.
public struct Remedy: Hashable, Sendable {
  /// A word that never changes: `raise-limit`.
  public let name: String
  /// What the remedy concerns: which limit, which record.
  public let details: Details
  /// What to do, as a sentence without a full stop that names no option or command.
  public let suggestion: String

  /// - Parameter name: The name in camel case. Defaults to the name of the property or function that makes the remedy.
  public init(_ suggestion: String, _ details: Details = [:], name: String = #function) {
    (self.name, self.details, self.suggestion) = (String(name.prefix { $0 != "(" }).kebabCase, details, suggestion)
  }

  /// The remedy with texts cut to the lengths that are accepted from another process.
  var bounded: Remedy {
    Remedy(suggestion.cut(to: 1000), details.bounded(count: 20, length: 500), name: name.cut(to: 100))
  }
}

extension Remedy: Codable {
  private enum CodingKeys: String, CodingKey { case name, details, suggestion }

  /// Encodes an object, without a key for empty details.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    if !details.values.isEmpty { try container.encode(details, forKey: .details) }
    try container.encode(suggestion, forKey: .suggestion)
  }

  /// Reads an object.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    details = try container.decodeIfPresent(Details.self, forKey: .details) ?? [:]
    suggestion = try container.decode(String.self, forKey: .suggestion)
  }
}
