import Foundation

/// The change of one record by an edit.
public struct RecordChange: Hashable, Sendable {
  /// The kind of change.
  public enum Kind: String, Sendable, CaseIterable {
    /// The record was added.
    case added
    /// The record was changed.
    case changed
    /// The record was removed.
    case removed
  }

  /// A value before and after the change; `null` before a record was added and after it was removed.
  public struct Value: Hashable, Sendable {
    /// Name of the attribute or relationship.
    public let name: String
    /// Type of the value.
    public let type: AttributeType
    /// The value before.
    public let old: AttributeValue
    /// The value after.
    public let new: AttributeValue
    /// For a relationship, the name of the record that it led to, if known.
    public let oldName: String?
    /// For a relationship, the name of the record that it leads to, if known.
    public let newName: String?
  }

  /// The kind of change.
  public let kind: Kind
  /// Name of the entity.
  public let entity: String
  /// The record's id.
  public let id: UUID
  /// The record as named in a sentence: `product “Mug”`.
  public let subject: String
  /// The changed values, in the order of their declaration. For an added or removed record, all its values.
  public let values: [Value]
}
