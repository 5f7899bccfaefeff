import Foundation
import PackshotKit

/// A record with all that is known of it, for people: its attributes, then what its relationships lead to.
struct RecordPage<R: Record> {
  private let record: R
  private let reader: Reader
  /// How many records a relationship names; the others are counted.
  private let namedCount = 20

  /// A page that is printed while its reader lasts.
  init(_ record: R, in reader: Reader) { (self.record, self.reader) = (record, reader) }

  func print() throws {
    for attribute in R.entity.attributes where !attribute.isDerived || attribute.aggregate != nil {
      guard let value = record.value(for: attribute.name), value != .null else { continue }
      line(attribute.name, text(value, of: attribute))
    }
    for relationship in R.entity.relationships { try printLinks(relationship) }
  }

  private func text(_ value: AttributeValue, of attribute: Attribute) -> String {
    guard case .price(let name)? = attribute.rule, case .decimal(let price) = value,
      case .string(let code)? = record.value(for: name)
    else { return value.displayText(as: attribute.type) }
    return price.priceText(in: code)
  }

  private func printLinks(_ relationship: Relationship) throws {
    guard let type = Catalog.model.recordType(relationship.destination) else { return }
    let ids = try reader.linked(relationship, of: record)
    for (index, id) in ids.prefix(namedCount).enumerated() {
      line(index == 0 ? relationship.name : "", try text(type, id))
    }
    if ids.count > namedCount { line("", "and \(ids.count - namedCount) more") }
  }

  private func text<Other: Record>(_ type: Other.Type, _ id: UUID) throws -> String {
    try reader.existing(type, id).line
  }

  private func line(_ title: String, _ text: String) {
    Swift.print(title.padding(to: 12), Console.printable(text))
  }
}
