public import ObjectStore
public import Text

/// An edit of the history.
public struct HistoryResult: Hashable, Sendable, Codable {
  /// Its number.
  public var id: Int64
  /// What it was called.
  public var label: String
  /// When it was made (RFC 3339).
  public var at: String
  /// Whether it has been undone.
  public var isUndone: Bool
  /// How many bytes the history keeps of it.
  public var bytes: Int
  /// What it has changed, where that was asked for.
  public var changes: [RecordChangeResult]?

  /// An edit, with what it has changed.
  public init(_ entry: HistoryEntry, _ changes: [RecordChange]? = nil) {
    (id, label, isUndone, bytes) = (entry.id, entry.label, entry.isUndone, entry.bytes)
    at = AttributeValue.date(entry.at).description
    self.changes = changes?.map(RecordChangeResult.init)
  }
}

/// What an edit has done to one record.
public struct RecordChangeResult: Hashable, Sendable, Codable {
  /// A value before and after.
  public struct Value: Hashable, Sendable, Codable {
    /// The attribute or relationship.
    public var name: String
    /// The value before, as the record's own JSON has it.
    public var old: JSONValue
    /// The value after.
    public var new: JSONValue
    /// Of a relationship, what the record was called that it led to.
    public var oldName: String?
    /// Of a relationship, what the record is called that it leads to.
    public var newName: String?
  }

  /// `added`, `changed` or `removed`.
  public var change: String
  /// The record's entity.
  public var entity: String
  /// The record's id.
  public var id: String
  /// What it is called in a sentence.
  public var subject: String
  /// In the order of the declaration.
  public var values: [Value]

  /// What an edit has done to one record.
  public init(_ change: RecordChange) {
    (self.change, entity, id, subject) = (change.kind.rawValue, change.entity, change.id.text, change.subject)
    values = change.values.map { value in
      Value(
        name: value.name, old: value.old.json(value.type), new: value.new.json(value.type), oldName: value.oldName,
        newName: value.newName)
    }
  }
}
