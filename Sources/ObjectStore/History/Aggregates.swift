import Foundation
internal import GRDB

/// What the database computes from other records, while an edit is undone or redone: nothing that changesets hold of it is
/// compared or written, and it is recalculated when all rows are as they are to be.
struct Aggregates {
  private let all: [AggregateSQL]
  private let columns: [String: Set<String>]

  /// Those of a checked model.
  init(_ model: Model = Model(entities: [])) {
    all = AggregateSQL.all(of: model)
    columns = Dictionary(grouping: all, by: \.table).mapValues { Set($0.map(\.column)) }
  }

  /// The columns of a table that hold them.
  func columns(of table: String) -> Set<String> { columns[table] ?? [] }

  /// Computes those anew that a changeset has changed, or what they are computed from.
  func refresh(after changeset: Changeset, _ step: HistoryStep, _ db: Database) throws {
    for (table, aggregates) in Dictionary(grouping: all, by: \.table) {
      for id in try owners(of: aggregates, changeset, step, db) { try refresh(aggregates, table, id, db) }
    }
  }

  /// Computes those of one record anew.
  func refresh(_ table: String, _ id: DatabaseValue, _ db: Database) throws {
    try refresh(all.filter { $0.table == table }, table, id, db)
  }

  /// The records of one table whose aggregates may be others by now.
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
      // An update holds what it changes.
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
