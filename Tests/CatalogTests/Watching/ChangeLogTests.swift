import GRDB
import Testing

@testable import Catalog
@testable import ObjectStore

@Suite struct ChangeLogTests {
  private let store: Store

  init() throws { store = try Store.inMemory(BowTies.schema) }

  private func sequences() throws -> [Int64] {
    try store.query { try Int64.fetchAll($0, sql: "SELECT sequence FROM _change ORDER BY sequence") }
  }

  @Test func theOldestChangesArePrunedOnlyAboveTheLimit() throws {
    for number in 1...20 { try store.save(BowTies.BowTie("Tie \(number)", searchKey: "T")) }
    try store.writer.write { try ChangeLog.prune($0, keeping: 5, limit: 20) }
    #expect(try sequences() == Array(1...20))
    try store.save(BowTies.BowTie("Tie 21", searchKey: "T"))
    try store.writer.write { try ChangeLog.prune($0, keeping: 5, limit: 20) }
    #expect(try sequences() == Array(17...21))
  }

  @Test func everyWriterPrunesTheLogTo200000Changes() throws {
    try store.writer.write { db in
      try db.execute(
        sql: """
          WITH RECURSIVE number (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM number WHERE n < 200000)
          INSERT INTO _change (entity, id, kind) SELECT 'BowTie', x'00', 1 FROM number
          """)
    }
    try store.save(BowTies.BowTie("Red Bow Tie", searchKey: "R"))
    #expect(try sequences() == Array(100_002...200_001))
    try store.transact { try $0.execute(sql: "UPDATE bowTie SET rating = 1") }
    #expect(try sequences() == Array(100_002...200_002))
  }

  @Test func aDiscardedEditLeavesNoChange() throws {
    struct Discard: Error {}
    #expect(throws: Discard.self) {
      try store.edit("Add") { edit in
        try edit.save(BowTies.BowTie("Red Bow Tie", searchKey: "R"))
        throw Discard()
      }
    }
    #expect(try sequences().isEmpty)
  }
}
