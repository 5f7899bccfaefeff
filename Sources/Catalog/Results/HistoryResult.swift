public import ObjectStore
public import Text

/// An edit in the history.
public struct HistoryResult: Hashable, Sendable, Codable {
  /// Number of the edit.
  public var id: Int64
  /// Label of the edit.
  public var label: String
  /// Time of the edit (RFC 3339).
  public var at: String
  /// Whether the edit has been undone.
  public var isUndone: Bool
  /// Size of the edit in the history, in bytes.
  public var bytes: Int
  /// The changes of the edit, if they were requested.
  public var changes: [RecordChangeResult]?

  /// Creates the result for an edit, with its changes.
  public init(_ entry: HistoryEntry, _ changes: [RecordChange]? = nil) {
    (id, label, isUndone, bytes) = (entry.id, entry.label, entry.isUndone, entry.bytes)
    at = AttributeValue.date(entry.at).description
    self.changes = changes?.map(RecordChangeResult.init)
  }
}

/// The change of one record by an edit.
public struct RecordChangeResult: Hashable, Sendable, Codable {
  /// A value before and after the change.
  public struct Value: Hashable, Sendable, Codable {
    /// The attribute or relationship.
    public var name: String
    /// The value before the change, as in the record's JSON.
    public var old: JSONValue
    /// The value after the change.
    public var new: JSONValue
    /// For a relationship, the name of the record it led to before.
    public var oldName: String?
    /// For a relationship, the name of the record it leads to now.
    public var newName: String?
  }

  /// `added`, `changed` or `removed`.
  public var change: String
  /// The record's entity.
  public var entity: String
  /// The record's id.
  public var id: String
  /// The record as named in a sentence.
  public var subject: String
  /// The changed values, in the order of their declaration.
  public var values: [Value]

  /// Creates the result for a changed record.
  public init(_ change: RecordChange) {
    (self.change, entity, id, subject) = (change.kind.rawValue, change.entity, change.id.text, change.subject)
    values = change.values.map { value in
      Value(
        name: value.name, old: value.old.json(value.type), new: value.new.json(value.type), oldName: value.oldName,
        newName: value.newName)
    }
  }
}
