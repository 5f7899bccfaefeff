/// The tables, indexes and triggers of a model, as SQL.
///
/// A released schema freezes this text in its migrations; a store of a model declared elsewhere is created from it.
/// Strict tables make other programs that write to the file use the declared types, too. Each foreign key has an index,
/// because deleting a record searches for references to it.
struct ModelTables {
  let model: Model

  /// All of the SQL.
  var sql: String {
    let tables = model.entities.map(table) + joinTables
    let triggers = aggregates.map(\.triggers) + pairCascades + changeTriggers
    let searches = SearchList.all(of: model).map(\.sql)
    return (tables + triggers + searches).joined(separator: "\n")
  }

  private func table(_ entity: Entity) -> String {
    let attributes = entity.attributes.flatMap { attribute in columns(of: attribute, in: entity) }
    let references = entity.relationships.filter { !$0.isToMany }.map(reference)
    let folded = entity.foldedAttributes.map { "\(($0 + "Folded").sqlName) TEXT NOT NULL" }
    let order = entity.orderedBy.map { ["\(($0 + "Order").sqlName) BLOB NOT NULL"] } ?? []
    let search = entity.searched.isEmpty ? [] : ["searchText TEXT NOT NULL"]
    // Last, because SQLite reads a row from its start: reading even a flag after a long value requires reading all
    // of that value.
    let bytes = entity.attributes.compactMap { attribute in
      if case .data = attribute.type { "\(attribute.name.sqlName) BLOB" } else { nil }
    }
    let unique = entity.uniqueKeys.map { "UNIQUE (\($0.columns.map(\.sqlName).joined(separator: ", ")))" }
    let lines = (attributes + references + folded + order + search + bytes + unique).map { "  " + $0 }
    var indexes = entity.relationships.filter { !$0.isToMany }.map { relationship in
      (
        name: relationship.column,
        columns: ([relationship.column] + maxima(of: entity, over: relationship)).map(\.sqlName).joined(separator: ", ")
      )
    }
    if let name = entity.orderedBy {
      indexes.append((name: name + "Order", columns: "\((name + "Order").sqlName), id"))
    }
    let table = entity.table.sqlName
    let index = indexes.map { "\nCREATE INDEX \("\(entity.table)_\($0.name)".sqlName) ON \(table) (\($0.columns));" }
    return "CREATE TABLE \(table) (\n\(lines.joined(separator: ",\n"))\n) STRICT;" + index.joined()
  }

  /// Returns the attributes of which an aggregate needs the maximum over a relationship. Appended to the index of the
  /// inverse reference, they make the maximum fast to find.
  private func maxima(of entity: Entity, over relationship: Relationship) -> [String] {
    guard let owner = model.entity(relationship.destination), let inverse = model.inverse(of: relationship) else {
      return []
    }
    return owner.attributes.compactMap(\.aggregate)
      .filter { $0.function == .maximum && $0.relationship == inverse.name && inverse.destination == entity.name }
      .map(\.attribute)
  }

  /// Returns the columns of an attribute, except bytes that are not read with the record.
  private func columns(of attribute: Attribute, in entity: Entity) -> [String] {
    let name = attribute.name.sqlName
    var column = "\(name) \(attribute.type.column)"
    if attribute.name == "id" { return [column + " NOT NULL PRIMARY KEY"] }
    if case .data = attribute.type { return ["\((attribute.name + "File").sqlName) TEXT"] }
    if !attribute.isOptional { column += " NOT NULL" }
    if attribute.aggregate?.function == .sum {
      // Apart from its own rule, a sum must be in the range of its type, so that it can be read.
      var (lowest, highest) = attribute.type.wholeNumbers
      if case .atLeast(let bound) = attribute.rule { lowest = max(lowest, Int64(bound)) }
      if case .between(let low, let high) = attribute.rule { (lowest, highest) = (Int64(low), Int64(high)) }
      let check = "\(name) BETWEEN \(lowest) AND \(highest)"
      column += " CONSTRAINT \(entity.sumCheck(attribute).sqlName) CHECK (\(check))"
    }
    return [column]
  }

  private func reference(_ relationship: Relationship) -> String {
    guard let destination = model.entity(relationship.destination), let inverse = model.inverse(of: relationship) else {
      preconditionFailure("the model has been checked")
    }
    let column = "\(relationship.column.sqlName) BLOB\(relationship.isOptional ? "" : " NOT NULL")"
    guard let action = inverse.deleteRule.foreignKeyAction else { return column }
    return "\(column) REFERENCES \(destination.table.sqlName) (id) ON DELETE \(action)"
  }

