/// All records of one entity in people's order, and what to find them by.
///
/// Three tables stand behind it, which the model does not know of:
/// - `_list_…`: the records by number, with their texts as searches see them (``SearchText``): their own, then those of the
///   records that ``Entity/searchedThrough`` leads to. The numbers follow people's order, with room between neighbours for
///   those to come (``ListNumbers``).
/// - `_entries_…`: which numbers have which runs of letters. FTS5 keeps each run's numbers sorted, so what is found comes in
///   people's order by itself, and the first fifty cost the same whether there are fifty or half a million. It is asked to
///   keep neither the texts nor where in them a run stands, which the texts tell.
/// - `_stale_…`: the ids of records that have changed since. Triggers put them there whoever writes, so an undo or another
///   program leaves nothing out. Each of our own transactions ends with bringing the list up to date, all at once and in
///   order, which is what makes adding many records fast; until then, those few are searched by themselves.
///
/// ## Measured
/// With a million products (two cores, SQLite 3.40): one to three letters 0.1 to 1 ms, eight letters 1 ms, and 20 where
/// they are halves of words that are common, but not together. Slower: FTS5's trigrams over texts numbered as they were
/// added (the first fifty in order mean sorting all that fit; one and two letters need another index), and going through
/// a sorted index until fifty fit (a third of a second where they are all at its end). The price is the index: 26 µs and
/// 200 bytes a product.
struct SearchList {
  /// The entity's table, as SQL.
  let table: String
  /// What the entity's records are sorted by, as SQL.
  let order: String
  /// The list's own tables, as SQL.
  let list, entries, stale: String
  /// What the names of the list's triggers begin with.
  let triggerPrefix: String
  /// The to-many relationships whose records' texts are searched too, with where they lead and what leads back.
  let through: [(relationship: Relationship, destination: Entity, inverse: Relationship)]

  /// Nil for an entity that is not searched.
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

  /// The lists of all entities that are searched.
  static func all(of model: Model) -> [SearchList] { model.entities.compactMap { SearchList($0, in: model) } }

  /// The lists that show something of the records of some entities: their own, and those of others that search through them.
  static func all(of model: Model, showing names: Set<String>) -> [SearchList] {
    let entities = model.entities.filter { entity in
      names.contains(entity.name)
        || entity.searchedThrough.contains { names.contains(entity.relationship($0)?.destination ?? "") }
    }
    return entities.compactMap { SearchList($0, in: model) }
  }

  /// A record's text as searches see it, as an expression on its row.
  var text: String {
    let related = through.map { relationship, destination, inverse in
      let (column, other) = (relationship.name.sqlName, destination.table.sqlName)
      let rows =
        inverse.isToMany
        ? "\(relationship.pairTable.sqlName) CROSS JOIN \(other) ON \(other).id = \(column) "
          + "WHERE \(inverse.name.sqlName) = \(table).id"
        : "\(other) WHERE \(inverse.column.sqlName) = \(table).id"
      return " || coalesce(char(10) || (SELECT group_concat(\(other).searchText, char(10)) FROM \(rows)), '')"
    }
    return "\(table).searchText" + related.joined()
  }
}
