import Foundation
package import GRDB

/// One consistent state of a store, for the duration of the closure that it is passed to.
///
/// Records are values and can be used after the closure has ended; the reader can't.
public class Reader {
  private let database: Database
  package let context: StoreContext
  private var isOpen = true
  private var links: [String: Links] = [:]

  init(_ db: Database, _ context: StoreContext) {
    database = db
    self.context = context
  }

  /// The database, while the closure runs.
  package var db: Database {
    precondition(isOpen, "a reader is used after its group has ended")
    return database
  }

  func close() { isOpen = false }

  /// Returns the record with an ID; nil if there is none.
  public func record<R: Record>(_ type: R.Type, _ id: UUID) throws(StoreError) -> R? {
    try attempt { try R.fetch(db, id) }
  }

  /// Returns the record with an ID. Throws `notFound` if there is none.
  public func existing<R: Record>(_ type: R.Type, _ id: UUID) throws(StoreError) -> R {
    guard let record = try record(type, id) else { throw .notFound(entity: R.entity.name, query: id.text) }
    return record
  }

  /// Returns the IDs that a to-many relationship of a record leads to, in byte order, which is the order of their
  /// creation.
  public func ids<R: Record>(_ relationship: String, of record: R) throws(StoreError) -> [UUID] {
    let link = try link(relationship, of: R.self)
    return try attempt { try link.ids(db, record.id) }
  }

  /// Returns the number of records that a to-many relationship of a record leads to.
  public func count<R: Record>(_ relationship: String, of record: R) throws(StoreError) -> Int {
    let link = try link(relationship, of: R.self)
    return try attempt { try link.count(db, record.id) }
  }

  /// Returns the bytes of an attribute of ``StoredData``, read from the row or from external storage; nil if there are
  /// none.
  public func bytes<R: Record>(of record: R, _ attribute: String) throws(StoreError) -> Data? {
    guard let property = R.properties.first(where: { $0.attribute?.name == attribute }), case .data = property.type
    else {
      throw .unknownName(
        entity: R.entity.name, name: attribute,
        known: R.entity.attributes.filter { if case .data = $0.type { true } else { false } }.map(\.name))
    }
    guard case .data(let data) = property.get(record) else { return nil }
    switch data.place {
    case .here(let bytes): return bytes
    case .external(let reference): return try context.external.bytes(reference)
    case .row:
      return try attempt {
        try Data.fetchOne(
          db, sql: "SELECT \(attribute.sqlName) FROM \(R.entity.table.sqlName) WHERE id = ?", arguments: [record.id])
      }
    }
  }

  /// Returns the to-many relationship of a record type with the name `name`.
  func link<R: Record>(_ name: String, of type: R.Type) throws(StoreError) -> Links {
    let key = R.entity.name + "." + name
    if let known = links[key] { return known }
    let toMany = R.entity.relationships.filter(\.isToMany)
    guard let relationship = toMany.first(where: { $0.name == name }) else {
      throw .unknownName(entity: R.entity.name, name: name, known: toMany.map(\.name))
    }
    let made = Links(relationship, of: R.entity, in: context.model)
    links[key] = made
    return made
  }

  /// Calls `body`, and converts its errors to a ``StoreError``.
  package func attempt<T>(_ body: () throws -> T) throws(StoreError) -> T {
    do {
      return try body()
    } catch {
      throw StoreError(error, at: context.path)
    }
  }
}

extension StoreContext {
  /// Calls `body` with a reader on a connection.
  func read<T, Failure: Error>(_ db: Database, _ body: (Reader) throws(Failure) -> T) throws(Failure) -> T {
    let reader = Reader(db, self)
    defer { reader.close() }
    return try body(reader)
  }
}
