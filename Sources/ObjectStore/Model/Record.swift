import Foundation

/// A record of the catalog. Records are values: they can be copied and changed freely, and are in the catalog once they
/// are saved.
public protocol Record: Sendable, Identifiable {
  /// The permanent ID of the record. Other records refer to it by this alone.
  var id: UUID { get }
  /// Creates a record with a new ID and default values. An attribute without a default is empty, which saving refuses.
  init()
  /// The record as named in a sentence: `product “Mug”`, or with its ID if it has no name.
  var subject: String { get }
  /// The record as named where related records can be read, as in the history: `sale of 2 × “Mug” to “Ben” for 25.00
  /// EUR`. Defaults to ``subject``.
  func subject(in reader: Reader) throws(StoreError) -> String
  /// The attributes and to-one relationships of the record type, each connected to the Swift property that holds its
  /// value.
  static var properties: [Property<Self>] { get }
  /// The declaration of the record type's entity.
  static var entity: Entity { get }
  /// Further changes that a change of a record of this type causes in the same group. Called after the record was saved
  /// or deleted; nil by default. An error rolls the change back. Not called for records that a delete rule deletes.
  static var consequences: Consequences<Self>? { get }
  /// Called before a record is deleted, while everything it leads to still exists. Does nothing by default. An error
  /// rolls the deletion back. Not called for records that a delete rule deletes.
  static func prepareRemoval(of record: Self, in edit: Edit) throws(StoreError)
  /// Sets an aggregate to a value from outside, or as close to it as the other records allow, by changing its base or
  /// the other records. Refused by default.
  static func setComputedValue(
    _ attribute: Attribute, of record: Self, to value: AttributeValue, in edit: Edit
  ) throws(StoreError)
  /// Completes a new record from outside with values of the records that it leads to. `isGiven` tells whether a value
  /// was given for an attribute.
  static func complete(
    _ record: inout Self, isGiven: (String) -> Bool, in edit: Edit
  ) throws(StoreError)
}

/// The consequences of a change of a record. `old` is nil for a new record, `new` for a deleted one.
public typealias Consequences<R: Record> =
  @Sendable (_ old: R?, _ new: R?, _ edit: Edit) throws(StoreError) -> Void

extension Record {
  public static var consequences: Consequences<Self>? { nil }

  public static func prepareRemoval(of record: Self, in edit: Edit) throws(StoreError) {}

  public static func setComputedValue(
    _ attribute: Attribute, of record: Self, to value: AttributeValue, in edit: Edit
  ) throws(StoreError) {
    throw .refused(
      InvalidValue(
        entity: entity.name, attribute: attribute.name, value: value,
        .computed(
          relationship: attribute.aggregate?.relationship ?? "", attribute: attribute.aggregate?.attribute ?? "")
      ))
  }

  public static func complete(
    _ record: inout Self, isGiven: (String) -> Bool, in edit: Edit
  ) throws(StoreError) {}

  public var subject: String {
    let title = title
    return Self.entity.words + " " + (title == id.text ? title : title.quoted)
  }

  public func subject(in reader: Reader) throws(StoreError) -> String { subject }

  /// The display name: the text that lists are sorted by, otherwise a unique text, otherwise the ID.
  public var title: String {
    for name in Self.entity.titleAttributes {
      if case .string(let text) = value(for: name), !text.isEmpty { return text }
    }
    return id.text
  }

  /// Returns the destination of a to-one relationship: one ID or none.
  func destination(of relationship: Relationship) -> [UUID] {
    let property = Self.properties.first { $0.relationship?.name == relationship.name }
    guard case .uuid(let id) = property?.get(self) else { return [] }
    return [id]
  }

  /// Returns the value of the attribute with the name `name`, or nil if there is no such attribute.
  public func value(for name: String) -> AttributeValue? {
    Self.properties.first { $0.attribute?.name == name }?.get(self)
  }

  /// The values of the record's properties, in their order.
  package var values: [AttributeValue] { Self.properties.map { $0.get(self) } }
}

extension String {
  /// The text as searches compare it: without differences of case, accents and width.
  package var searchFolded: String {
    if isASCII { return lowercased() }
    return folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}
