import Foundation
import Synchronization

/// What a thread tells a task, in order: the thread waits where the task has not taken some of it yet, and so it holds no more
/// than that, however slow the task is.
final class EventChannel<Event: Sendable>: @unchecked Sendable {
  /// The most events that are held.
  private static var capacity: Int { 64 }

  private let condition = NSCondition()
  private var events: [Event] = []
  private var end: Result<Void, any Error>?
  private var isAbandoned = false
  private var reader: CheckedContinuation<Event?, any Error>?

  /// Tells of something, once there is room. Nobody is told where nobody listens any more.
  func send(_ event: Event) {
    condition.lock()
    while events.count >= Self.capacity, !isAbandoned { condition.wait() }
    let waiting = reader
    reader = nil
    if waiting == nil, !isAbandoned { events.append(event) }
    condition.unlock()
    waiting?.resume(returning: event)
  }

  /// Tells that nothing more will come, or why not.
  func finish(_ result: Result<Void, any Error>) {
    condition.lock()
    let waiting = reader
    reader = nil
    if waiting == nil { end = result } else { end = .success(()) }
    condition.unlock()
    waiting?.resume(with: result.map { nil })
  }

  /// Says that nobody listens any more.
  func abandon() {
    condition.lock()
    (isAbandoned, events) = (true, [])
    condition.broadcast()
    condition.unlock()
  }

  /// The next event; nil after the last. One task at a time asks.
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
