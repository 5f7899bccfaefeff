import Foundation
internal import GRDB

/// Handles aggregates while an edit is undone or redone. Their values in changesets are neither compared nor written.
/// They are computed again when all rows have their final values.
struct Aggregates {
  private let all: [AggregateSQL]
  private let columns: [String: Set<String>]

  /// Creates the aggregates of a checked model.
  init(_ model: Model = Model(entities: [])) {
    all = AggregateSQL.all(of: model)
    columns = Dictionary(grouping: all, by: \.table).mapValues { Set($0.map(\.column)) }
  }

  /// Returns the aggregates' columns in a table.
  func columns(of table: String) -> Set<String> { columns[table] ?? [] }

  /// Computes the aggregates again that a changeset affects, directly or through the records they are computed from.
  func refresh(after changeset: Changeset, _ step: HistoryStep, _ db: Database) throws {
    for (table, aggregates) in Dictionary(grouping: all, by: \.table) {
      for id in try owners(of: aggregates, changeset, step, db) { try refresh(aggregates, table, id, db) }
    }
  }

  /// Computes the aggregates of one record again.
  func refresh(_ table: String, _ id: DatabaseValue, _ db: Database) throws {
    try refresh(all.filter { $0.table == table }, table, id, db)
  }

  /// Returns the records whose aggregates may differ after a changeset.
  private func owners(
    of aggregates: [AggregateSQL], _ changeset: Changeset, _ step: HistoryStep, _ db: Database
  ) throws -> Set<DatabaseValue> {
    let keys = Dictionary(aggregates.map { ($0.parts, $0.key) }) { first, _ in first }
    var owners: Set<DatabaseValue> = []
    try changeset.forEachChange(step) { change in
      let name = change.table.name
      if name == aggregates[0].table, change.operation != .delete { owners.insert(change.key[0]) }
      guard let key = keys[name], let place = try db.columns(in: name).firstIndex(where: { $0.name == key }) else {
        return
      }
      let values = [change.old, change.new].compactMap { $0[place] }
      owners.formUnion(values)
      // An update contains only changed columns.
      guard values.isEmpty else { return }
      let sql = "SELECT \(key.sqlName) FROM \(name.sqlName) WHERE id = ?"
      let owner = try DatabaseValue.fetchOne(db.cachedStatement(sql: sql), arguments: [change.key[0]])
      if let owner { owners.insert(owner) }
    }
    return owners
  }

  private func refresh(_ aggregates: [AggregateSQL], _ table: String, _ id: DatabaseValue, _ db: Database) throws {
    let columns = aggregates.map(\.column.sqlName).joined(separator: ", ")
    let values = aggregates.map(\.value).joined(separator: ", ")
    let sql = """
      UPDATE \(table.sqlName) SET (\(columns)) = (\(values)) WHERE id = ? AND (\(columns)) IS NOT (\(values))
      """
    do {
      try db.cachedStatement(sql: sql).execute(arguments: [id])
    } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_CHECK {
      let broken = aggregates.first { error.message?.hasSuffix("\(table)_\($0.column)_check") ?? false }
      guard let broken else { throw error }
      let sql = "SELECT \(broken.value) FROM \(table.sqlName) WHERE id = ?"
      let value = try DatabaseValue.fetchOne(db, sql: sql, arguments: [id]) ?? .null
      throw ChangeConflict(table: table, key: ["id": id], kind: .computed(broken.column, value))
    }
  }
}
