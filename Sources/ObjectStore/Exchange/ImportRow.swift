import Foundation
import Text

/// A row to be imported: the values of a record in its text.
struct ImportRow {
  /// A value as it is written in the text.
  enum Value {
    /// A field, and the declared decimal separator of its source.
    case field(String?, decimal: DecimalSeparator?)
    /// A JSON value, and the declared decimal separator for numbers in strings.
    case json(JSONValue, decimal: DecimalSeparator?)

    /// Whether the value is an empty field.
    var isBlank: Bool {
      if case .field(nil, _) = self { true } else { false }
    }

    /// Whether the value is missing: an empty field, or JSON's null.
    var isEmpty: Bool {
      if case .json(.null, _) = self { true } else { isBlank }
    }
  }

  /// The beginning of the row.
  let start: TextCursor
  /// The number of the object in a JSON text, from 1; nil for CSV, where the line is sufficient.
  let number: Int?
  /// The entity, if the row or its source contains it.
  let entity: String?
  var values: [(name: String, value: Value)]
}

extension ImportRow.Value {
  /// Returns the value of an attribute. It must have the form of the attribute's type.
  func read(_ attribute: Attribute, of entity: String) throws(StoreError) -> AttributeValue {
    switch self {
    case .field(let text, let decimal): try attribute.value(text: text, decimal: decimal, of: entity)
    case .json(let json, let decimal): try attribute.value(json: json, decimal: decimal, of: entity)
    }
  }

  /// Throws an error if a unique key is a long number that a spreadsheet has shortened, such as 4.00638E+12. Different
  /// numbers would become the same key.
  func checkWhole(_ attribute: Attribute, of entity: Entity) throws(StoreError) {
    guard case .field(let text?, _) = self, attribute.type == .string,
      entity.uniqueKeys.contains(where: { $0.attributes.contains(attribute.name) }),
      Numeral.isShortened(text)
    else { return }
    throw .refused(InvalidValue(entity: entity.name, attribute: attribute.name, value: .string(text), .shortened))
  }

  /// Returns the IDs or names of the records that a relationship leads to: in JSON an array or a string, otherwise text
  /// separated by commas.
  func references(_ relationship: Relationship, of entity: String) throws(StoreError) -> [String] {
    switch self {
    case .field(nil, _), .json(.null, _): return []
    case .field(let text?, _), .json(.string(let text), _): return relationship.isToMany ? text.listedNames : [text]
    case .json(.array(let elements), _) where relationship.isToMany:
      var names: [String] = []
      for case .string(let name) in elements { names.append(name) }
      if names.count == elements.count { return names }
    default: break
    }
    throw .refused(
      InvalidValue(
        entity: entity, attribute: relationship.name, value: .string(description),
        .notReferences(isList: relationship.isToMany)))
  }

  /// Returns the texts of a column such as `makers.name`: in JSON an array or a string, otherwise text separated by
  /// commas.
  func relatedTexts(_ relationship: Relationship, _ name: String, of entity: String) throws(StoreError) -> [String] {
    if case .field(let text, _) = self { return text.map { relationship.isToMany ? $0.listedNames : [$0] } ?? [] }
    let values: [JSONValue] =
      switch self {
      case .json(.array(let elements), _) where relationship.isToMany: elements
      case .json(let value, _): [value]
      case .field: []
      }
    var texts: [String] = []
    for value in values where value != .null {
      guard case .string(let text) = value else {
        throw .refused(
          InvalidValue(
            entity: entity, attribute: name, value: .string(description),
            .notReferences(isList: relationship.isToMany)))
      }
      texts.append(text)
    }
    return texts
  }

  private var description: String {
    switch self {
    case .field(let text, _): text ?? ""
    case .json(let json, _): json.description
    }
  }

  /// The text of a field or of a JSON string.
  var text: String? {
    switch self {
    case .field(let text, _): text
    case .json(.string(let text), _): text
    case .json: nil
    }
  }

  fileprivate var decimal: DecimalSeparator? {
    switch self {
    case .field(_, let decimal), .json(_, let decimal): decimal
    }
  }
}

extension ImportRow {
  /// Returns an error about a value of the row with the value as written in the file, such as `-12,50` for -12.5.
  func quoted(_ error: StoreError, of entity: Entity) -> StoreError {
    guard case .refused(let refusal) = error, refusal.entity == entity.name,
      let text = values.first(where: { $0.name == refusal.attribute })?.value.text
    else { return error }
    return .refused(
      InvalidValue(entity: entity.name, attribute: refusal.attribute, value: .string(text), refusal.reason))
  }

