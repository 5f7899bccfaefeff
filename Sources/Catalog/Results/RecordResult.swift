import Foundation
public import ObjectStore
public import Text

/// A record as programs are told of it: every attribute and relationship by its name, and beside a relationship's ids what
/// people call those records; see ``Reader/json(_:)``. It is encoded as that object.
public struct RecordResult: Hashable, Sendable, Codable {
  /// The record's values, in the order of its declaration.
  public var object: JSONValue

  /// A record that is such an object.
  public init(_ object: JSONValue) { self.object = object }

  /// A record as a reader sees it.
  public init<R: Record>(_ record: R, in reader: Reader) throws(StoreError) { object = try reader.json([record])[0] }

  public init(from decoder: any Decoder) throws { object = try JSONValue(from: decoder) }

  public func encode(to encoder: any Encoder) throws { try object.encode(to: encoder) }

  /// Many records as a reader sees them.
  public static func all<R: Record>(_ records: [R], in reader: Reader) throws(StoreError) -> [RecordResult] {
    try reader.json(records).map(RecordResult.init)
  }
}

/// What went with a record that was removed.
public struct RemovalResult: Hashable, Sendable, Codable {
  /// So many records of a kind.
  public struct Part: Hashable, Sendable, Codable {
    /// Their entity.
    public var entity: String
    /// How many.
    public var count: Int
  }

  /// The record's entity.
  public var entity: String
  /// The record's id.
  public var id: String
  /// What it was called in a sentence: `customer “Ben”`.
  public var subject: String
  /// What was removed along with it.
  public var along: [Part]

  /// A record that is there still, with what goes when it does.
  public init<R: Record>(of record: R, in catalog: Catalog) throws {
    entity = R.entity.name
    id = record.id.text
    subject = try catalog.read { try record.subject(in: $0) }
    along = try catalog.cascade(of: R.self, record.id).map { Part(entity: $0.entity, count: $0.count) }
  }
}
