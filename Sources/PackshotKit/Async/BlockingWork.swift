import Foundation
import Rendering
import Synchronization

/// Work that blocks, for callers that must not: it runs on threads of its own, never on Swift's cooperative pool, and its caller
/// is suspended meanwhile.
enum BlockingWork {
  /// Runs `body` on one of a few threads that such work shares, as many as there are processors.
  ///
  /// Where the calling task is cancelled before the work begins, it is not begun. `body` asks the stop request that it is given
  /// whether to give up.
  ///
  /// - Throws: What `body` throws; `CancellationError` where it was not begun.
  static func run<Result: Sendable>(
    _ body: @escaping @Sendable (StopRequest) throws -> Result
  ) async throws -> Result {
    try await run({ BlockingThreads.shared.run($0) }, body)
  }

  /// Runs `body` on a thread of its own, which nothing else waits for: what may take for as long as anybody wants it to.
  static func runAlone<Result: Sendable>(
    _ body: @escaping @Sendable (StopRequest) throws -> Result
  ) async throws -> Result {
    try await run({ BlockingThreads.runAlone($0) }, body)
  }

  private static func run<Result: Sendable>(
    _ start: (@escaping @Sendable () -> Void) -> Void, _ body: @escaping @Sendable (StopRequest) throws -> Result
  ) async throws -> Result {
    let (stop, pending) = (StopRequest(), Pending<Result>())
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        pending.wait(continuation)
        if stop.isStopped { return pending.cancel() }
        start {
          guard let continuation = pending.begin() else { return }
          continuation.resume(with: Swift.Result { try body(stop) })
        }
      }
    } onCancel: {
      stop.stop()
      pending.cancel()
    }
  }
}

/// Somebody who waits for work that has not begun.
private final class Pending<Value: Sendable>: Sendable {
  private let continuation = Mutex<CheckedContinuation<Value, any Error>?>(nil)

  func wait(_ continuation: CheckedContinuation<Value, any Error>) { self.continuation.withLock { $0 = continuation } }

  /// Whom to tell of the outcome; nil where it is nobody's any more.
  func begin() -> CheckedContinuation<Value, any Error>? {
    continuation.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
  }

  /// Tells that the work will not be begun, unless it was.
  func cancel() { begin()?.resume(throwing: CancellationError()) }
}

/// Some threads, which end when there is nothing to do.
final class BlockingThreads: Sendable {
  static let shared = BlockingThreads(count: ProcessInfo.processInfo.activeProcessorCount)

  private let count: Int
  private let state = Mutex(State())

  private struct State {
    var waiting: [@Sendable () -> Void] = []
    /// Where in the array the first begins that was not begun.
    var next = 0
    var threads = 0

    mutating func take() -> (@Sendable () -> Void)? {
      guard next < waiting.count else {
        (waiting, next, threads) = ([], 0, threads - 1)
        return nil
      }
      defer { next += 1 }
      return waiting[next]
    }
  }

  init(count: Int) { self.count = max(1, count) }

  /// Has a thread do something, in the order in which this is called.
  func run(_ job: @escaping @Sendable () -> Void) {
    let isToStart = state.withLock { state in
      state.waiting.append(job)
      guard state.threads < count else { return false }
      state.threads += 1
      return true
    }
    if isToStart { Self.runAlone { self.work() } }
  }

  private func work() {
    while let job = state.withLock({ $0.take() }) { job() }
  }

  /// Does something on a thread of its own. Where the system has no thread left, a task blocks one of the cooperative pool's.
  static func runAlone(_ job: @escaping @Sendable () -> Void) {
    if !SystemThread.start(job) { Task.detached { job() } }
  }
}