  /// Throws an error if a price has the sign of another currency than the record's.
  func checkCurrencies<R: Record>(of record: R) throws(StoreError) {
    for (name, value) in values {
      guard let attribute = R.entity.attribute(name), case .price(let currency)? = attribute.rule,
        let text = value.text,
        let written = try? Numeral(text, decimal: value.decimal).currency,
        case .string(let code)? = record.value(for: currency), !written.codes.contains(code)
      else { continue }
      throw .refused(
        InvalidValue(
          entity: R.entity.name, attribute: name, value: .string(text), .otherCurrency(attribute: currency, code))
      )
    }
  }
}

/// Reads the rows of a source one at a time.
struct ImportRows {
  private enum Reading {
    case json(JSONRecords)
    case csv(CSVReader)
  }

  private var reading: Reading
  private let entity: String?
  private let decimal: DecimalSeparator?
  /// The columns or keys that contain attributes under other names, in the order of the attributes.
  private let renamed: [(attribute: String, column: String)]
  /// The column names, if the text contains them only once, and their line.
  private(set) var columns: [String]?
  private(set) var headerLine = 1
  /// The number of the last JSON object, whether it could be read or not.
  var number: Int? { if case .json(let records) = reading { records.number } else { nil } }

  /// Creates a reader for the rows of a source. Throws an error if a CSV text has no column names.
  init(_ source: ImportSource) throws(TextError) {
    entity = source.entity
    decimal = source.decimal
    renamed = source.columns.map { ($0, $1) }.sorted { $0.0 < $1.0 }
    switch source.format {
    case .json: reading = .json(JSONRecords(source.bytes))
    case .csv:
      let reader = try CSVReader(source.bytes)
      reading = .csv(reader)
      (columns, headerLine) = (reader.columns, reader.headerLine)
    }
  }

  /// Replaces the names of columns that contain an attribute under another name. Then replaces names with names in
  /// `known` that differ only in case and surrounding spaces, if this is unambiguous: no other column has the name, and
  /// no other known name matches.
  ///
  /// - Throws: `noColumn` if a column of the source's ``ImportSource/columns`` is missing, `sameAttribute` if another
  ///   column has the attribute's name.
  mutating func nameColumns(as known: [String]) throws(StoreError) {
    guard var names = columns else { return }
    for (attribute, column) in renamed where column != attribute {
      guard let index = names.firstIndex(of: column) else {
        throw .noColumn(name: column, attribute: attribute, columns: names)
      }
      if names.contains(attribute) { throw .sameAttribute(name: column, attribute: attribute) }
      names[index] = attribute
    }
    for (index, name) in names.enumerated() where !known.contains(name) {
      let folded = name.trimmingCharacters(in: .whitespaces).nameFolded
      let meant = known.filter { $0.nameFolded == folded }
      if meant.count == 1, !names.contains(meant[0]) { names[index] = meant[0] }
    }
    columns = names
  }

  /// Returns the next readable row; nil after the last.
  mutating func nextReadable() -> ImportRow? {
    while true {
      do { return try next() } catch { continue }
    }
  }

  /// Returns the next row; nil after the last. After an error, the row after it can be read.
  mutating func next() throws(TextError) -> ImportRow? {
    switch reading {
    case .json(var records):
      defer { reading = .json(records) }
      return try records.next().map(row)
    case .csv(var reader):
      defer { reading = .csv(reader) }
      guard let row = try reader.next() else { return nil }
      let values = zip(columns ?? reader.columns, row.fields).map { name, field in
        (name: name, value: ImportRow.Value.field(field?.withoutApostrophe, decimal: decimal))
      }
      return ImportRow(start: row.start, number: nil, entity: entity, values: values)
    }
  }

  /// Returns the row that begins at a place.
  mutating func row(at start: TextCursor) throws(TextError) -> ImportRow? {
    switch reading {
    case .json(var records): return row(try records.element(at: start))
    case .csv(var reader):
      reader.go(to: start)
      reading = .csv(reader)
      return try next()
    }
  }

  private func row(_ element: JSONRecords.Element) -> ImportRow {
    var named = entity
    var values: [(name: String, value: ImportRow.Value)] = []
    for member in element.members {
      if member.key == "entity", case .string(let name) = member.value {
        named = name
      } else {
        let attribute = renamed.first { $0.column == member.key }?.attribute
        values.append((attribute ?? member.key, .json(member.value, decimal: decimal)))
      }
    }
    return ImportRow(start: element.start, number: element.number, entity: named, values: values)
  }
}
