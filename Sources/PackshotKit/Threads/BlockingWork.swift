import Foundation
import Rendering
import Synchronization

/// Runs blocking work for asynchronous callers on dedicated threads, never on Swift's cooperative pool. The caller is
/// suspended meanwhile.
package enum BlockingWork {
  /// Runs `body` on one of a few shared threads, as many as there are processors.
  ///
  /// If the calling task is cancelled before `body` starts, `body` is never called. After that, `body` has to check the
  /// stop request passed to it.
  ///
  /// - Throws: The error of `body`, or `CancellationError` if `body` was never called.
  package static func run<Result: Sendable>(
    _ body: @escaping @Sendable (StopRequest) throws -> Result
  ) async throws -> Result {
    try await run({ BlockingThreads.shared.run($0) }, body)
  }

  /// Runs `body` on a new thread, so that work of any length holds up nothing else.
  package static func runAlone<Result: Sendable>(
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

/// A caller waiting for work that hasn't started.
private final class Pending<Value: Sendable>: Sendable {
  private let continuation = Mutex<CheckedContinuation<Value, any Error>?>(nil)

  func wait(_ continuation: CheckedContinuation<Value, any Error>) { self.continuation.withLock { $0 = continuation } }

  /// Takes the continuation to resume, or returns nil if it was taken before.
  func begin() -> CheckedContinuation<Value, any Error>? {
    continuation.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
  }

  /// Resumes the caller with a `CancellationError`, unless the work has started.
  func cancel() { begin()?.resume(throwing: CancellationError()) }
}

/// A pool of threads, each of which ends when the queue is empty.
final class BlockingThreads: Sendable {
  static let shared = BlockingThreads(count: ProcessInfo.processInfo.activeProcessorCount)

  private let count: Int
  private let state = Mutex(State())

  private struct State {
    var waiting: [@Sendable () -> Void] = []
    /// Index of the first job in `waiting` that hasn't started.
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

  /// Queues `job`. Jobs start in the order in which they were queued.
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

  /// Runs `job` on a new thread. If the system can't create a thread, the job blocks a thread of the cooperative pool.
  static func runAlone(_ job: @escaping @Sendable () -> Void) {
    if !SystemThread.start(job) { Task.detached { job() } }
  }
}
