import Foundation

extension Edit {
  /// Moves everything that is linked with a record to another record of the same type, and deletes the first record.
  ///
  /// Throws `notFound` if one of the two records doesn't exist, and `refused` if they are the same record.
  public func merge<R: Record>(_ type: R.Type, _ id: UUID, into other: UUID) throws(StoreError) {
    let (merged, kept) = (try existing(type, id), try existing(type, other))
    if id == other {
      throw .refused(
        InvalidValue(
          entity: R.entity.name, attribute: "id", value: .uuid(id),
          .sameRecord(title: kept.title)))
    }
    try savepoint { () throws(StoreError) in
      for relationship in R.entity.relationships where relationship.isToMany {
        for linked in try ids(relationship.name, of: merged) { try link(kept, relationship.name, to: linked) }
      }
      try remove(type, id)
    }
  }
}

extension Store {
  /// Merges one record into another, as an edit: see ``Edit/merge(_:_:into:)``. Returns the remaining record.
  @discardableResult
  public func merge<R: Record>(_ type: R.Type, _ id: UUID, into other: UUID) throws -> R {
    let (merged, kept) = try read { (try $0.existing(type, id), try $0.existing(type, other)) }
    return try edit("Merge \(merged.subject) into \(kept.title.quoted)") { edit in
      try edit.merge(type, id, into: other)
      return try edit.existing(type, other)
    }
  }
}
