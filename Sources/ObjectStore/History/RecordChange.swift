import Foundation

/// What an edit has done to one record.
public struct RecordChange: Hashable, Sendable {
  public enum Kind: String, Sendable, CaseIterable {
    case added, changed, removed
  }

  /// A value before and after; of a record that came or went, nothing before or after.
  public struct Value: Hashable, Sendable {
    /// The attribute or relationship.
    public let name: String
    public let type: AttributeType
    public let old: AttributeValue
    public let new: AttributeValue
    /// Of a relationship, what the records are called that it led and leads to, as far as anybody remembers.
    public let oldName: String?
    public let newName: String?
  }

  public let kind: Kind
  /// The entity's name.
  public let entity: String
  public let id: UUID
  /// What the record is called in a sentence: `product “Mug”`.
  public let subject: String
  /// In the order of the declaration. Of a record that came or went, those that it had.
  public let values: [Value]
}
