import Foundation
import GRDB
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore

@Suite struct BackupTests {
  private typealias BowTie = BowTies.BowTie

  private let folder: TemporaryFolder
  private let store: Store
  private let bytes = Data.random(100_000, seed: 5)

  init() throws {
    folder = try TemporaryFolder()
    store = try Store(at: folder.path("ties.sqlite"), BowTies.schema, createIfMissing: true)
    var tie = BowTie("Red Bow Tie", searchKey: "R")
    tie.photoData = StoredData(bytes)
    try store.save(tie)
  }

  private func names(in store: Store) throws -> [String] { try store.all(BowTie.self).map(\.name) }

  @Test func aBackupDuringAnEditContainsCommittedRecordsAndTheirBytes() throws {
    let path = folder.path("kept/copy.sqlite")
    try FileManager.default.createDirectory(atPath: folder.path("kept"), withIntermediateDirectories: false)
    try store.edit("Add") { edit in
      try edit.save(BowTie("Blue Bow Tie", searchKey: "B"))
      try store.backup(to: path)
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("kept")).sorted() == ["copy.data", "copy.sqlite"])
    try FileManager.default.removeItem(atPath: folder.path("ties.data"))
    let copy = try Store(at: path, BowTies.schema, createIfMissing: false)
    #expect(try names(in: copy) == ["Red Bow Tie"])
    let read = try copy.bytes(of: copy.all(BowTie.self)[0], "photoData")
    #expect(read == bytes)
    #expect(try copy.verify() == [])
  }

  /// A disk of 64 KB, if the tests may mount one: as root, outside most containers.
  private final class SmallDisk {
    let path: String

    init?(at path: String) {
      self.path = path
      try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      guard mount("tmpfs", path, "tmpfs", 0, "size=64k") == 0 else { return nil }
    }

    deinit { umount2(path, Int32(MNT_DETACH)) }
  }

  @Test func aBackupToAFullDiskThrowsAndLeavesNoFile() throws {
    guard let disk = SmallDisk(at: folder.path("disk")) else {
      return print("SKIPPED: mounting a small disk needs root")
    }
    let path = disk.path + "/copy.sqlite"
    #expect(throws: StoreError.cannotWrite(path: path, .diskFull)) { try store.backup(to: path) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == [])
  }

  @Test func aBackupCanUndoTheOriginalsEdits() throws {
    try store.remove(store.all(BowTie.self)[0])
    try store.backup(to: folder.path("copy.sqlite"))
    let copy = try Store(at: folder.path("copy.sqlite"), BowTies.schema, createIfMissing: false)
    _ = try copy.undo()
    #expect(try copy.bytes(of: copy.all(BowTie.self)[0], "photoData") == bytes)
  }

  @Test func anExistingFileIsOverwrittenOnlyOnRequest() throws {
    let path = folder.path("copy.sqlite")
    try Data("a letter".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: StoreError.exists(path: path)) { try store.backup(to: path) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("a letter".utf8))
    try store.backup(to: path, replacing: true)
    #expect(try names(in: Store(at: path, BowTies.schema, createIfMissing: false)) == ["Red Bow Tie"])
  }

  @Test func aStoreIsNotBackedUpOverItselfOrOverAStoreInUse() throws {
    for path in ["", "-wal", "-shm"].map({ store.path + $0 }) {
      #expect(throws: StoreError.cannotBackUp(path: path, .ownFile)) {
        try store.backup(to: path, replacing: true)
      }
    }
    let other = try Store(at: folder.path("other.sqlite"), BowTies.schema, createIfMissing: true)
    #expect(throws: StoreError.cannotBackUp(path: other.path, .inUse)) {
      try store.backup(to: other.path, replacing: true)
    }
  }

  @Test func aDamagedStoreDoesNotReplaceTheLastGoodBackup() throws {
    let (path, broken) = (folder.path("copy.sqlite"), folder.path("broken.sqlite"))
    for file in [path, broken] { try store.backup(to: file) }
    let sql = "SELECT rootpage FROM sqlite_master WHERE name = 'bowTie_nameOrder'"
    let page = try #require(try store.query { try Int.fetchOne($0, sql: sql) })
    var bytes = try Data(contentsOf: URL(fileURLWithPath: broken))
    bytes.replaceSubrange((page - 1) * 4096..<page * 4096, with: Data(count: 4096))
    try bytes.write(to: URL(fileURLWithPath: broken))
    let damaged = try Store(at: broken, BowTies.schema, createIfMissing: false)
    #expect {
      try damaged.backup(to: path, replacing: true)
    } throws: { error in
      guard case StoreError.cannotBackUp(path, .damaged(broken, let finding)) = error else { return false }
      return !finding.isEmpty && (error as? StoreError)?.remedy?.name == "verify"
    }
    #expect(try names(in: Store(at: path, BowTies.schema, createIfMissing: false)) == ["Red Bow Tie"])
  }

  @Test func aFailedBackupLeavesNoFile() throws {
    #expect(throws: StoreError.self) { try store.backup(to: folder.path("nowhere/copy.sqlite")) }
    #expect(throws: StoreError.self) { try store.backup(to: folder.path, replacing: true) }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left.allSatisfy { $0.hasPrefix("ties.") }, "\(left)")
  }

  @Test func otherFilesEndingInPartAreKept() throws {
    let (path, other) = (folder.path("copy.sqlite"), folder.path("copy.sqlite.part"))
    let journal = other + "-journal"
    for file in [other, journal] { try Data("a letter".utf8).write(to: URL(fileURLWithPath: file)) }
    try store.backup(to: path)
    for file in [other, journal] { #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data("a letter".utf8)) }
    #expect(try names(in: Store(at: path, BowTies.schema, createIfMissing: false)) == ["Red Bow Tie"])
  }

  @Test func concurrentBackupsToOnePathAreBothComplete() async throws {
    let (store, path) = (store, folder.path("copy.sqlite"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 1...4 { group.addTask { try store.backup(to: path, replacing: true) } }
      try await group.waitForAll()
    }
    #expect(try names(in: Store(at: path, BowTies.schema, createIfMissing: false)) == ["Red Bow Tie"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.hasSuffix("part") })
  }

  @Test func aFolderIsNotReplacedAndNoFileIsLeftBesideIt() throws {
    let path = folder.path("kept")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(throws: StoreError.cannotBackUp(path: path, .folder)) {
      try store.backup(to: path, replacing: true)
    }
    // A copy that fails in its last step, as a migration's copy can.
    #expect(throws: StoreError.self) { try store.copy(to: path) }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left.allSatisfy { $0 == "kept" || $0.hasPrefix("ties.") }, "\(left)")
  }

  @Test func missingBytesAreSkippedAndUnreadableBytesStopABackup() throws {
    let file = try #require(store.context.external.files().first).path
    try FileManager.default.removeItem(atPath: file)
    try store.backup(to: folder.path("gone.sqlite"))
    // Reading a folder as a file fails for every user, including root.
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
    #expect(throws: StoreError.lost(path: file, .unreadable)) {
      try store.backup(to: folder.path("copy.sqlite"))
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left.allSatisfy { $0.hasPrefix("gone.") || $0.hasPrefix("ties.") }, "\(left)")
  }

  @Test func anInMemoryStoreIsBackedUpToAFile() throws {
    let memory = try Store.inMemory(BowTies.schema)
    try BowTies.loadSamples(into: memory)
    try memory.backup(to: folder.path("copy.sqlite"))
    let copy = try Store(at: folder.path("copy.sqlite"), BowTies.schema, createIfMissing: false)
    #expect(try names(in: copy) == BowTies.samples.map(\.name).sorted())
  }
}
