internal import GRDB

extension Reader {
  /// The records that have every word of `text` somewhere in what their entity is searched by, whatever the case and
  /// accents: those that begin with the first word first, and otherwise as lists are sorted. Parts of words are found
  /// too. Text without words finds all.
  ///
  /// Throws `notSearched` where the entity is not declared to be searched.
  ///
  /// With a million records, the first fifty take a millisecond or a few.
  public func search<R: Record>(
    _ type: R.Type, _ text: String, limit: Int? = nil, offset: Int = 0
  ) throws(StoreError) -> [R] {
    guard let list = SearchList(R.entity, in: context.model) else { throw .notSearched(entity: R.entity.name) }
    return try attempt {
      try list.find(db, text, limit: limit, offset: offset).compactMap { try R.fetch(db, $0) }
    }
  }
}
