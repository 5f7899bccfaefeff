import Foundation
internal import GRDB

/// A record that refers to one which is not there.
struct BrokenReference: Error, Hashable {
  let reference: StoredReference
  /// The record that refers.
  let owner: UUID
  /// The record that is not there.
  let target: UUID
  /// Whether the target was there until now; otherwise the reference is what is new.
  let isTargetDeleted: Bool
}

/// Checks the references of what a changeset has touched, after it was applied with foreign keys off: that new and
/// changed references lead somewhere, and that nothing refers to what has gone.
///
/// Takes one look-up for each of these, where SQLite's own check would read every table whole. References that a delete
/// rule leaves alone (``DeleteRule/noAction``) may lead nowhere.
struct ReferenceCheck {
  /// By the table they are in.
  private let from: [String: [StoredReference]]
  /// By the table they lead into.
  private let into: [String: [StoredReference]]

  /// A check of the relationships of a checked model.
  init(_ model: Model) {
    let bound = model.references.filter { model.inverse(of: $0.relationship)?.deleteRule != .noAction }
    from = Dictionary(grouping: bound, by: \.table)
    into = Dictionary(grouping: bound, by: \.destinationTable)
  }

  /// Throws ``BrokenReference`` where something refers to what is not there.
  func callAsFunction(_ changeset: Changeset, _ step: HistoryStep, _ db: Database) throws {
    try changeset.forEachChange(step) { change in
      if change.operation == .delete {
        for reference in into[change.table.name] ?? [] { try checkUnused(reference, by: change, db) }
      } else {
        for reference in from[change.table.name] ?? [] { try checkTarget(reference, of: change, db) }
      }
    }
  }

  private func checkTarget(_ reference: StoredReference, of change: Change, _ db: Database) throws {
    let columns = try db.columns(in: reference.table).map(\.name)
    guard let column = columns.firstIndex(of: reference.column), let value = change.new[column], !value.isNull else {
      return
    }
    let sql = "SELECT 1 FROM \(reference.destinationTable) WHERE id = ?"
    if try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [value]) != nil { return }
    let owner = columns.firstIndex(of: reference.ownerColumn).flatMap { change.old[$0] ?? change.new[$0] }
    throw BrokenReference(
      reference: reference, owner: try UUID(id: owner, in: reference.table),
      target: try UUID(id: value, in: reference.table), isTargetDeleted: false)
  }

  private func checkUnused(_ reference: StoredReference, by change: Change, _ db: Database) throws {
    let target = try UUID(id: change.key.first, in: change.table.name)
    let sql = "SELECT \(reference.ownerColumn) FROM \(reference.table) WHERE \(reference.column) = ? LIMIT 1"
    if let owner = try UUID.fetchOne(db.cachedStatement(sql: sql), arguments: [target]) {
      throw BrokenReference(reference: reference, owner: owner, target: target, isTargetDeleted: true)
    }
  }
}

extension UUID {
  /// The id in a column of `table`.
  init(id value: DatabaseValue?, in table: String) throws {
    guard let id = value.flatMap(UUID.fromDatabaseValue) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "\(table) holds what is no id")
    }
    self = id
  }
}