  /// Each pair of to-many relationships once, from the side that comes first in the name of the table.
  private var pairs: [(one: Relationship, other: Relationship)] {
    model.entities.flatMap(\.relationships).compactMap { one in
      guard one.isToMany, let other = model.inverse(of: one), other.isToMany, one.name <= other.name else { return nil }
      return (one, other)
    }
  }

  private var joinTables: [String] {
    pairs.map { one, other in
      let table = one.joinTable.sqlName
      let columns =
        pairColumn(one.name, to: one.destination, other.deleteRule)
        + pairColumn(one.ownerColumn, to: other.destination, one.deleteRule)
      return """
        CREATE TABLE \(table) (
        \(columns)  PRIMARY KEY (\(one.ownerColumn.sqlName), \(one.name.sqlName))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX \("\(one.joinTable)_\(one.name)".sqlName) ON \(table) (\(one.name.sqlName));
        """
    }
  }

  /// Returns a column of a table of pairs. Deleting a record deletes its pairs, unless the delete rule is `noAction` or
  /// `deny`.
  private func pairColumn(_ name: String, to entity: String, _ rule: DeleteRule) -> String {
    let destination = model.entity(entity)!.table.sqlName
    let reference =
      switch rule {
      case .noAction: ""
      case .deny: " REFERENCES \(destination) (id) ON DELETE RESTRICT"
      case .nullify, .cascade: " REFERENCES \(destination) (id) ON DELETE CASCADE"
      }
    return "  \(name.sqlName) BLOB NOT NULL\(reference),\n"
  }

  /// Triggers that delete the records that a deleted record was paired with, for relationships that cascade. The
  /// foreign key deletes only the pairs. The record is gone by then, so a circle of records ends. The triggers do
  /// nothing while an edit is undone or redone, because that deletes each row separately.
  private var pairCascades: [String] {
    model.entities.flatMap { entity in
      entity.relationships.compactMap { relationship in
        guard relationship.isToMany, relationship.deleteRule == .cascade,
          model.inverse(of: relationship)?.isToMany == true, let destination = model.entity(relationship.destination)
        else { return nil }
        return """
          CREATE TRIGGER \("\(entity.table)_\(relationship.name)_cascade".sqlName) AFTER DELETE ON \(relationship.joinTable.sqlName)
          WHEN NOT EXISTS (SELECT 1 FROM _applying)
            AND NOT EXISTS (SELECT 1 FROM \(entity.table.sqlName) WHERE id = old.\(relationship.ownerColumn.sqlName)) BEGIN
            DELETE FROM \(destination.table.sqlName) WHERE id = old.\(relationship.name.sqlName);
          END;
          """
      }
    }
  }

  private var aggregates: [AggregateSQL] { AggregateSQL.all(of: model) }

  /// Triggers that log every change of a record, for watchers. A changed pair counts as a change of both records.
  private var changeTriggers: [String] {
    let records = model.entities.flatMap { entity in
      [("INSERT", "new", 0), ("UPDATE", "new", 1), ("DELETE", "old", 2)].map { event, row, kind in
        trigger(after: event, on: entity.table, [(entity.name, "\(row).id", kind)])
      }
    }
    let links = pairs.flatMap { one, other in
      [("INSERT", "new"), ("DELETE", "old")].map { event, row in
        trigger(
          after: event, on: one.joinTable,
          [
            (one.destination, "\(row).\(one.name.sqlName)", 1),
            (other.destination, "\(row).\(one.ownerColumn.sqlName)", 1),
          ])
      }
    }
    return records + links
  }

  private func trigger(after event: String, on table: String, _ changes: [(entity: String, id: String, kind: Int)])
    -> String
  {
    let rows = changes.map { "('\($0.entity)', \($0.id), \($0.kind))" }.joined(separator: ", ")
    return """
      CREATE TRIGGER \("\(table)_watch_\(event.lowercased())".sqlName) AFTER \(event) ON \(table.sqlName) BEGIN
        INSERT INTO _change (entity, id, kind) VALUES \(rows);
      END;
      """
  }

  /// The store's own tables, in addition to the model's.
  static let bookkeeping = """
    CREATE TABLE _setting (
      name TEXT NOT NULL PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE _change (
      sequence INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
      entity TEXT NOT NULL,
      id BLOB NOT NULL,
      kind INTEGER NOT NULL
    ) STRICT;
    """
}

extension AttributeType {
  /// The smallest and largest integer of the type.
  fileprivate var wholeNumbers: (lowest: Int64, highest: Int64) {
    switch self {
    case .integer16: (Int64(Int16.min), Int64(Int16.max))
    case .integer32: (Int64(Int32.min), Int64(Int32.max))
    default: (.min, .max)
    }
  }
}

extension Entity {
  /// The name of the constraint that limits a sum.
  func sumCheck(_ attribute: Attribute) -> String { "\(table)_\(attribute.name)_check" }
}
