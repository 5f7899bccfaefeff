import Foundation
internal import GRDB

extension Store {
  /// What ``repair(_:)`` would do about each of the problems that ``verify()`` has found.
  public func repairs(of problems: [Problem]) -> [Repair] {
    problems.map { Repair(problem: $0, deed: deed(for: $0)) }
  }

  /// Mends what can be mended without anybody deciding: what is computed from records is recalculated, links to records
  /// that are not there are taken away, and what searches go by is made anew.
  ///
  /// What it does to links is one edit, which can be undone; the rest follows from the records. A column whose new value
  /// breaks a rule stays as it is: ``verify()`` goes on finding it.
  public func repair(_ repairs: [Repair]) throws {
    let links = repairs.filter { [.unlink, .remove].contains($0.deed) }
    if !links.isEmpty {
      try edit("Repair \(links.count) link\(links.count == 1 ? "" : "s")") { edit in
        for repair in links { try mend(repair, edit.db) }
      }
    }
    try transact { db in
      let aggregates = Aggregates(model)
      for case .outdated(let subject, let column, _, _) in repairs.filter({ $0.deed == .compute }).map(\.problem) {
        guard let type = model.recordType(subject.entity) else { continue }
        try compute(type, column, of: subject.id, aggregates, db)
      }
      let relisted = Set(repairs.filter { $0.deed == .relist }.compactMap { $0.problem.subject?.entity })
      for entity in model.entities where relisted.contains(entity.name) {
        try SearchList(entity, in: model)?.restart(db)
      }
    }
  }

  private func deed(for problem: Problem) -> Repair.Deed? {
    switch problem {
    case .outdated: .compute
    case .search, .misplaced: .relist
    case .danglingReference(let subject, let name, _): deed(forLink: name, of: subject.entity)
    case .damage, .tooFew, .value, .lostData, .file, .orphan: nil
    }
  }

  private func deed(forLink name: String, of entity: String) -> Repair.Deed? {
    guard let relationship = model.entity(entity)?.relationship(name) else { return nil }
    if relationship.isToMany || relationship.isOptional { return .unlink }
    return model.inverse(of: relationship)?.deleteRule == .cascade ? .remove : nil
  }

  private func mend(_ repair: Repair, _ db: Database) throws {
    guard case .danglingReference(let subject, let name, let target) = repair.problem else { return }
    for link in model.references where link.entity.name == subject.entity && link.relationship.name == name {
      let place = "WHERE \(link.ownerColumn) = ? AND \(link.column) = ?"
      let goes = repair.deed == .remove || link.relationship.isToMany
      let change = goes ? "DELETE FROM \(link.table)" : "UPDATE \(link.table) SET \(link.column) = NULL"
      try db.execute(sql: "\(change) \(place)", arguments: [subject.id, target])
    }
  }

  /// Computes a column of a record anew, unless that breaks a rule of the database.
  private func compute<R: Record>(
    _ type: R.Type, _ column: String, of id: UUID, _ aggregates: Aggregates, _ db: Database
  ) throws {
    do {
      try db.inSavepoint {
        if aggregates.columns(of: R.entity.table).contains(column) {
          try aggregates.refresh(R.entity.table, id.databaseValue, db)
        } else if let record = try R.fetch(db, id) {
          try Saving<R>(db, context).refresh(record)
        }
        return .commit
      }
    } catch is ChangeConflict {
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {}
  }
}
