import Files
import Foundation
internal import GRDB

extension Store {
  /// Returns what ``repair(_:)`` would do about each of the problems found by ``verify()``.
  public func repairs(of problems: [Problem]) -> [Repair] {
    problems.map { Repair(problem: $0, action: action(for: $0)) }
  }

  /// Repairs everything that requires no decision: computes values again, removes links to records that don't exist,
  /// removes records whose required owner doesn't exist, adds missing lines to ledgers, and rebuilds search indexes.
  ///
  /// A repair is not an edit in the history, because undoing it would damage the store again. First, a copy of the file
  /// is made beside it, with `.before-repair` appended to its name. A column whose new value breaks a rule is not
  /// changed, and ``verify()`` still reports it.
  ///
  /// - Returns: Path of the copy; nil if nothing had to be done, and for a store in memory.
  @discardableResult
  public func repair(_ repairs: [Repair]) throws -> String? {
    if repairs.allSatisfy({ $0.action == nil }) { return nil }
    try checkWritable()
    let kept = try keep(as: "before-repair")
    try transact { db in
      for repair in repairs where [.unlink, .remove].contains(repair.action) { try mend(repair, db) }
      for case .unbalanced(let subject, let imbalance, _) in repairs.map(\.problem) {
        guard let type = model.recordType(subject.entity) as? any LedgerBacked.Type else { continue }
        try balance(type.line(for: imbalance), db)
      }
      let aggregates = Aggregates(model)
      for case .outdated(let subject, let column, _, _) in repairs.filter({ $0.action == .compute }).map(\.problem) {
        guard let type = model.recordType(subject.entity) else { continue }
        try compute(type, column, of: subject.id, aggregates, db)
      }
      let relisted = Set(repairs.filter { $0.action == .relist }.compactMap { $0.problem.subject?.entity })
      for entity in model.entities where relisted.contains(entity.name) {
        try SearchList(entity, in: model)?.restart(db)
      }
    }
    return kept
  }

  /// Copies the store to a new file beside it, and returns its path; nil for a store in memory.
  private func keep(as suffix: String) throws -> String? {
    if path == Self.memory { return nil }
    let kept = Self.freeName("\(path).\(suffix)")
    try keep(at: kept)
    return kept
  }

  /// Copies the store to a file beside it. The copy has its own external storage, so it keeps what this store no longer
  /// needs.
  func keep(at copy: String) throws {
    try context.external.share(context.external.files(), with: ExternalStorage(beside: copy))
    try self.copy(to: copy)
  }

  /// Returns the name, with a number appended if such a file exists.
  static func freeName(_ name: String) -> String {
    var (free, number) = (name, 1)
    while FileStatus.isAnything(at: free) || FileStatus.isAnything(at: free + "-wal") {
      number += 1
      free = "\(name)-\(number)"
    }
    return free
  }

  private func action(for problem: Problem) -> Repair.Action? {
    switch problem {
    case .outdated: .compute
    case .unbalanced: .balance
    case .search, .misplaced: .relist
    case .danglingReference(let subject, let name, _): action(forLink: name, of: subject.entity)
    case .damage, .tooFew, .value, .lostData, .file, .orphan: nil
    }
  }

  private func action(forLink name: String, of entity: String) -> Repair.Action? {
    guard let relationship = model.entity(entity)?.relationship(name) else { return nil }
    if relationship.isToMany || relationship.isOptional { return .unlink }
    return model.inverse(of: relationship)?.deleteRule == .cascade ? .remove : nil
  }

  private func mend(_ repair: Repair, _ db: Database) throws {
    guard case .danglingReference(let subject, let name, let target) = repair.problem,
      let entity = model.entity(subject.entity), let relationship = entity.relationship(name)
    else { return }
    if relationship.isToMany {
      // Remove only the pair. Its cascade would also delete the record that still exists.
      return try UndoHistory.whileApplying(0, db) {
        try Links(relationship, of: entity, in: model).remove(db, subject.id, target)
      }
    }
    let (table, column) = (entity.table.sqlName, relationship.column.sqlName)
    let change = repair.action == .remove ? "DELETE FROM \(table)" : "UPDATE \(table) SET \(column) = NULL"
    try db.execute(sql: "\(change) WHERE id = ? AND \(column) = ?", arguments: [subject.id, target])
  }

  /// Adds a missing line to a ledger, unless a sum would break its rule, such as stock below zero.
  private func balance<R: Record>(_ line: R, _ db: Database) throws {
    do {
      try db.inSavepoint {
        try Upsert<R>(db, context)(line)
        return .commit
      }
    } catch StoreError.sumRefused {}
  }

  /// Computes a record's column again, unless that breaks a rule of the database.
  private func compute<R: Record>(
    _ type: R.Type, _ column: String, of id: UUID, _ aggregates: Aggregates, _ db: Database
  ) throws {
    do {
      try db.inSavepoint {
        if let relationship = R.entity.relationship(column), relationship.isSymmetric {
          let (name, owner) = (relationship.name.sqlName, relationship.ownerColumn.sqlName)
          try db.execute(
            sql: """
              INSERT INTO \(relationship.joinTable.sqlName) (\(owner), \(name))
              SELECT \(name), \(owner) FROM \(relationship.joinTable.sqlName) WHERE \(name) = ? ON CONFLICT DO NOTHING
              """, arguments: [id])
        } else if aggregates.columns(of: R.entity.table).contains(column) {
          try aggregates.refresh(R.entity.table, id.databaseValue, db)
        } else if let record = try R.fetch(db, id) {
          try Upsert<R>(db, context).refresh(record)
        }
        return .commit
      }
    } catch is ChangeConflict {
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {}
  }
}
