import Foundation
internal import GRDB

/// The criterion for the sections of a list.
public enum Sectioning: Hashable, Sendable {
  /// The value of an attribute. Sections are in the order of the values; in the list's direction, if it is sorted by
  /// that attribute first.
  case value(String)
  /// The first letter of the text that lists are sorted by, as in an index in the store's language.
  case letter
}

/// The section of a record: its place among the sections, and its heading.
struct SectionKey: Equatable, Sendable {
  let order: DatabaseValue
  let title: String

  static let only = SectionKey(order: .null, title: "")
}

/// Determines the section of each record of an entity.
struct SectionRule: Sendable {
  /// The column that determines the section.
  let column: String
  let isDescending: Bool
  private let key: @Sendable (DatabaseValue) -> SectionKey

  /// Throws `unknownName` if the entity has no such attribute, or no text that lists are sorted by.
  init<R: Record>(_ sectioning: Sectioning, of fetch: Fetch<R>, _ context: StoreContext) throws(StoreError) {
    let collator = context.collator
    let inOrder = { @Sendable (title: String) in
      SectionKey(order: collator.sortKey(for: title).databaseValue, title: title)
    }
    switch sectioning {
    case .letter:
      guard let name = R.entity.orderedBy else {
        throw .unknownName(entity: R.entity.name, name: "letter", known: R.entity.attributes.map(\.name))
      }
      let sections = Sections(locale: collator.locale)
      column = name
      key = { stored in inOrder(sections.title(of: String.fromDatabaseValue(stored) ?? "")) }
    case .value(let name):
      _ = try OrderSQL.column(name, of: R.entity, in: context.model)
      let type = R.entity.attribute(name)?.type ?? .string
      column = name
      key = { stored in
        if case .string(let text) = stored.storage { return inOrder(text) }
        return SectionKey(order: stored, title: AttributeValue(stored, as: type)?.text(as: type) ?? "")
      }
    }
    let first = fetch.effectiveOrder.first
    isDescending = first?.name == column && first?.isDescending == true
  }

  /// Returns the section of a record whose column holds `stored`.
  func callAsFunction(_ stored: DatabaseValue) -> SectionKey { key(stored) }
}
