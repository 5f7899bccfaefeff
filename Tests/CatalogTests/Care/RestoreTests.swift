import Foundation
import GRDB
import TestSupport
import Testing

@testable import ObjectStore

/// Replacing a store with a backup.
@Suite struct RestoreTests {
  private typealias BowTie = BowTies.BowTie

  private let folder: TemporaryFolder
  private let bytes = Data.random(100_000, seed: 5)
  private var path: String { folder.path("ties.sqlite") }
  private var backup: String { folder.path("backup/copy.sqlite") }

  /// A store that has changed since its backup, with its last change still in the write-ahead log.
  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("backup"), withIntermediateDirectories: false)
    let store = try Store(at: path, BowTies.schema, createIfMissing: true)
    var tie = BowTie("Red Bow Tie", searchKey: "R")
    tie.photoData = StoredData(bytes)
    try store.save(tie)
    try store.backup(to: backup)
    _ = try store.edit("Add") { try $0.save(BowTie("Blue Bow Tie", searchKey: "B")) }
  }

  private func names(_ path: String) throws -> [String] {
    try Store(at: path, BowTies.schema, createIfMissing: false).all(BowTie.self).map(\.name).sorted()
  }

  private func content(_ folder: String) throws -> [String: Data] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    return Dictionary(
      uniqueKeysWithValues: names.compactMap { name in
        FileManager.default.contents(atPath: folder + "/" + name).map { (name, $0) }
      })
  }

  @Test func theBackupReplacesTheStoreWhichIsKeptWithItsLastChanges() throws {
    let kept = try Store.restore(backup, to: path, BowTies.schema).kept
    #expect(kept == path + ".before-restore")
    #expect(try names(path) == ["Red Bow Tie"])
    #expect(try names(try #require(kept)) == ["Blue Bow Tie", "Red Bow Tie"])
    let store = try Store(at: path, BowTies.schema, createIfMissing: false)
    #expect(try store.verify() == [])
    #expect(try store.bytes(of: store.all(BowTie.self)[0], "photoData") == bytes)
    _ = try store.undo()
  }

  @Test func aLeftoverLogIsKeptWithTheOldStore() throws {
    let left = folder.path("left.sqlite")
    do {
      let store = try Store(at: path, BowTies.schema, createIfMissing: false)
      _ = try store.edit("Add") { try $0.save(BowTie("Green Bow Tie", searchKey: "G")) }
      for suffix in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + suffix, toPath: left + suffix) }
    }
    let kept = try #require(try Store.restore(backup, to: left, BowTies.schema).kept)
    #expect(!FileManager.default.fileExists(atPath: left + "-wal"))
    #expect(try names(left) == ["Red Bow Tie"])
    #expect(try names(kept) == ["Blue Bow Tie", "Green Bow Tie", "Red Bow Tie"])
  }

  @Test func aBackupIsRestoredWithTheChangesInItsLog() throws {
    let store = try Store(at: backup, BowTies.schema, createIfMissing: false)
    _ = try store.edit("Add") { try $0.save(BowTie("Late Bow Tie", searchKey: "L")) }
    _ = try Store.restore(backup, to: path, BowTies.schema)
    #expect(try names(path) == ["Late Bow Tie", "Red Bow Tie"])
    withExtendedLifetime(store) {}
  }

  @Test func aLostStoreIsRestoredWithItsLargeValues() throws {
    for name in ["ties.sqlite", "ties.sqlite-wal", "ties.sqlite-shm", "ties.data"] {
      try? FileManager.default.removeItem(atPath: folder.path(name))
    }
    let restored = try Store.restore(backup, to: path, BowTies.schema)
    #expect(restored.kept == nil && restored.lost.isEmpty)
    let store = try Store(at: path, BowTies.schema, createIfMissing: false)
    #expect(try store.bytes(of: store.all(BowTie.self)[0], "photoData") == bytes)
  }

  @Test func theKeptStoreKeepsItsLargeValues() throws {
    let late = Data.random(100_000, seed: 6)
    do {
      let store = try Store(at: path, BowTies.schema, createIfMissing: false)
      var tie = BowTie("Late Bow Tie", searchKey: "L")
      tie.photoData = StoredData(late)
      try store.save(tie)
    }
    let kept = try #require(try Store.restore(backup, to: path, BowTies.schema).kept)
    try Store(at: path, BowTies.schema, createIfMissing: false).collectGarbage()
    #expect(try Store.restore(kept, to: path, BowTies.schema).lost.isEmpty)
    let store = try Store(at: path, BowTies.schema, createIfMissing: false)
    let tie = try #require(try store.all(BowTie.self).first { $0.name == "Late Bow Tie" })
    #expect(try store.bytes(of: tie, "photoData") == late)
  }

  @Test func aBackupWithoutItsLargeValuesIsRestoredAndTheyAreNamed() throws {
    let alone = folder.path("alone.sqlite")
    try FileManager.default.copyItem(atPath: backup, toPath: alone)
    // The store still has the bytes.
    #expect(try Store.restore(alone, to: path, BowTies.schema).lost.isEmpty)
    let lost = try Store.restore(alone, to: folder.path("new.sqlite"), BowTies.schema).lost
    #expect(lost.map(\.subject?.title) == ["Red Bow Tie"])
  }

  @Test(arguments: ["", "damaged, and no database", "truncated"])
  func aDamagedStoreIsReplacedAndKept(content: String) throws {
    let old =
      content == "truncated"
      ? try Data(contentsOf: URL(fileURLWithPath: path)).prefix(6000) : Data(content.utf8)
    try old.write(to: URL(fileURLWithPath: path))
    let kept = try Store.restore(backup, to: path, BowTies.schema).kept
    #expect(try names(path) == ["Red Bow Tie"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: try #require(kept))) == old)
  }

  @Test func eachReplacedStoreIsKeptUnderItsOwnName() throws {
    let kept = try (0..<3).map { _ in try Store.restore(backup, to: path, BowTies.schema).kept }
    #expect(kept == ["", "-2", "-3"].map { path + ".before-restore" + $0 })
    #expect(try names(path + ".before-restore") == ["Blue Bow Tie", "Red Bow Tie"])
  }

  @Test func anInvalidBackupReplacesNothing() throws {
    let foreign = folder.path("foreign.sqlite")
    try DatabaseQueue(path: foreign).write { try $0.execute(sql: "CREATE TABLE t (a)") }
    let text = folder.path("text.sqlite")
    try Data("a letter".utf8).write(to: URL(fileURLWithPath: text))
    let newer = folder.path("newer.sqlite")
    try FileManager.default.copyItem(atPath: backup, toPath: newer)
    try DatabaseQueue(path: newer).write { try $0.execute(sql: "PRAGMA user_version = 999") }
    let broken = folder.path("broken.sqlite")
    try FileManager.default.copyItem(atPath: backup, toPath: broken)
    let page = try DatabaseQueue(path: backup).read {
      try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'bowTie_nameOrder'")
    }
    var content = try Data(contentsOf: URL(fileURLWithPath: broken))
    content.replaceSubrange((try #require(page) - 1) * 4096..<page! * 4096, with: Data(count: 4096))
    try content.write(to: URL(fileURLWithPath: broken))

    let before = try self.content(folder.path)
    for (file, reason) in [
      (folder.path("none.sqlite"), "no-catalog"), (foreign, "not-a-catalog"), (text, "not-a-catalog"),
      (newer, "newer-than-supported"), (broken, "cannot-restore"), (path, "cannot-restore"),
    ] {
      #expect {
        _ = try Store.restore(file, to: path, BowTies.schema)
      } throws: { error in
        (error as? StoreError)?.reason == reason
      }
    }
    #expect(
      try self.content(folder.path).filter { !$0.key.hasSuffix("-shm") } == before.filter { !$0.key.hasSuffix("-shm") })
  }

  @Test func aStoreInUseIsNotReplaced() throws {
    let store = try Store(at: path, BowTies.schema, createIfMissing: false)
    #expect {
      _ = try Store.restore(backup, to: path, BowTies.schema)
    } throws: { error in
      (error as? StoreError)?.reason == "in-use" && (error as? StoreError)?.code == .locked
    }
    #expect(try store.all(BowTie.self).count == 2)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.contains("before-restore") })
  }

  @Test func aLinkToTheStoreAndItsPermissionsAreKept() throws {
    let link = folder.path("link.sqlite")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "ties.sqlite")
    chmod(path, 0o600)
    _ = try Store.restore(backup, to: link, BowTies.schema)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "ties.sqlite")
    #expect(try names(path) == ["Red Bow Tie"])
    let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(permissions == 0o600)
  }
}
