import Foundation

/// A record of the catalog: a value, which may be used and changed freely, and is in the catalog once it is saved.
public protocol Record: Sendable, Identifiable {
  /// Its identity for good. Other records refer to it by this alone.
  var id: UUID { get }
  /// A record with a new id and every attribute at its default; one without a default is empty, which saving refuses.
  init()
  /// Its attributes and to-one relationships, each tied to the Swift property that holds it.
  static var properties: [Property<Self>] { get }
  /// The declaration of its kind.
  static var entity: Entity { get }
}

extension Record {
  /// The value of the attribute with a name, or nil where there is no such attribute.
  public func value(for name: String) -> AttributeValue? {
    Self.properties.first { $0.attribute?.name == name }?.get(self)
  }

  /// Checks every attribute against its declaration, as saving does.
  public func validate() throws(CatalogError) {
    for property in Self.properties {
      guard let attribute = property.attribute else { continue }
      let value = property.get(self)
      if let objection = attribute.objection(to: value) {
        throw .refused(
          Refusal(entity: Self.entity.name, attribute: attribute.name, value: value, rule: objection))
      }
    }
  }
}

extension String {
  /// The text with upper and lower case made the same, for comparing names.
  var caseFolded: String { folding(options: .caseInsensitive, locale: nil) }

  /// The text as searches see it: case, accents and width made the same.
  var searchFolded: String {
    folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}
