import Foundation

extension Reader {
  /// Returns the IDs that a relationship of a record leads to, whether it is to-one or to-many.
  public func linked<R: Record>(_ relationship: Relationship, of record: R) throws(StoreError) -> [UUID] {
    relationship.isToMany ? try ids(relationship.name, of: record) : record.destination(of: relationship)
  }
}
