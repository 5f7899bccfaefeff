import Foundation
public import ObjectStore
public import Text

/// A record in a form for programs: every attribute and relationship by its name, and the names of related records
/// beside their IDs; see ``Reader/json(_:)``. It is encoded as that JSON object.
public struct RecordResult: Hashable, Sendable, Codable {
  /// The record's values, in the order of their declaration.
  public var object: JSONValue

  /// Creates the result from a JSON object.
  public init(_ object: JSONValue) { self.object = object }

  /// Creates the result for a record in the state that `reader` shows.
  public init<R: Record>(_ record: R, in reader: Reader) throws(StoreError) { object = try reader.json([record])[0] }

  public init(from decoder: any Decoder) throws { object = try JSONValue(from: decoder) }

  public func encode(to encoder: any Encoder) throws { try object.encode(to: encoder) }

  /// Creates the results for many records in the state that `reader` shows.
  public static func all<R: Record>(_ records: [R], in reader: Reader) throws(StoreError) -> [RecordResult] {
    try reader.json(records).map(RecordResult.init)
  }
}

/// The records that were removed along with a record.
public struct RemovalResult: Hashable, Sendable, Codable {
  /// Number of removed records of one entity.
  public struct Part: Hashable, Sendable, Codable {
    /// Name of the entity.
    public var entity: String
    /// Number of records.
    public var count: Int
  }

  /// The record's entity.
  public var entity: String
  /// The record's id.
  public var id: String
  /// The record as named in a sentence: `customer “Ben”`.
  public var subject: String
  /// The records that were removed along with it.
  public var along: [Part]

  /// Creates the result for a record that still exists, with what its removal would remove.
  public init<R: Record>(of record: R, in catalog: Catalog) throws {
    entity = R.entity.name
    id = record.id.text
    subject = try catalog.read { try record.subject(in: $0) }
    along = try catalog.cascade(of: R.self, record.id).map { Part(entity: $0.entity, count: $0.count) }
  }
}
