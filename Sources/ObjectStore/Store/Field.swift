import Foundation
import Text

/// A value in a record's row, and what determines it.
struct Field: Sendable {
  let columns: [String]
  let type: AttributeType
  /// Indices of the properties that determine the field's value. If their values are unchanged, the field's value is
  /// unchanged.
  let sources: [Int]
  /// Computes the field's value from the values of all properties.
  let value: @Sendable (_ values: [AttributeValue]) -> AttributeValue
  /// Whether saving an existing record writes the field.
  let isWritten: Bool
  /// Whether the field is computed from the record's other values.
  let isComputed: Bool
  /// Whether a new record has the given value exactly: neither rounded, nor left unread, nor counted by the database.
  let isKeptAsGiven: Bool

  /// Returns all fields of a record type, in the order of their columns.
  static func all<R: Record>(of type: R.Type, _ collator: Collator) -> [Field] {
    let own = R.properties.enumerated().map { index, property in
      if let aggregate = property.attribute?.aggregate { return start(of: aggregate, property) }
      return Field(
        columns: property.columns, type: property.type, sources: [index],
        value: { values in values[index] }, isWritten: property.column != "id",
        isComputed: property.attribute?.isDerived == true, isKeptAsGiven: property.type.isKeptExactly)
    }
    return own + companions(of: type, collator)
  }

  /// Returns the field of an aggregate. In a new record, it has the value of its base, or zero or nil; then the
  /// database updates it.
  private static func start<R: Record>(of aggregate: Aggregate, _ property: Property<R>) -> Field {
    let base = aggregate.base.map { place(of: $0, R.self) }
    let nothing: AttributeValue = aggregate.function == .sum ? .integer(0) : .null
    return Field(
      columns: property.columns, type: property.type, sources: base.map { [$0] } ?? [],
      value: { values in base.map { values[$0] } ?? nothing }, isWritten: false, isComputed: false, isKeptAsGiven: false
    )
  }

  /// Returns the fields that a row has in addition to the properties: folded texts, the sort key, and the search text.
  static func companions<R: Record>(of type: R.Type, _ collator: Collator) -> [Field] {
    let folded = R.entity.foldedAttributes.map { name in
      companion(of: name, type, "Folded", .string) { text in .string(text.nameFolded) }
    }
    let order = [R.entity.orderedBy].compactMap { $0 }.map { name in
      companion(of: name, type, "Order", .binary) { text in .binary(collator.sortKey(for: text)) }
    }
    return folded + order + (R.entity.searched.isEmpty ? [] : [search(type)])
  }

  /// Returns the field that searches use.
  private static func search<R: Record>(_ type: R.Type) -> Field {
    let sources = R.entity.searched.map { place(of: $0, type) }
    let texts = sources.map { R.properties[$0].searchText }
    return Field(
      columns: ["searchText"], type: .string, sources: sources,
      value: { values in .string(SearchText.folded(zip(sources, texts).lazy.map { $1(values[$0]) })) }, isWritten: true,
      isComputed: true, isKeptAsGiven: true)
  }

  /// Returns a field with another form of a text.
  private static func companion<R: Record>(
    of name: String, _ type: R.Type, _ suffix: String, _ column: AttributeType,
    _ form: @escaping @Sendable (String) -> AttributeValue
  ) -> Field {
    let source = place(of: name, type)
    return Field(
      columns: [name + suffix], type: column, sources: [source],
      value: { values in
        guard case .string(let text) = values[source] else { return form("") }
        return form(text)
      }, isWritten: true, isComputed: true, isKeptAsGiven: true)
  }

  private static func place<R: Record>(of name: String, _ type: R.Type) -> Int {
    guard let place = R.properties.firstIndex(where: { $0.attribute?.name == name }) else {
      preconditionFailure("the model has been checked")
    }
    return place
  }
}
