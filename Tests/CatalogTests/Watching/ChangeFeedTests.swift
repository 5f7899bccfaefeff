import Foundation
import TestSupport
import Testing

@testable import ObjectStore

/// One feed of changes for all watchers of a store, and the store's asynchronous methods.
@Suite struct ChangeFeedTests {
  private let folder: TemporaryFolder
  private let store: Store
  /// The same file opened again, as another process opens it.
  private let other: Store

  init() throws {
    folder = try TemporaryFolder()
    let path = folder.path("ties.sqlite")
    store = try Store(at: path, BowTies.schema, createIfMissing: true)
    other = try Store(at: path, BowTies.schema, createIfMissing: false)
  }

  @Test func everyWatcherGetsAnotherConnectionsChangesOnce() async throws {
    let red = BowTies.BowTie("Red Bow Tie", searchKey: "R")
    var one = store.changes().makeAsyncIterator()
    // The first watcher starts with `all`. A second that began earlier might get that too.
    #expect(try await one.next() == .all)
    var two = store.changes().makeAsyncIterator()
    try other.save(red)
    #expect(try await one.next() == .records(["BowTie": [red.id]]))
    #expect(try await two.next() == .records(["BowTie": [red.id]]))
  }

  @Test func twoTasksReadingOneSequenceBothGetEverything() async throws {
    var first = store.changes().makeAsyncIterator()
    #expect(try await first.next() == .all)
    let changes = store.changes()
    let red = BowTies.BowTie("Red Bow Tie", searchKey: "R")
    let begun = AsyncStream.makeStream(of: Void.self)
    let told = try await withThrowingTaskGroup(of: StoreChanges?.self) { group in
      for _ in 1...2 {
        group.addTask {
          var iterator = changes.makeAsyncIterator()
          begun.continuation.yield()
          return try await iterator.next()
        }
      }
      var count = 0
      for await _ in begun.stream {
        count += 1
        if count == 2 { break }
      }
      try other.save(red)
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(told == [.records(["BowTie": [red.id]]), .records(["BowTie": [red.id]])])
  }

  @Test func changesBeforeTheFirstReadGoToTheFirstReader() async throws {
    var first = store.changes().makeAsyncIterator()
    #expect(try await first.next() == .all)
    let changes = store.changes()
    let red = BowTies.BowTie("Red Bow Tie", searchKey: "R")
    try other.save(red)
    #expect(try await first.next() == .records(["BowTie": [red.id]]))
    var iterator = changes.makeAsyncIterator()
    #expect(try await iterator.next() == .records(["BowTie": [red.id]]))
  }

  @Test func pendingChangesAreMergedAndBecomeAllBeyondTenThousandRecords() {
    let some = StoreChanges.records(["BowTie": Set((0..<6_000).map { _ in UUID() })])
    let more = StoreChanges.records(["BowTie": Set((0..<4_001).map { _ in UUID() })])
    #expect(some.with(more) == .all)
    let id = UUID()
    #expect(
      StoreChanges.records(["A": [id]]).with(.records(["A": [id], "B": [id]])) == .records(["A": [id], "B": [id]]))
    #expect(StoreChanges.all.with(.records([:])) == .all)
  }

  @Test func fiftyListsFollowOneStore() async throws {
    let (store, other) = (store, other)
    let names = (1...20).map { "Tie \($0)" }
    let lists = try await withThrowingTaskGroup(of: [UUID].self) { group in
      for _ in 0..<50 {
        group.addTask {
          var list = [ListSection()]
          for try await events in store.watch(Fetch<BowTies.BowTie>()) {
            list.apply(events)
            if list[0].ids.count == names.count { break }
          }
          return list[0].ids
        }
      }
      for name in names { try other.save(BowTies.BowTie(name, searchKey: "T")) }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let expected = try store.all(BowTies.BowTie.self).map(\.id)
    #expect(lists.count == 50 && lists.allSatisfy { $0 == expected })
  }

  @Test func replacingTheFileEndsTheSequenceWithAnError() async throws {
    let path = store.path
    var changes = store.changes().makeAsyncIterator()
    _ = try await changes.next()
    try FileManager.default.removeItem(atPath: path)
    await #expect(throws: StoreError.replaced(path: path)) {
      while try await changes.next() != nil {}
    }
  }

