import Foundation
import PackshotKit
import Text

extension ListEvent {
  /// The event as `catalog watch` prints it, with the record as `list --json` has it.
  ///
  /// - Parameter reader: shows the state that the event leads to.
  func json<R: Record>(of type: R.Type, in reader: Reader) throws -> JSONValue {
    let id = { (id: UUID) in JSONValue.Member("id", .string(id.text)) }
    let record = { (id: UUID) in JSONValue.Member("record", try reader.json([reader.existing(type, id)])[0]) }
    let details: [JSONValue.Member] =
      switch self {
      case .deleted(let left, let from): [id(left), .from(from)]
      case .inserted(let come, let to): [id(come), .to(to), try record(come)]
      case .moved(let moved, let from, let to): [id(moved), .from(from), .to(to), try record(moved)]
      case .updated(let changed, let from, let to): [id(changed), .from(from), .to(to), try record(changed)]
      case .sectionDeleted(let title, let from): [.init("title", .string(title)), .from(from)]
      case .sectionInserted(let title, let to): [.init("title", .string(title)), .to(to)]
      }
    return .object([.init("event", .string(name)), .init("entity", .string(R.entity.name))] + details)
  }

  private var name: String {
    switch self {
    case .deleted: "deleted"
    case .sectionDeleted: "sectionDeleted"
    case .sectionInserted: "sectionInserted"
    case .inserted: "inserted"
    case .moved: "moved"
    case .updated: "updated"
    }
  }
}

extension JSONValue.Member {
  fileprivate static func from(_ place: ListIndex) -> Self { .init("from", .place(place)) }
  fileprivate static func from(_ section: Int) -> Self { .init("from", .place(section)) }
  fileprivate static func to(_ place: ListIndex) -> Self { .init("to", .place(place)) }
  fileprivate static func to(_ section: Int) -> Self { .init("to", .place(section)) }
}

extension JSONValue {
  /// The place of a record.
  fileprivate static func place(_ index: ListIndex) -> Self {
    .object([.init("section", .integer(Int64(index.section))), .init("item", .integer(Int64(index.item)))])
  }

  /// The place of a section.
  fileprivate static func place(_ section: Int) -> Self { .object([.init("section", .integer(Int64(section)))]) }
}
