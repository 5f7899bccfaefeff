import Foundation
internal import GRDB

/// A record that refers to a record that doesn't exist.
struct BrokenReference: Error, Hashable {
  let reference: StoredReference
  /// The referring record.
  let owner: UUID
  /// The missing record.
  let target: UUID
  /// Whether the target has just been deleted; otherwise the reference is new.
  let isTargetDeleted: Bool
}

/// Checks the references affected by a changeset that was applied with foreign keys off: new and changed references
/// must have a destination, and nothing may refer to deleted rows.
///
/// The check takes one query for each such reference and row; SQLite's own check would read all tables completely.
/// References without a delete rule (``DeleteRule/noAction``) may lead nowhere.
struct ReferenceCheck {
  /// The references, by the table they are in.
  private let from: [String: [StoredReference]]
  /// The references, by the table they lead to.
  private let into: [String: [StoredReference]]

  /// Creates a check for a checked model.
  init(_ model: Model) {
    let bound = model.references.filter { model.inverse(of: $0.relationship)?.deleteRule != .noAction }
    from = Dictionary(grouping: bound, by: \.table)
    into = Dictionary(grouping: bound, by: \.destinationTable)
  }

  /// Throws ``BrokenReference`` if something refers to a missing record.
  func callAsFunction(_ changeset: Changeset, _ step: HistoryStep, _ db: Database) throws {
    let targets = try from.mapValues { try $0.map { try TargetLookup($0, db) } }
    let owners = try into.mapValues { try $0.map { try OwnerLookup($0, db) } }
    try changeset.forEachChange(step) { change in
      if change.operation == .delete {
        for lookup in owners[change.table.name] ?? [] { try lookup.checkUnused(change) }
      } else {
        for lookup in targets[change.table.name] ?? [] { try lookup.checkTarget(change) }
      }
    }
  }
}

/// Checks whether the destination of a reference exists.
private struct TargetLookup {
  private let reference: StoredReference
  private let column: Int
  private let ownerColumn: Int
  private let find: Statement

  init(_ reference: StoredReference, _ db: Database) throws {
    let columns = try db.columns(in: reference.table).map(\.name)
    guard let column = columns.firstIndex(of: reference.column),
      let ownerColumn = columns.firstIndex(of: reference.ownerColumn)
    else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "\(reference.table) lacks \(reference.column)") }
    self.reference = reference
    self.column = column
    self.ownerColumn = ownerColumn
    find = try db.makeStatement(sql: "SELECT 1 FROM \(reference.destinationTable.sqlName) WHERE id = ?")
  }

  func checkTarget(_ change: Change) throws {
    guard let target = change.new[column], !target.isNull else { return }
    if try Int.fetchOne(find, arguments: [target]) != nil { return }
    throw BrokenReference(
      reference: reference,
      owner: try UUID(id: change.old[ownerColumn] ?? change.new[ownerColumn], in: reference.table),
      target: try UUID(id: target, in: reference.table), isTargetDeleted: false)
  }
}

/// Checks whether anything refers to a deleted row.
private struct OwnerLookup {
  private let reference: StoredReference
  private let find: Statement

  init(_ reference: StoredReference, _ db: Database) throws {
    self.reference = reference
    find = try db.makeStatement(
      sql: """
        SELECT \(reference.ownerColumn.sqlName) FROM \(reference.table.sqlName)
        WHERE \(reference.column.sqlName) = ? LIMIT 1
        """)
  }

  func checkUnused(_ change: Change) throws {
    let target = change.key.first
    guard let owner = try DatabaseValue.fetchOne(find, arguments: [target]) else { return }
    throw BrokenReference(
      reference: reference, owner: try UUID(id: owner, in: reference.table),
      target: try UUID(id: target, in: reference.destinationTable), isTargetDeleted: true)
  }
}

extension UUID {
  /// Reads the ID in a column of `table`.
  init(id value: DatabaseValue?, in table: String) throws {
    guard let id = value.flatMap(UUID.fromDatabaseValue) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "\(table) holds what is not an id")
    }
    self = id
  }
}
