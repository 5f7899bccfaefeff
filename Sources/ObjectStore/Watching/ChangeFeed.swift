import Foundation
internal import GRDB
import Synchronization

/// What has changed in a store, in one edit or in several.
public enum StoreChanges: Hashable, Sendable {
  /// These records, by the names of their entities: inserted, updated or deleted, or linked with others.
  case records([String: Set<UUID>])
  /// More than is told one by one: whoever keeps something of the store looks at it anew.
  case all

  /// How many records are told one by one. Beyond that it is ``all``, so that what waits for a slow reader stays small.
  static let toldCount = 10_000

  /// These records; all, where they are too many to be told one by one.
  init(_ records: [String: Set<UUID>]) {
    self = records.values.reduce(0) { $0 + $1.count } > Self.toldCount ? .all : .records(records)
  }

  /// Both together.
  func with(_ others: StoreChanges) -> StoreChanges {
    guard case .records(let some) = self, case .records(let more) = others else { return .all }
    return StoreChanges(some.merging(more) { $0.union($1) })
  }
}

/// Tells everybody who watches a store that something was written to it, in whichever process: one for a store, however many
/// watch.
///
/// While somebody does, a thread of its own asks SQLite for the number of commits by other connections, which takes
/// microseconds, and only where that has changed reads which records it were. Nothing here waits on Swift's own threads. What
/// has not been taken yet by who watches is merged, so it takes a bounded amount of memory however slow they are.
final class ChangeFeed: Sendable {
  private struct State {
    var subscriptions: [ObjectIdentifier: ChangeSubscription] = [:]
    var isRunning = false
  }

  private let store: any DatabaseReader
  private let path: String
  private let isReadOnly: Bool
  private let state = Mutex(State())

  /// How often is looked whether something was written, in seconds.
  private static let interval: TimeInterval = 0.025

  /// - Parameters:
  ///   - store: where a store without a file is read.
  ///   - path: the store's file, or ``Store/memory``.
  ///   - isReadOnly: whether the file is watched by the store's own connection.
  init(_ store: any DatabaseReader, path: String, isReadOnly: Bool = false) {
    (self.store, self.path, self.isReadOnly) = (store, path, isReadOnly)
  }

  /// Lets somebody watch, until the subscription goes. What is written from now on is told; perhaps a little of before, too.
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

  /// Lets somebody no longer watch.
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

  /// Looks for changes as long as anybody wants to know.
  private func look() throws {
    let commits = try CommitCount(of: store, path: path, isReadOnly: isReadOnly)
    var version: Int?
    var position = try commits.connection.read { try ChangePosition($0) }
    // What was written between the first subscription and now is in the position already.
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

  /// Whether anybody watches. Where nobody does, the thread is to end.
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

/// What one who watches has not been told yet.
final class ChangeSubscription: Sendable {
  private struct State {
    var changes: StoreChanges?
    var isOver = false
    var error: StoreError?
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// What has changed since it was asked last, as soon as there is something; nil at the end, or where the task is
  /// cancelled. One at a time may ask.
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

/// Ends a subscription when nobody has it any more.
final class ChangeTicket: Sendable {
  let subscription: ChangeSubscription
  private let feed: ChangeFeed

  init(_ feed: ChangeFeed) {
    self.feed = feed
    subscription = feed.subscribe()
  }

  deinit { feed.end(subscription) }
}
