import Text

/// What a row of an import would change.
public struct ImportChange: Hashable, Sendable {
  /// A value before and after, as JSON has them. Of relationships, what the records are called that it led and would lead to.
  public struct Value: Hashable, Sendable {
    /// The attribute or relationship.
    public let name: String
    /// Its value before.
    public let before: JSONValue
    /// Its value after.
    public let after: JSONValue
  }

  /// The file, and the line in which the row begins.
  public internal(set) var source = ""
  /// The line in which the row begins, from 1.
  public let line: Int
  /// What the record is called in a sentence, and whether the row would make it.
  public let subject: String
  /// Whether the row would make it.
  public let isNew: Bool
  /// What would be different. Of a new record, nothing.
  public let values: [Value]
}
