/// The search index of an entity: its records in list order, with the texts that searches find them by.
///
/// The index consists of three tables that are not part of the model:
/// - `_list_…`: the records by number, with their folded texts (``SearchText``): their own, then those of the records
///   that ``Entity/searchedThrough`` leads to. The numbers are in list order, with room between neighbours for new
///   records (``ListNumbers``).
/// - `_entries_…`: the numbers of the records that contain each run of letters. FTS5 keeps the numbers of a run sorted,
///   so matches are found in list order, and the first fifty take the same time whether there are fifty or half a
///   million. FTS5 stores neither the texts nor the positions of runs in them; positions are found in the texts of the
///   first table.
/// - `_stale_…`: the IDs of records changed since the last update. Triggers insert them for every writer, so that an
///   undo or another program is covered too. Each of our own transactions ends with an update of the list, all at once
///   and in order, which makes adding many records fast. Until then, the changed records are searched separately.
///
/// ## Measured
/// With a million products (two cores, SQLite 3.40), a search takes 0.1 to 1 ms for one to three letters, and 1 ms for
/// eight letters; 20 ms if these are halves of words that are common, but not together. Two alternatives were slower:
/// FTS5's trigrams over texts numbered in the order of insertion, because finding the first fifty in order requires
/// sorting all matches, and one or two letters need another index; and scanning a sorted index until fifty match, which
/// takes a third of a second if they are all at its end. The cost is the index: 26 µs and 200 bytes per product.
struct SearchList {
  /// The entity's table, as SQL.
  let table: String
  /// The column that the entity's records are sorted by, as SQL.
  let order: String
  /// The list's own tables, as SQL.
  let list, entries, stale: String
  /// Prefix of the names of the list's triggers.
  let triggerPrefix: String
  /// The to-many relationships that a search follows to search texts of related records too, with their destinations
  /// and inverses.
  let through: [(relationship: Relationship, destination: Entity, inverse: Relationship)]

  /// Creates the index of `entity`; nil if the entity is not searched.
  init?(_ entity: Entity, in model: Model) {
    if entity.searched.isEmpty { return nil }
    table = entity.table.sqlName
    order = (entity.orderedBy.map { $0 + "Order" } ?? "id").sqlName
    list = "_list_\(entity.table)".sqlName
    entries = "_entries_\(entity.table)".sqlName
    triggerPrefix = "_stale_\(entity.table)"
    stale = triggerPrefix.sqlName
    through = entity.searchedThrough.map { name in
      guard let relationship = entity.relationship(name), let destination = model.entity(relationship.destination),
        let inverse = model.inverse(of: relationship)
      else { preconditionFailure("the model has been checked") }
      return (relationship, destination, inverse)
    }
  }

  /// Returns the lists of all searched entities.
  static func all(of model: Model) -> [SearchList] { model.entities.compactMap { SearchList($0, in: model) } }

  /// Returns the lists that depend on records of the entities `names`: the lists of these entities, and the lists of
  /// entities that are searched through them.
  static func all(of model: Model, showing names: Set<String>) -> [SearchList] {
    let entities = model.entities.filter { entity in
      names.contains(entity.name)
        || entity.searchedThrough.contains { names.contains(entity.relationship($0)?.destination ?? "") }
    }
    return entities.compactMap { SearchList($0, in: model) }
  }

  /// A record's text as searches compare it, as an SQL expression on its row.
  var text: String {
    let related = through.map { relationship, destination, inverse in
      let (column, other) = (relationship.name.sqlName, destination.table.sqlName)
      let rows =
        inverse.isToMany
        ? "\(relationship.joinTable.sqlName) CROSS JOIN \(other) AS _other ON _other.id = \(column) "
          + "WHERE \(relationship.ownerColumn.sqlName) = \(table).id"
        : "\(other) AS _other WHERE _other.\(inverse.column.sqlName) = \(table).id"
      return " || coalesce(char(10) || (SELECT group_concat(_other.searchText, char(10)) FROM \(rows)), '')"
    }
    return "\(table).searchText" + related.joined()
  }
}
