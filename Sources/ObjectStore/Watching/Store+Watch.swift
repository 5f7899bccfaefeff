import Foundation
internal import GRDB

extension Store {
  /// Follows a list: gives first the events that make it of an empty one, then a batch of events for each time that it was
  /// changed, by whichever process. ``ListEvent`` says what they mean, ``ListWatcher`` how it works.
  ///
  /// Ends when the task that reads it is cancelled, or with what went wrong.
  ///
  /// - Parameter interval: how often to look whether something was written.
  public func watch<R: Record>(
    _ fetch: Fetch<R> = Fetch(), sections: Sectioning? = nil, every interval: Duration = .milliseconds(75)
  ) -> AsyncThrowingStream<[ListEvent], any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          let watcher = try ListWatcher(self, fetch, sections: sections)
          continuation.yield(watcher.asInsertions)
          while true {
            let events = try watcher.poll()
            if !events.isEmpty { continuation.yield(events) }
            try await Task.sleep(for: interval)
          }
        } catch is CancellationError {
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// A connection of its own to the store's file, which sees the commits of all others; to a store in memory there is only
  /// the one.
  func ownConnection() throws -> any DatabaseReader {
    if path == Self.memory || isReadOnly { return writer }
    var configuration = Self.configuration
    configuration.readonly = true
    return try DatabaseQueue(path: path, configuration: configuration)
  }
}

extension ListWatcher {
  /// Follows the list on this thread, which sleeps meanwhile, as long as it is wanted.
  ///
  /// - Parameters:
  ///   - interval: how often to look whether something was written, in seconds.
  ///   - isWanted: asked before each look.
  ///   - look: called with each batch of events, and a reader of the state that they lead to.
  public func follow(
    every interval: TimeInterval = 0.075, while isWanted: () -> Bool, _ look: ([ListEvent], Reader) throws -> Void
  ) throws {
    while isWanted() {
      try poll(look)
      Thread.sleep(forTimeInterval: interval)
    }
  }
}
