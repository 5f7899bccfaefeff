import Foundation
internal import GRDB
import Synchronization

/// The store from asynchronous code: what takes time happens on other threads than Swift's own, and ends soon after the task
/// that asked is cancelled, with `CancellationError`. Until an edit is committed, cancelling it leaves everything as it was.
extension Store {
  /// Reads one consistent state, whatever others write meanwhile; see ``read(_:)``.
  public func read<T: Sendable>(_ body: @escaping @Sendable (Reader) throws -> T) async throws -> T {
    do {
      let result = try await writer.read { [writer, context] db in
        try writer.alone(at: context.path) { try context.read(db, body) }
      }
      try checkUnchanged()
      return result
    } catch {
      throw forWhoAwaits(error)
    }
  }

  /// One named group of changes, which can be undone; see ``edit(_:_:)``.
  @discardableResult
  public func edit<T: Sendable>(
    _ label: String, _ body: @escaping @Sendable (Edit) throws -> T
  ) async throws -> T {
    try checkWritable()
    do {
      return try await writer.writeWithoutTransaction { db in
        try writer.alone(at: path) { try self.edit(db, label, body) }
      }
    } catch {
      throw forWhoAwaits(error)
    }
  }

  /// The error as the task gets it that asked: within the closure, where errors are typed, a cancellation is one of the store's.
  private func forWhoAwaits(_ error: any Error) -> any Error {
    guard error is StoreError || error is DatabaseError else { return error }
    let error = StoreError(error, at: path)
    return error == .cancelled ? CancellationError() : error
  }

  /// Does anything with the store on another thread: undo, a check, a backup, a merge.
  ///
  /// ```swift
  /// let store = try Catalog.inMemory().store
  /// let problems = try await store.perform { try $0.verify() }
  /// ```
  ///
  /// Where the task is cancelled before it begins, it does not; where it has begun, it is done to its end.
  public func perform<T: Sendable>(_ work: @escaping @Sendable (Store) throws -> T) async throws -> T {
    try await StoreThreads.run { _ in try work(self) }
  }

  /// Brings records from outside into the store, as one edit that can be undone; see ``import(_:label:_:isTrial:progress:)``.
  /// Where the task is cancelled, what has been done of it is taken back.
  @discardableResult
  public func `import`(
    _ sources: [ImportSource], label: String? = nil, _ rules: ImportRules = ImportRules(), isTrial: Bool = false,
    progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
  ) async throws -> ImportSummary {
    try await StoreThreads.run { check in
      try self.import(sources, label: label, rules, isTrial: isTrial) { step in
        try check()
        progress(step)
      }
    }
  }

  /// Writes records to a file, or to files in a folder; see ``export(to:as:entities:overwrite:progress:)``. Where the task is
  /// cancelled, what was there before is there still.
  @discardableResult
  public func export(
    to path: String, as format: ExchangeFormat, entities names: [String] = [], overwrite: Bool = false,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> Int {
    try await StoreThreads.run { check in
      try self.export(to: path, as: format, entities: names, overwrite: overwrite) { count in
        try check()
        progress(count)
      }
    }
  }
}

/// Threads on which stores do what takes time. They may wait for locks and disks; Swift's own may not.
package enum StoreThreads {
  private static let queue = DispatchQueue(label: "packshot.store", attributes: .concurrent)

  /// Runs `body`, which may ask now and then whether the task has been cancelled.
  package static func run<T: Sendable>(
    _ body: @escaping @Sendable (_ check: @escaping @Sendable () throws -> Void) throws -> T
  ) async throws -> T {
    let isCancelled = CancellationFlag()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        queue.async {
          continuation.resume(
            with: Result {
              try isCancelled.check()
              return try body { try isCancelled.check() }
            })
        }
      }
    } onCancel: {
      isCancelled.set()
    }
  }
}

/// Whether nobody wants the result any more.
private final class CancellationFlag: Sendable {
  private let value = Mutex(false)

  func set() { value.withLock { $0 = true } }

  func check() throws {
    if value.withLock({ $0 }) { throw CancellationError() }
  }
}
