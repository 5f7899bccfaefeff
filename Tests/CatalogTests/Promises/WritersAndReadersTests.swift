import Foundation
import GRDB
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore

/// Promise: one writer at a time, many concurrent readers; only changed records are saved; readers see changes merged.
@Suite struct WritersAndReadersTests {
  private typealias BowTie = BowTies.BowTie

  private let folder: TemporaryFolder
  private let store: Store
  private let tie = BowTie("Red Bow Tie", searchKey: "R")

  init() throws {
    folder = try TemporaryFolder()
    store = try Store(at: folder.path("ties.sqlite"), BowTies.schema, createIfMissing: true)
    try store.save(tie)
  }

  @Test func noIncrementByConcurrentWritersIsLost() async throws {
    let (path, id) = (store.path, tie.id)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 1...4 {
        group.addTask {
          let own = try Store(at: path, BowTies.schema, createIfMissing: false)
          for _ in 1...25 { try BowTies.wear(id, at: Date(timeIntervalSince1970: 0), in: own) }
        }
      }
      try await group.waitForAll()
    }
    #expect(try store.current(tie)?.timesWorn == 100)
  }

  @Test func aReaderSeesTheLastCommittedState() throws {
    let other = try Store(at: store.path, BowTies.schema, createIfMissing: false)
    try store.edit("Add") { edit in
      try edit.save(BowTie("Blue Bow Tie", searchKey: "B"))
      #expect(try edit.count(Fetch<BowTie>()) == 2)
      #expect(try other.all(BowTie.self).count == 1)
    }
    #expect(try other.all(BowTie.self).map(\.name) == ["Blue Bow Tie", "Red Bow Tie"])
  }

  @Test func aGroupOfReadsSeesOneState() throws {
    let other = try Store(at: store.path, BowTies.schema, createIfMissing: false)
    try store.read { reader in
      #expect(try reader.count(Fetch<BowTie>()) == 1)
      try other.save(BowTie("Blue Bow Tie", searchKey: "B"))
      #expect(try reader.count(Fetch<BowTie>()) == 1)
    }
    #expect(try store.all(BowTie.self).count == 2)
  }

  @Test func concurrentChangesToDifferentValuesAreBothKept() throws {
    let other = try Store(at: store.path, BowTies.schema, createIfMissing: false)
    _ = try store.edit("Rate") { try $0.update(BowTie.self, tie.id) { $0.rating = 4 } }
    _ = try other.edit("Like") { try $0.update(BowTie.self, tie.id) { $0.isFavorite = true } }
    let merged = try #require(try store.current(tie))
    #expect(merged.rating == 4)
    #expect(merged.isFavorite)
  }

  @Test func anEditWithoutChangesWritesNothing() throws {
    // Another connection's `data_version` changes with every commit.
    let watcher = try DatabaseQueue(path: store.path)
    let version = { try watcher.inDatabase { try Int.fetchOne($0, sql: "PRAGMA data_version") } }
    let (before, groups) = (try version(), try store.history().count)
    try store.save(tie)
    try store.edit("Nothing at all") { _ in }
    _ = try store.edit("The same again") { try $0.update(BowTie.self, tie.id) { $0.rating = 0 } }
    #expect(try version() == before)
    #expect(try store.history().count == groups)
    try store.remove(tie)
    #expect(try version() != before)
  }
}
