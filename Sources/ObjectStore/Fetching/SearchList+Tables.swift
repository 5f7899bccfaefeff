extension SearchList {
  /// SQL that creates the list's tables and triggers, in a database that has the model's tables.
  var sql: String { ([tables] + ownTriggers + through.flatMap(triggers)).joined(separator: "\n") }

  private var tables: String {
    """
    CREATE TABLE \(list) (
      number INTEGER NOT NULL PRIMARY KEY,
      id BLOB NOT NULL UNIQUE,
      text TEXT NOT NULL
    ) STRICT;
    CREATE VIRTUAL TABLE \(entries) USING fts5 (
      entries, content='', columnsize=0, detail=none, prefix='1 2',
      tokenize="ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\\]^_`{|}~'"
    );
    CREATE TABLE \(stale) (id BLOB NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
    """
  }

  private var ownTriggers: [String] {
    [
      trigger("inserted", "INSERT", on: table, marking: "VALUES (new.id)"),
      trigger("changed", [order, "searchText"], on: table, marking: "VALUES (new.id)"),
      trigger("deleted", "DELETE", on: table, marking: "VALUES (old.id)"),
    ]
  }

  /// Returns triggers that mark records as changed when the text of a related record changes, or the link to it.
  private func triggers(_ relationship: Relationship, _ destination: Entity, _ inverse: Relationship) -> [String] {
    let (name, other) = (relationship.name, destination.table.sqlName)
    guard inverse.isToMany else {
      let column = inverse.column.sqlName
      return [
        trigger(name + "_inserted", "INSERT", on: other, marking: "VALUES (new.\(column))"),
        trigger(
          name + "_changed", ["searchText", column], on: other, marking: "VALUES (old.\(column)), (new.\(column))"),
        trigger(name + "_deleted", "DELETE", on: other, marking: "VALUES (old.\(column))"),
      ]
    }
    let (pairs, back) = (relationship.joinTable.sqlName, relationship.ownerColumn.sqlName)
    let linked = "SELECT \(back) FROM \(pairs) WHERE \(name.sqlName) = new.id"
    // With any other delete rule, deleting a record deletes its links, and `…_unlinked` marks the records.
    let deleted =
      inverse.deleteRule == .noAction
      ? [
        trigger(
          name + "_deleted", "DELETE", on: other,
          marking: "SELECT \(back) FROM \(pairs) WHERE \(name.sqlName) = old.id")
      ] : []
    return deleted + [
      trigger(name + "_linked", "INSERT", on: pairs, marking: "VALUES (new.\(back))"),
      trigger(name + "_unlinked", "DELETE", on: pairs, marking: "VALUES (old.\(back))"),
      // An undo may delete a record and insert it again, with another text and the same links.
      trigger(name + "_inserted", "INSERT", on: other, marking: linked),
      trigger(name + "_changed", ["searchText"], on: other, marking: linked),
    ]
  }

  private func trigger(_ name: String, _ columns: Set<String>, on table: String, marking ids: String) -> String {
    let columns = columns.sorted()
    let change = columns.map { "old.\($0) IS NOT new.\($0)" }.joined(separator: " OR ")
    return trigger(
      name, "UPDATE OF \(columns.joined(separator: ", "))", on: table, when: "\nWHEN \(change)", marking: ids)
  }

  /// Returns a trigger that marks records as changed. `OR IGNORE` skips IDs that are NULL.
  private func trigger(
    _ name: String, _ event: String, on table: String, when condition: String = "", marking ids: String
  ) -> String {
    """
    CREATE TRIGGER \("\(triggerPrefix)_\(name)".sqlName) AFTER \(event) ON \(table)\(condition) BEGIN
      INSERT OR IGNORE INTO \(stale) \(ids);
    END;
    """
  }
}
