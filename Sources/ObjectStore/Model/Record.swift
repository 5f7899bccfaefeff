import Foundation

/// A record of the catalog: a value, which may be used and changed freely, and is in the catalog once it is saved.
public protocol Record: Sendable, Identifiable {
  /// Its identity for good. Other records refer to it by this alone.
  var id: UUID { get }
  /// A record with a new id and every attribute at its default; one without a default is empty, which saving refuses.
  init()
  /// What it is called in a sentence: `product “Mug”`, or by its id where nothing names it.
  var subject: String { get }
  /// What it is called where the records it leads to are at hand, as in the history: `sale of 2 × “Mug” to “Ben” for 25.00
  /// EUR`. Its ``subject`` unless a record type says more.
  func subject(in reader: Reader) throws(StoreError) -> String
  /// Its attributes and to-one relationships, each tied to the Swift property that holds it.
  static var properties: [Property<Self>] { get }
  /// The declaration of its kind.
  static var entity: Entity { get }
  /// What else a change of such a record brings about, in the same group, called after it was saved or deleted; nil unless a
  /// record type says so. What it throws takes the change back. It is not called for what a delete rule takes along.
  static var consequences: Consequences<Self>? { get }
  /// What must happen before a record is deleted, while all that it leads to is there; nothing unless a record type says
  /// so. What it throws takes the deletion back. It is not called for what a delete rule takes along.
  static func prepareRemoval(of record: Self, in edit: Edit) throws(StoreError)
  /// Lets an aggregate come to a value that was given from outside, or as near to it as the other records allow, by
  /// changing its base or the other records. It is refused unless a record type says how.
  static func settle(
    _ attribute: Attribute, of record: Self, at value: AttributeValue, in edit: Edit
  ) throws(StoreError)
  /// Completes a new record that comes from outside, by the records that it leads to. `isGiven` says whether it came with a
  /// value for an attribute.
  static func complete(
    _ record: inout Self, isGiven: (String) -> Bool, in edit: Edit
  ) throws(StoreError)
}

/// What a record's change brings about, by its state before (nil: it is new) and after (nil: it no longer exists).
public typealias Consequences<R: Record> =
  @Sendable (_ old: R?, _ new: R?, _ edit: Edit) throws(StoreError) -> Void

extension Record {
  public static var consequences: Consequences<Self>? { nil }

  public static func prepareRemoval(of record: Self, in edit: Edit) throws(StoreError) {}

  public static func settle(
    _ attribute: Attribute, of record: Self, at value: AttributeValue, in edit: Edit
  ) throws(StoreError) {
    throw .refused(
      Refusal(
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

  /// What people call it: the text it is listed by, else a text that is unique, else its id.
  public var title: String {
    for name in Self.entity.titleAttributes {
      if case .string(let text) = value(for: name), !text.isEmpty { return text }
    }
    return id.text
  }

  /// Where a to-one relationship of its leads: one id or none.
  func destination(of relationship: Relationship) -> [UUID] {
    let property = Self.properties.first { $0.relationship?.name == relationship.name }
    guard case .uuid(let id) = property?.get(self) else { return [] }
    return [id]
  }

  /// The value of the attribute with a name, or nil where there is no such attribute.
  public func value(for name: String) -> AttributeValue? {
    Self.properties.first { $0.attribute?.name == name }?.get(self)
  }

  /// The values of its properties, in their order.
  package var values: [AttributeValue] { Self.properties.map { $0.get(self) } }
}

extension String {
  /// The text as searches see it: case, accents and width made the same.
  package var searchFolded: String {
    if isASCII { return lowercased() }
    return folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}
