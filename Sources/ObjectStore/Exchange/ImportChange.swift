import Text

/// The changes that a row of an import would make.
public struct ImportChange: Hashable, Sendable {
  /// A value before and after, as JSON. For relationships, the names of the related records.
  public struct Value: Hashable, Sendable {
    /// Name of the attribute or relationship.
    public let name: String
    /// The value before.
    public let before: JSONValue
    /// The value after.
    public let after: JSONValue
  }

  /// Path of the file.
  public internal(set) var source = ""
  /// The line that the row begins in, from 1.
  public let line: Int
  /// The record as named in a sentence.
  public let subject: String
  /// Whether the row would create the record.
  public let isNew: Bool
  /// The values that would change; empty for a new record.
  public let values: [Value]
}
