import Catalog
import Foundation
import ObjectStore
import Synchronization
import TestSupport
import Testing

/// Calls of a store within the closure of its own read or edit.
@Suite struct NestingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The ways to call a store.
  enum Call: CaseIterable {
    case read, edit, undo, history, forget, count

    func callAsFunction(_ store: Store) throws {
      switch self {
      case .read: try store.read { _ in }
      case .edit: try store.edit("Nothing") { _ in }
      case .undo: try store.undo()
      case .history: _ = try store.history()
      case .forget: try store.forget(Bookshelf.Book.self, UUID())
      case .count: _ = try ListWatcher<Bookshelf.Author>(store).count
      }
    }
  }

  private func store(onDisk: Bool) throws -> Store {
    try Store(at: onDisk ? folder.path("books.sqlite") : Store.memory, Bookshelf.schema, createIfMissing: true)
  }

  private var author: Bookshelf.Author {
    var author = Bookshelf.Author()
    author.name = "Ann"
    return author
  }

  @Test(arguments: [false, true], Call.allCases)
  func aNestedCallThrowsAndTheOuterClosureContinues(onDisk: Bool, call: Call) throws {
    let store = try store(onDisk: onDisk)
    let path = store.path
    // A watcher of a file has its own connection, like another process.
    let isRefused = !onDisk || call != .count
    try store.edit("Add Ann") { edit in
      try edit.save(author)
      if isRefused { #expect(throws: StoreError.nested(path: path)) { try call(store) } }
    }
    let names = try store.read { reader in
      if isRefused { #expect(throws: StoreError.nested(path: path)) { try call(store) } }
      return try reader.fetch(Fetch<Bookshelf.Author>()).map(\.name)
    }
    #expect(names == ["Ann"])
    #expect(try store.history().map(\.label) == ["Add Ann"])
  }

  @Test func theErrorNamesWhatToUseInstead() throws {
    let store = try store(onDisk: false)
    let error = #expect(throws: StoreError.self) { try store.edit("Outer") { _ in try store.edit("Inner") { _ in } } }
    #expect(
      error?.explanation
        == "the catalog :memory: is called from inside one of its own reads or edits; use the edit or reader that the closure was given"
    )
    #expect(try store.history().isEmpty)
  }

  @Test func aCatalogsMethodsCountAsNestedEdits() throws {
    let catalog = try Catalog.inMemory()
    let mug = try catalog.addProduct(Catalog.Product(sku: "MUG-1", name: "Mug"), stock: 5)
    #expect(throws: StoreError.nested(path: Store.memory)) {
      try catalog.edit("Sell twice") { _ in
        try catalog.sell(mug.id, 2)
        try catalog.sell(mug.id, 2)
      }
    }
    #expect(try catalog.product(matching: "MUG-1").quantity == 5)
  }

  @Test func aNestedCallInAnAsynchronousClosureThrows() async throws {
    let store = try store(onDisk: true)
    await #expect(throws: StoreError.nested(path: store.path)) {
      try await store.edit("Outer") { _ in try store.read { _ in } }
    }
    await #expect(throws: StoreError.nested(path: store.path)) {
      try await store.read { _ in try store.edit("Inner") { _ in } }
    }
  }

  @Test func anotherStoreOrThreadMayBeCalled() throws {
    let (store, other) = (try store(onDisk: true), try store(onDisk: false))
    let seen = Mutex<Int?>(nil)
    let ended = DispatchSemaphore(value: 0)
    try store.edit("Add Ann") { edit in
      try edit.save(author)
      try other.edit("Add Ann") { inner in
        try inner.save(author)
        #expect(throws: StoreError.nested(path: store.path)) { try store.read { _ in } }
      }
      DispatchQueue.global().async {
        let count = try? store.read { try $0.count(Fetch<Bookshelf.Author>()) }
        seen.withLock { $0 = count }
        ended.signal()
      }
      ended.wait()
    }
    // Uncommitted changes are not visible.
    #expect(seen.withLock { $0 } == 0)
    #expect(try other.read { try $0.count(Fetch<Bookshelf.Author>()) } == 1)
  }
}
