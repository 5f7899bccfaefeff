import Foundation
internal import GRDB

/// Takes the writer's lock for one short transaction after another, with pauses in which other writers can get it.
final class WriteThrottle {
  private let store: Store
  /// A store in memory has only writers in its own process, which take turns anyway.
  private let pauses: Bool
  private var isFirst = true
  private var lastDuration: Duration = .zero

  init(_ store: Store) {
    self.store = store
    pauses = store.path != Store.memory
  }

  /// How often a waiting process checks whether the lock is free; see ``waiting``.
  private static let pollInterval: Duration = .milliseconds(10)

  /// Returns a pause that is long enough for every waiting process to check a few times, and longer after longer
  /// transactions.
  private static func pause(after duration: Duration) -> Duration { max(pollInterval * 3, duration / 4) }

  /// Waits up to half a minute for a lock. SQLite's own busy handler slows down to ten checks a second. A writer with
  /// many transactions would have to pause for a tenth of a second each time, or other writers would never get the
  /// lock.
  static let waiting = Database.BusyMode.callback { tries in
    usleep(UInt32(min(tries + 1, 10)) * 1000)
    return tries < 3000
  }

  /// Calls `body`, outside of transactions.
  func callAsFunction<T>(_ body: (Database) throws -> T) throws -> T {
    if pauses, !isFirst { Thread.sleep(forTimeInterval: Self.pause(after: lastDuration) / .seconds(1)) }
    isFirst = false
    try store.checkWritable()
    return try store.writer.writeAlone(at: store.path) { db in
      let start = ContinuousClock.now
      defer { lastDuration = ContinuousClock.now - start }
      return try body(db)
    }
  }
}
