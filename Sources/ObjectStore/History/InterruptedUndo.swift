import Foundation
internal import GRDB

/// Undoes the changes of an interrupted edit, part by part from the last, except for rows that were edited since and
/// the rows that those need.
///
/// The rows to keep are determined before anything is undone, while all rows exist (``read(_:)``, ``find(in:_:)``).
struct InterruptedUndo {
  private let model: Model
  private let aggregates: Aggregates
  /// Hashes of the rows that the edit created or changed. A large import has very many.
  private var touched: Set<Int> = []
  /// The columns of rows that later parts have changed.
  private var changedLater: [RowKey: Set<Int>] = [:]
  /// The rows whose changes are kept.
  private var kept: Set<RowKey> = []
  /// Number of undone records, by entity.
  private(set) var undone: [String: Int] = [:]
  /// The records that are kept, in the order in which they were found.
  private(set) var keptRecords: [(entity: Entity, id: UUID)] = []

  init(_ model: Model) {
    self.model = model
    aggregates = Aggregates(model)
  }

  /// Notes the rows that a part has created or changed.
  mutating func read(_ part: Changeset) throws {
    try part.forEachChange { change in
      if change.operation != .delete { touched.insert(change.row.hashValue) }
    }
  }

  /// Keeps all rows of a part, because an earlier process, which was interrupted too, has kept them.
  mutating func takeOver(kept part: Changeset, _ db: Database) throws {
    let changes = try part.changes()
    for change in changes { try keep(change.row, db) }
    report(changes)
  }

  /// Finds rows of a part that were edited since, or that other rows now refer to. Must be called with later parts
  /// first.
  mutating func find(in part: Changeset, _ db: Database) throws {
    let needs = RowNeeds(model, db)
    var tables: [ChangedTable: ChangedRows] = [:]
    for change in try part.changes() {
      let rows = try tables[change.table] ?? ChangedRows(change.table, db)
      tables[change.table] = rows
      if !kept.contains(change.row), try isEdited(change, rows, needs) { try keep(change.row, db) }
      if change.operation == .update {
        changedLater[change.row, default: []].formUnion(change.new.indices.filter { change.new[$0] != nil })
      }
    }
  }

  private func isEdited(_ change: Change, _ rows: ChangedRows, _ needs: RowNeeds) throws -> Bool {
    guard change.operation != .delete, let row = try rows.row(change) else { return false }
    let computed = aggregates.columns(of: change.table.name)
    let later = changedLater[change.row] ?? []
    for (column, name) in rows.columns.enumerated() where !computed.contains(name) && !later.contains(column) {
      if let made = change.new[column], !made.isIdentical(to: row[column]) { return true }
    }
    guard change.operation == .insert else { return false }
    return try needs.referrers(to: change.row).contains { !touched.contains($0.hashValue) }
  }

  /// Undoes a part, and returns its changes that are kept.
  mutating func undo(_ part: Changeset, _ db: Database, _ apply: (Changeset) throws -> Void) throws -> Changeset {
    let changes = try part.changes()
    var (present, tables) = ([Change](), [ChangedTable: ChangedRows]())
    for change in changes {
      let rows = try tables[change.table] ?? ChangedRows(change.table, db)
      tables[change.table] = rows
      // Changes that were undone by hand, such as a record that was removed, are skipped.
      if try (rows.row(change) == nil) == (change.operation == .delete) { present.append(change) }
    }
    while true {
      let undoing = present.filter { !kept.contains($0.row) }
      do {
        try db.inSavepoint {
          try apply(Changeset(undoing))
          return .commit
        }
        for change in undoing {
          if let entity = entity(change.row.table) { undone[entity.name, default: 0] += 1 }
        }
        let staying = present.filter { kept.contains($0.row) }
        report(staying)
        return Changeset(staying)
      } catch {
        let count = kept.count
        guard error is ChangeConflict || error is BrokenReference || error is Shortage else { throw error }
        for row in try obstacles(error, among: undoing, db) { try keep(row, db) }
        // If none of these rows prevents the undo, the whole part is kept.
        if kept.count == count { for change in undoing { try keep(change.row, db) } }
        if kept.count == count { throw error }
      }
    }
  }

  /// Keeps a row, and the rows created or changed by the edit that it needs.
  private mutating func keep(_ row: RowKey, _ db: Database) throws {
    let needs = RowNeeds(model, db)
    var queue = [row]
    while let row = queue.popLast() {
      guard kept.insert(row).inserted else { continue }
      queue += try needs.needs(of: row).filter { touched.contains($0.hashValue) }
    }
  }

  /// Returns the rows to keep because of an error from undoing `changes`.
  private func obstacles(_ error: any Error, among changes: [Change], _ db: Database) throws -> [RowKey] {
    switch error {
    case let conflict as ChangeConflict:
      if case .computed = conflict.kind, let id = conflict.key["id"] {
        // Without the edit's lines, a sum would break its rule.
        return changes.filter { change in (change.new + change.old).contains { $0 == id } }.map(\.row)
      }
      return changes.map(\.row).filter { row in
        row.table == conflict.table && Set(row.key) == Set(conflict.key.values)
      }
    case let broken as BrokenReference:
      let ids = [broken.owner.databaseValue, broken.target.databaseValue]
      return changes.map(\.row).filter { row in row.key.contains { ids.contains($0) } }
    case let shortage as Shortage:
      return changes.filter { change in
        (change.new + change.old).contains { $0 == shortage.owner.databaseValue }
      }.map(\.row)
    default: return []
    }
  }

  private mutating func report(_ changes: [Change]) {
    for change in changes {
      guard let entity = entity(change.row.table), let id = change.key.first.flatMap(UUID.fromDatabaseValue) else {
        continue
      }
      keptRecords.append((entity, id))
    }
  }

  private func entity(_ table: String) -> Entity? { model.entities.first { $0.table == table } }
}
