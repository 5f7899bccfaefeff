import Foundation
internal import GRDB

/// Takes the writer's lock for one short transaction after another, with pauses in which others get it.
final class WriteThrottle {
  private let writer: any DatabaseWriter
  private let path: String
  /// A store in memory has no other writers than its own process, which take turns.
  private let pauses: Bool
  private var isFirst = true
  private var lastDuration: Duration = .zero

  init(_ store: Store) {
    (writer, path) = (store.writer, store.path)
    pauses = path != Store.memory
  }

  /// How often who waits for the lock looks whether it is free; see ``waiting``.
  private static let pollInterval: Duration = .milliseconds(10)

  /// A pause is long enough for everybody who waits to look a few times, and the longer the longer they had to wait.
  private static func pause(after duration: Duration) -> Duration { max(pollInterval * 3, duration / 4) }

  /// Waits for a lock for half a minute. SQLite's own way looks ten times a second at last, so that a writer with many
  /// transactions would have to make pauses that long, or leave others waiting for good.
  static let waiting = Database.BusyMode.callback { tries in
    usleep(UInt32(min(tries + 1, 10)) * 1000)
    return tries < 3000
  }

  /// Calls `body`, outside of transactions.
  func callAsFunction<T>(_ body: (Database) throws -> T) throws -> T {
    if pauses, !isFirst { Thread.sleep(forTimeInterval: Self.pause(after: lastDuration) / .seconds(1)) }
    isFirst = false
    return try writer.writeAlone(at: path) { db in
      let start = ContinuousClock.now
      defer { lastDuration = ContinuousClock.now - start }
      return try body(db)
    }
  }
}
