import Foundation
public import ObjectStore
import Text

/// A change of a list, with the record as it is now.
public struct ListEventResult: Hashable, Sendable, Codable {
  /// A position in a list with sections. The position of a section has no `item`.
  public struct Place: Hashable, Sendable, Codable {
    /// Index of the section, from 0.
    public var section: Int
    /// Index in the section, from 0.
    public var item: Int?
  }

  /// `inserted`, `deleted`, `moved`, `updated`, `sectionInserted` or `sectionDeleted`; or `upToDate` at the end of a
  /// batch.
  public var event: String
  /// The entity of the list's records.
  public var entity: String
  /// The record's id.
  public var id: String?
  /// Heading of the section.
  public var title: String?
  /// The old position, in the list before the batch.
  public var from: Place?
  /// The new position, in the list after the batch.
  public var to: Place?
  /// The record, in the form that lists contain.
  public var record: RecordResult?
  /// At the end of a batch, the number of records.
  public var records: Int?
  /// At the end of a batch, the number of sections.
  public var sections: Int?

  /// Creates the result for a change.
  ///
  /// - Parameter reader: A reader of the state after the change.
  public init<R: Record>(_ happened: ListEvent, of type: R.Type, in reader: Reader) throws {
    entity = R.entity.name
    let record = { (id: UUID) in try RecordResult(reader.existing(type, id), in: reader) }
    switch happened {
    case .deleted(let left, let from): (event, id, self.from) = ("deleted", left.text, Place(from))
    case .inserted(let come, let to):
      (event, id, self.to, self.record) = ("inserted", come.text, Place(to), try record(come))
    case .moved(let moved, let from, let to):
      (event, id, self.from, self.to) = ("moved", moved.text, Place(from), Place(to))
      self.record = try record(moved)
    case .updated(let changed, let from, let to):
      (event, id, self.from, self.to) = ("updated", changed.text, Place(from), Place(to))
      self.record = try record(changed)
    case .sectionDeleted(let title, let from):
      (event, self.title, self.from) = ("sectionDeleted", title, Place(section: from))
    case .sectionInserted(let title, let to):
      (event, self.title, self.to) = ("sectionInserted", title, Place(section: to))
    }
  }

  /// Creates the end of a batch: the list is up to date, with `records` records and `sections` sections.
  public init<R: Record>(upToDate type: R.Type, records: Int, sections: Int) {
    (event, entity, self.records, self.sections) = ("upToDate", R.entity.name, records, sections)
  }
}

extension ListEventResult.Place {
  fileprivate init(_ index: ListIndex) { self.init(section: index.section, item: index.item) }
}

extension Encodable {
  /// The result as JSON, with its keys in the order of their declaration.
  package var json: JSONValue { JSONValue(encoding: self) }
}
