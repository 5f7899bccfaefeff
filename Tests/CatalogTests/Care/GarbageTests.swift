import Foundation
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore

@Suite struct GarbageTests {
  private typealias BowTie = BowTies.BowTie

  private let folder: TemporaryFolder
  private let store: Store
  private var tie = BowTie("Red Bow Tie", searchKey: "R")

  init() throws {
    folder = try TemporaryFolder()
    // The history keeps one group, so changes of earlier groups can't be undone.
    var schema = BowTies.schema
    schema.historyLimits = HistoryLimits(groups: 1)
    store = try Store(at: folder.path("ties.sqlite"), schema, createIfMissing: true)
    tie.photoData = StoredData(.random(50_000, seed: 3))
    try store.save(tie)
  }

  @Test func referencedFilesAreKept() throws {
    #expect(try store.collectGarbage() == Garbage())
    #expect(store.externalFiles.count == 1)
  }

  @Test func filesAreKeptWhileTheHistoryCanRestoreThem() throws {
    try store.remove(tie)
    #expect(try store.collectGarbage() == Garbage())
    try store.save(BowTie("Blue Bow Tie", searchKey: "B"))
    #expect(try store.collectGarbage() == Garbage(fileCount: 1, byteCount: 50_000))
    #expect(store.externalFiles.isEmpty)
    #expect(try store.verify() == [])
  }

  @Test func filesOfADiscardedEditAreRemovedAndFilesOfARunningEditKept() throws {
    struct Discarded: Error {}
    var other = BowTie("Blue Bow Tie", searchKey: "B")
    other.photoData = StoredData(.random(60_000, seed: 4))
    #expect(throws: Discarded.self) {
      try store.edit("Add") { edit in
        try edit.save(other)
        throw Discarded()
      }
    }
    #expect(store.externalFiles.count == 2)
    #expect(try store.collectGarbage() == Garbage(fileCount: 1, byteCount: 60_000))
    #expect(try store.bytes(of: store.all(BowTie.self)[0], "photoData")?.count == 50_000)
  }

  @Test func aKilledWritersTemporaryFilesAreRemovedAndForeignFilesKept() throws {
    let data = folder.path("ties.data")
    let began = "ab/.4B7E1D6C-0A55-4C5B-9F0E-6A1C2D3E4F50"
    let kept = [
      "notes.txt", "ab/notes.txt", "ab/.hidden", "shoot/\(digest("a"))", "ab/\(digest("A"))", "aa/\(digest("a")).jpg",
      "aa/b/\(digest("a"))", digest("c"), "shoot/.4B7E1D6C-0A55-4C5B-9F0E-6A1C2D3E4F50",
    ]
    for name in kept + [began] {
      let file = URL(fileURLWithPath: "\(data)/\(name)")
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("1234".utf8).write(to: file)
    }
    #expect(try store.collectGarbage() == Garbage(fileCount: 1, byteCount: 4))
    #expect(!FileManager.default.fileExists(atPath: "\(data)/\(began)"))
    for name in kept { #expect(FileManager.default.fileExists(atPath: "\(data)/\(name)"), "\(name)") }
    #expect(try store.verify() == [])
  }

  @Test func collectionWaitsForAWriterWhoseFilesAreNotYetReferenced() async throws {
    var other = BowTie("Blue Bow Tie", searchKey: "B")
    other.photoData = StoredData(.random(60_000, seed: 4))
    let collector = try Store(at: store.path, BowTies.schema, createIfMissing: false)
    let (stored, storedSignal) = AsyncStream.makeStream(of: Void.self)
    let saving = Task.detached { [store, other] in
      try store.edit("Add") { edit in
        try edit.save(other)
        storedSignal.finish()
      }
    }
    for await _ in stored {}
    #expect(try collector.collectGarbage() == Garbage())
    try await saving.value
    #expect(store.externalFiles.count == 2)
  }
}
