import Foundation
internal import GRDB

extension Catalog {
  /// Saves a record, new or changed, after checking it against its declaration.
  ///
  /// Throws `refused`, naming attribute, value and rule, where a value is not allowed or must be unique and is not.
  public func save<R: Record>(_ record: R) throws(CatalogError) {
    _ = try write { db in try Saving<R>(db)(record) }
  }

  /// Deletes the record with an id, and what its relationships' delete rules say. No file is touched.
  ///
  /// Throws `denied` where a relationship denies it, and `notFound` where there is no such record.
  public func remove<R: Record>(_ type: R.Type, id: UUID) throws(CatalogError) {
    try write { db in
      do {
        try db.execute(sql: "DELETE FROM \(R.entity.table) WHERE id = ?", arguments: [id])
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        throw try Self.denial(db, of: R.entity, id) ?? error
      }
      if db.changesCount == 0 { throw CatalogError.notFound(entity: R.entity.name, query: id.text) }
    }
  }

  private static func denial(_ db: Database, of entity: Entity, _ id: UUID) throws -> CatalogError? {
    for relationship in entity.relationships where relationship.deleteRule == .deny {
      let holders = try Links(relationship, of: entity).ids(db, id)
      if !holders.isEmpty {
        return .denied(
          entity: entity.name, id: id, relationship: relationship.name, count: holders.count,
          holders: Array(holders.prefix(CatalogError.namedCount)))
      }
    }
    return nil
  }
}
