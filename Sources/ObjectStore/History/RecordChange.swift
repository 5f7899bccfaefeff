import Foundation

/// What an edit has done to one record.
public struct RecordChange: Hashable, Sendable {
  /// What can be done to a record.
  public enum Kind: String, Sendable, CaseIterable {
    /// It is new.
    case added
    /// It was there, and has changed.
    case changed
    /// It is gone.
    case removed
  }

  /// A value before and after; of a record that came or went, nothing before or after.
  public struct Value: Hashable, Sendable {
    /// The attribute or relationship.
    public let name: String
    /// What the value is.
    public let type: AttributeType
    /// The value before.
    public let old: AttributeValue
    /// The value after.
    public let new: AttributeValue
    /// Of a relationship, what the records are called that it led and leads to, as far as anybody remembers.
    public let oldName: String?
    /// Of a relationship, what the record is called that it leads to.
    public let newName: String?
  }

  /// What was done.
  public let kind: Kind
  /// The entity's name.
  public let entity: String
  /// The record's id.
  public let id: UUID
  /// What the record is called in a sentence: `product “Mug”`.
  public let subject: String
  /// In the order of the declaration. Of a record that came or went, those that it had.
  public let values: [Value]
}
