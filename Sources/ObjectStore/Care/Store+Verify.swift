import Foundation
internal import GRDB

extension Store {
  /// Checks everything, in one consistent state: the file's structure, every value against its declaration, computed
  /// values, every link, the search indexes, and the bytes in external storage by their hash.
  ///
  /// A file that a writer is just adding may be reported as an orphan. The check reads all data once, and takes
  /// accordingly long.
  public func verify() throws(StoreError) -> [Problem] {
    let files = context.external.files()
    var problems: [Problem] = []
    do {
      try query { db in
        problems += try String.fetchAll(db, sql: "PRAGMA integrity_check").filter { $0 != "ok" }.map(Problem.damage)
        for type in model.recordTypes { problems += try self.problems(of: type, db) }
        for type in model.ledgerBacked { problems += try unbalanced(type, db) }
        let used = Set(try ExternalReference.inUse(db, model).map(\.sha256))
        problems += files.filter { !used.contains($0.sha256) }
          .map { Problem.orphan(path: $0.path, byteCount: $0.byteCount) }
      }
    } catch {
      // If the structure is damaged, not all records can be read.
      guard case .damaged(_, let reason) = error else { throw error }
      problems.append(.damage(reason))
    }
    return problems
  }

  private func unbalanced<R: LedgerBacked>(_ type: R.Type, _ db: Database) throws -> [Problem] {
    try context.read(db) { try type.imbalances(in: $0) }.map { imbalance in
      .unbalanced(Problem.Subject(type, imbalance.record, db), imbalance, lines: type.lineWords)
    }
  }

  private func problems<R: Record>(of type: R.Type, _ db: Database) throws -> [Problem] {
    try RecordCheck<R>(context)(db) + LinkCheck<R>(model)(db) + SearchCheck<R>(model)(db)
  }
}
