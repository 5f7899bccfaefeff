import Foundation
internal import GRDB
import Synchronization

/// The changes in a store, by one edit or several.
public enum StoreChanges: Hashable, Sendable {
  /// These records, by entity, were inserted, updated, deleted or linked with others.
  case records([String: Set<UUID>])
  /// There are too many changes to list. Watchers must read everything again.
  case all

  /// The maximum number of listed records. If more records have changed, the changes are ``all``, so that the memory
  /// for a slow reader stays small.
  static let toldCount = 10_000

  /// Creates the changes of these records; ``all`` if they are too many to be listed.
  init(_ records: [String: Set<UUID>]) {
    self = records.values.reduce(0) { $0 + $1.count } > Self.toldCount ? .all : .records(records)
  }

  /// Combines two changes.
  func with(_ others: StoreChanges) -> StoreChanges {
    guard case .records(let some) = self, case .records(let more) = others else { return .all }
    return StoreChanges(some.merging(more) { $0.union($1) })
  }
}

/// Notifies all watchers of a store of changes by any process. A store has one feed, for any number of watchers.
///
/// While there are watchers, the feed's thread asks SQLite for the number of commits by other connections, which takes
/// microseconds. Only if that number has changed, the thread reads which records have changed. The feed never blocks
/// Swift's cooperative thread pool. Changes that a watcher has not read yet are merged, so memory stays bounded however
/// slow a watcher is.
final class ChangeFeed: Sendable {
  private struct State {
    var subscriptions: [ObjectIdentifier: ChangeSubscription] = [:]
    var isRunning = false
  }

  private let store: any DatabaseReader
  private let path: String
  private let isReadOnly: Bool
  private let state = Mutex(State())

  /// The interval between checks, in seconds.
  private static let interval: TimeInterval = 0.025

  /// - Parameters:
  ///   - store: Reader for a store without a file.
  ///   - path: The store's file, or ``Store/memory``.
  ///   - isReadOnly: Whether the file is watched through the store's own connection.
  init(_ store: any DatabaseReader, path: String, isReadOnly: Bool = false) {
    (self.store, self.path, self.isReadOnly) = (store, path, isReadOnly)
  }

  /// Adds a watcher, until ``end(_:)`` is called with its subscription. It is notified of changes from now on, and
  /// possibly of a few earlier ones.
  func subscribe() -> ChangeSubscription {
    let subscription = ChangeSubscription()
    let starts = state.withLock { state in
      state.subscriptions[ObjectIdentifier(subscription)] = subscription
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if starts {
      let thread = Thread { [self] in run() }
      thread.name = "packshot changes"
      thread.start()
    }
    return subscription
  }

  /// Removes a watcher.
  func end(_ subscription: ChangeSubscription) {
    state.withLock { _ = $0.subscriptions.removeValue(forKey: ObjectIdentifier(subscription)) }
    subscription.finish()
  }

  private func run() {
    do {
      try look()
    } catch {
      let all = state.withLock { state in
        defer { state = State() }
        return state.subscriptions.values
      }
      for subscription in all { subscription.finish(throwing: StoreError(error, at: path)) }
    }
  }

  /// Checks for changes as long as there are watchers.
  private func look() throws {
    let commits = try CommitCount(of: store, path: path, isReadOnly: isReadOnly)
    var version: Int?
    var position = try commits.connection.read { try ChangePosition($0) }
    // Changes between the first subscription and this point are not reported later, because the position already
    // includes them.
    tell(.all)
    while isWanted() {
      let now = try commits.current()
      if now == nil || now != version {
        version = now
        switch try commits.connection.read({ try position.advance($0) }) {
        case .nothing: break
        case .records(let records): tell(StoreChanges(records))
        case .unknown: tell(.all)
        }
      }
      Thread.sleep(forTimeInterval: Self.interval)
    }
  }

  /// Whether there are watchers. Otherwise the thread ends.
  private func isWanted() -> Bool {
    state.withLock { state in
      state.isRunning = !state.subscriptions.isEmpty
      return state.isRunning
    }
  }

  private func tell(_ changes: StoreChanges) {
    let all = state.withLock { Array($0.subscriptions.values) }
    for subscription in all { subscription.tell(changes) }
  }
}

/// The changes that a watcher has not read yet.
final class ChangeSubscription: Sendable {
  private struct State {
    var changes: StoreChanges?
    var isOver = false
    var error: StoreError?
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Waits for changes since the last call and returns them; nil at the end, or if the task is cancelled. Only one
  /// caller at a time may wait.
  func next() async throws -> StoreChanges? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let isReady = state.withLock { state in
          if Task.isCancelled || state.isOver || state.changes != nil { return true }
          state.waiter = waiter
          return false
        }
        if isReady { waiter.resume() }
      }
    } onCancel: {
      wake { _ in }
    }
    if Task.isCancelled { return nil }
    return try state.withLock { state throws(StoreError) in
      if let error = state.error { throw error }
      defer { state.changes = nil }
      return state.changes
    }
  }

  fileprivate func tell(_ changes: StoreChanges) {
    wake { $0.changes = $0.changes.map { $0.with(changes) } ?? changes }
  }

  fileprivate func finish(throwing error: StoreError? = nil) {
    wake { state in
      state.isOver = true
      state.error = state.error ?? error
    }
  }

  private func wake(_ change: (inout State) -> Void) {
    let waiter = state.withLock { state in
      change(&state)
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }
}

/// Ends a subscription when nobody holds it any more.
final class ChangeTicket: Sendable {
  let subscription: ChangeSubscription
  private let feed: ChangeFeed

  init(_ feed: ChangeFeed) {
    self.feed = feed
    subscription = feed.subscribe()
  }

  deinit { feed.end(subscription) }
}
