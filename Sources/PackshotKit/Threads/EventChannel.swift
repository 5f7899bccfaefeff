import Foundation
import Synchronization

/// A bounded queue of events from a thread to a task. The thread waits while the queue is full, so memory stays bounded
/// however slow the task is.
final class EventChannel<Event: Sendable>: @unchecked Sendable {
  /// Maximum number of queued events.
  private static var capacity: Int { 64 }

  private let condition = NSCondition()
  private var events: [Event] = []
  private var end: Result<Void, any Error>?
  private var isAbandoned = false
  private var reader: CheckedContinuation<Event?, any Error>?

  /// Sends an event, waiting while the queue is full. Drops the event if the reader has abandoned the channel.
  func send(_ event: Event) {
    condition.lock()
    while events.count >= Self.capacity, !isAbandoned { condition.wait() }
    let waiting = reader
    reader = nil
    if waiting == nil, !isAbandoned { events.append(event) }
    condition.unlock()
    waiting?.resume(returning: event)
  }

  /// Ends the events, with or without an error.
  func finish(_ result: Result<Void, any Error>) {
    condition.lock()
    let waiting = reader
    reader = nil
    if waiting == nil { end = result } else { end = .success(()) }
    condition.unlock()
    waiting?.resume(with: result.map { nil })
  }

  /// Marks the channel as having no reader.
  func abandon() {
    condition.lock()
    (isAbandoned, events) = (true, [])
    condition.broadcast()
    condition.unlock()
  }

  /// Returns the next event, or nil after the last. Only one task at a time can call this.
  func next() async throws -> Event? {
    try await withCheckedThrowingContinuation { continuation in
      condition.lock()
      defer { condition.unlock() }
      if !events.isEmpty {
        let event = events.removeFirst()
        condition.broadcast()
        continuation.resume(returning: event)
      } else if let end {
        self.end = .success(())
        continuation.resume(with: end.map { nil })
      } else {
        reader = continuation
      }
    }
  }
}