  /// SQLite would go on with the removed file, and the changes would be gone with the last connection.
  @Test(arguments: [false, true]) func nothingIsWrittenOnceTheFileIsRemovedOrReplaced(isReplaced: Bool) async throws {
    let (path, kept) = (store.path, folder.path("kept.sqlite"))
    let red = BowTies.BowTie("Red Bow Tie", searchKey: "R")
    try store.save(red)
    let edit = try store.history()[0].id
    try FileManager.default.moveItem(atPath: path, toPath: kept)
    if isReplaced { _ = try Store(at: path, BowTies.schema, createIfMissing: true) }
    let before = try? Data(contentsOf: URL(filePath: path))
    let tie = BowTies.BowTie("Blue Bow Tie", searchKey: "B")
    #expect(throws: StoreError.replaced(path: path)) { try store.save(tie) }
    #expect(throws: StoreError.replaced(path: path)) { try store.undo(edit) }
    #expect(throws: StoreError.replaced(path: path)) { try store.transact { _ in } }
    #expect(throws: StoreError.replaced(path: path)) { try store.forget(BowTies.BowTie.self, red.id) }
    #expect(throws: StoreError.replaced(path: path)) { try store.longEdit("Add") { _ in } }
    await #expect(throws: StoreError.replaced(path: path)) { try await store.edit("Add") { try $0.save(tie) } }
    #expect((try? Data(contentsOf: URL(filePath: path))) == before)
    if !isReplaced {
      try FileManager.default.moveItem(atPath: kept, toPath: path)
      try store.save(tie)
      #expect(try other.all(BowTies.BowTie.self).count == 2)
    }
  }

  @Test func anEditOfACancelledTaskChangesNothing() async throws {
    let store = store
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await store.edit("Add a tie") { edit in
        _ = try edit.save(BowTies.BowTie("Red Bow Tie", searchKey: "R"))
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try store.all(BowTies.BowTie.self).isEmpty)
    #expect(try store.history().isEmpty)
  }

  @Test func cancellingATaskEndsItsRunningRead() async throws {
    let (store, begun, goOn) = (store, AsyncStream.makeStream(of: Void.self), DispatchSemaphore(value: 0))
    let task = Task {
      try await store.read { reader in
        begun.continuation.yield()
        goOn.wait()
        return try reader.count(Fetch<BowTies.BowTie>())
      }
    }
    for await _ in begun.stream { break }
    task.cancel()
    goOn.signal()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try store.all(BowTies.BowTie.self).isEmpty)
  }

  @Test func cancellingATaskEndsItsRunningEditWithoutChanges()
    async throws
  {
    let (store, begun, goOn) = (store, AsyncStream.makeStream(of: Void.self), DispatchSemaphore(value: 0))
    let task = Task {
      try await store.edit("Add ties") { edit in
        try edit.save(BowTies.BowTie("Red Bow Tie", searchKey: "R"))
        begun.continuation.yield()
        goOn.wait()
        // Within the closure it is a `StoreError`, because errors are typed there.
        #expect(throws: StoreError.cancelled) { try edit.count(Fetch<BowTies.BowTie>()) }
        try edit.save(BowTies.BowTie("Blue Bow Tie", searchKey: "B"))
      }
    }
    for await _ in begun.stream { break }
    task.cancel()
    goOn.signal()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try store.all(BowTies.BowTie.self).isEmpty)
    #expect(try store.history().isEmpty)
    try store.save(BowTies.BowTie("Green Bow Tie", searchKey: "G"))
    #expect(try store.all(BowTies.BowTie.self).map(\.name) == ["Green Bow Tie"])
  }

  @Test func aCancelledImportIsRolledBack() async throws {
    let rows = (1...3000).map { #"{"entity":"BowTie","name":"Tie \#($0)","searchKey":"T"}"# }.joined(separator: "\n")
    let source = try ImportSource(named: "ties.json", Data(rows.utf8), as: .json, entity: nil, of: store.model)
    let store = store
    let task = Task {
      try await store.import([source], label: nil) { step in
        if step == .checked(1000) { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try store.all(BowTies.BowTie.self).isEmpty)
    let summary = try await store.import([source], label: nil)
    #expect(summary.inserted == 3000)
  }

  @Test func longOperationsRunOnAnotherThreadAndRethrowErrors() async throws {
    let problems = try await store.perform { try $0.verify() }
    #expect(problems.isEmpty)
    await #expect(throws: StoreError.nothingToUndo) { try await store.perform { _ = try $0.undo() } }
  }
}
