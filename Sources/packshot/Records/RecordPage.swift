import Foundation
import PackshotKit

/// A record as text: its attributes, then its related records.
struct RecordPage<R: Record> {
  private typealias Line = (title: String, text: String)

  private let record: R
  private let reader: Reader
  /// Maximum number of related records that are named. The rest are counted.
  private let namedCount = 20

  /// Creates a page, which must be printed while its reader is valid.
  init(_ record: R, in reader: Reader) { (self.record, self.reader) = (record, reader) }

  /// Prints a line for each value, with the names aligned in a column.
  func print() throws {
    let lines = try lines()
    let width = lines.map(\.title.displayWidth).max() ?? 0
    for line in lines { Swift.print(line.title.padding(to: width + 1), Console.printable(line.text)) }
  }

  private func lines() throws -> [Line] {
    var lines: [Line] = []
    for attribute in R.entity.attributes where !attribute.isDerived || attribute.aggregate != nil {
      guard let value = record.value(for: attribute.name), value != .null else { continue }
      lines.append((attribute.name, text(value, of: attribute)))
    }
    for relationship in R.entity.relationships { lines += try links(relationship) }
    return lines
  }

  private func text(_ value: AttributeValue, of attribute: Attribute) -> String {
    guard case .price(let name)? = attribute.rule, case .decimal(let price) = value,
      case .string(let code)? = record.value(for: name)
    else { return value.displayText(as: attribute.type) }
    return price.priceText(in: code)
  }

  private func links(_ relationship: Relationship) throws -> [Line] {
    guard let type = Catalog.model.recordType(relationship.destination) else { return [] }
    let ids = try reader.linked(relationship, of: record)
    var lines = try ids.prefix(namedCount).enumerated().map { index, id in
      (index == 0 ? relationship.name : "", try text(type, id))
    }
    if ids.count > namedCount { lines.append(("", "and \(ids.count - namedCount) more")) }
    return lines
  }

  private func text<Other: Record>(_ type: Other.Type, _ id: UUID) throws -> String {
    try reader.existing(type, id).line
  }
}
