import Foundation
public import ObjectStore
import Text

/// What happened to a list, with the record as it is now.
public struct ListEventResult: Hashable, Sendable, Codable {
  /// A place in a list with sections; of a section itself without an item.
  public struct Place: Hashable, Sendable, Codable {
    /// The section, from 0.
    public var section: Int
    /// The place in the section, from 0.
    public var item: Int?
  }

  /// `inserted`, `deleted`, `moved`, `updated`, `sectionInserted`, `sectionDeleted`, or `upToDate` behind a batch of them.
  public var event: String
  /// The entity of the list's records.
  public var entity: String
  /// The record's id.
  public var id: String?
  /// The section's heading.
  public var title: String?
  /// The place that was left, in the list as it was before the batch.
  public var from: Place?
  /// The place that was come to, in the list as it is after the batch.
  public var to: Place?
  /// The record, as lists have it.
  public var record: RecordResult?
  /// Behind a batch, how many records there are.
  public var records: Int?
  /// Behind a batch, how many sections there are.
  public var sections: Int?

  /// What happened.
  ///
  /// - Parameter reader: shows the state that the event leads to.
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

  /// The end of a batch: the list is up to date, with so many records and sections.
  public init<R: Record>(upToDate type: R.Type, records: Int, sections: Int) {
    (event, entity, self.records, self.sections) = ("upToDate", R.entity.name, records, sections)
  }
}

extension ListEventResult.Place {
  fileprivate init(_ index: ListIndex) { self.init(section: index.section, item: index.item) }
}

extension Encodable {
  /// The result as a line of JSON, with its keys in the order of their declaration.
  package var json: JSONValue { JSONValue(encoding: self) }
}
