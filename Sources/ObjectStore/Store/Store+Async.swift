import Foundation
internal import GRDB
import Synchronization

/// Use of the store from asynchronous code. Work that takes time runs on threads outside Swift's own pool. If the
/// calling task is cancelled, the call soon throws `CancellationError`. Only ``perform(_:)`` completes work that has
/// begun. Cancelling an edit before it is committed leaves everything unchanged.
extension Store {
  /// Reads one consistent state, even if other code writes meanwhile; see ``read(_:)``.
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

  /// Makes a named group of changes, which can be undone; see ``edit(_:_:)``.
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

  /// Converts an error for the calling task: within the closure, where errors are typed, a cancellation is a
  /// ``StoreError``.
  private func forWhoAwaits(_ error: any Error) -> any Error {
    guard error is StoreError || error is DatabaseError else { return error }
    let error = StoreError(error, at: path)
    return error == .cancelled ? CancellationError() : error
  }

  /// Calls `work` with the store on another thread, for example to undo, check, back up or merge.
  ///
  /// ```swift
  /// let store = try Catalog.inMemory().store
  /// let problems = try await store.perform { try $0.verify() }
  /// ```
  ///
  /// If the task is cancelled before the work begins, the work is not done. Work that has begun is completed.
  public func perform<T: Sendable>(_ work: @escaping @Sendable (Store) throws -> T) async throws -> T {
    try await StoreThreads.run { _ in try work(self) }
  }

  /// Imports records from outside, as one edit that can be undone; see ``import(_:label:_:isTrial:progress:)``. If the
  /// task is cancelled, the changes so far are undone.
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

  /// Writes records to a file, or to files in a folder; see ``export(to:as:style:entities:overwrite:progress:)``. If
  /// the task is cancelled, existing files are unchanged.
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

/// Threads for slow work of stores. They may wait for locks and disks. Threads of Swift's cooperative pool may not.
package enum StoreThreads {
  private static let queue = DispatchQueue(label: "packshot.store", attributes: .concurrent)

  /// Runs `body`, which can check for cancellation of the task by calling `check`.
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

/// A flag that is set when the calling task is cancelled.
private final class CancellationFlag: Sendable {
  private let value = Mutex(false)

  func set() { value.withLock { $0 = true } }

  func check() throws {
    if value.withLock({ $0 }) { throw CancellationError() }
  }
}
