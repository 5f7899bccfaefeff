internal import GRDB

extension Reader {
  /// Returns the records that contain every word of `text` in the attributes their entity is searched by, without
  /// regard to case and accents. Records that begin with the first word come first; otherwise they are sorted as in
  /// lists. Parts of words match too. Text without words matches all records.
  ///
  /// Throws `notSearched` if the entity is not searched.
  ///
  /// With a million records, the first fifty take one to a few milliseconds.
  public func search<R: Record>(
    _ type: R.Type, _ text: String, limit: Int? = nil, offset: Int = 0
  ) throws(StoreError) -> [R] {
    guard let list = SearchList(R.entity, in: context.model) else { throw .notSearched(entity: R.entity.name) }
    return try attempt {
      try list.find(db, text, limit: limit, offset: offset).compactMap { try R.fetch(db, $0) }
    }
  }

  /// Returns the number of records that ``search(_:_:limit:offset:)`` finds, or `limit` if there are more.
  public func searchCount<R: Record>(_ type: R.Type, _ text: String, limit: Int) throws(StoreError) -> Int {
    guard let list = SearchList(R.entity, in: context.model) else { throw .notSearched(entity: R.entity.name) }
    return try attempt { try list.find(db, text, limit: limit).count }
  }
}
