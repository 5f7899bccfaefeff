import Foundation
internal import GRDB

extension Store {
  /// Looks through everything for what is not as it should be, in one consistent state: the file's structure, every value
  /// against its declaration, what is computed from others, every link, what searches go by, and the bytes in external
  /// storage by their hash.
  ///
  /// What a writer has under way may show as an orphan. Reads everything once, so it takes as long as that.
  public func verify() throws(StoreError) -> [Problem] {
    let files = context.external.files()
    var problems: [Problem] = []
    do {
      try query { db in
        problems += try String.fetchAll(db, sql: "PRAGMA integrity_check").filter { $0 != "ok" }.map(Problem.damage)
        for type in model.recordTypes { problems += try self.problems(of: type, db) }
        for type in model.booked { problems += try unsettled(type, db) }
        let used = Set(try ExternalReference.inUse(db, model).map(\.sha256))
        problems += files.filter { !used.contains($0.sha256) }
          .map { Problem.orphan(path: $0.path, byteCount: $0.byteCount) }
      }
    } catch {
      // Where the structure is broken, the rest cannot all be read.
      guard case .damaged(_, let reason) = error else { throw error }
      problems.append(.damage(reason))
    }
    return problems
  }

  private func unsettled<R: Booked>(_ type: R.Type, _ db: Database) throws -> [Problem] {
    try context.read(db) { try type.imbalances(in: $0) }.map { imbalance in
      .unsettled(Problem.Subject(type, imbalance.record, db), imbalance, lines: type.lineWords)
    }
  }

  private func problems<R: Record>(of type: R.Type, _ db: Database) throws -> [Problem] {
    try RecordCheck<R>(context)(db) + LinkCheck<R>(model)(db) + SearchCheck<R>(model)(db)
  }
}
