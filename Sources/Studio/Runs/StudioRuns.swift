import Foundation
import PackshotKit
import Synchronization

/// The runs that were started in the studio and haven't ended, and the last one that couldn't start or was ended by an error.
final class StudioRuns: Sendable {
  /// A run in progress.
  final class Running: Sendable {
    let stop = StopRequest()
    /// The run's ID; nil before it has begun.
    let id = Mutex<UUID?>(nil)
    /// Photos that the run found; nil before it has found them.
    let found = Mutex<Int?>(nil)
  }

  private struct State {
    var running: [UUID: Running] = [:]
    var failure: ErrorDescriptor?
  }

  private let state = Mutex(State())

  subscript(_ id: UUID) -> Running? { state.withLock { $0.running[id] } }

  /// Why the last run ended early.
  var failure: ErrorDescriptor? { state.withLock { $0.failure } }

  /// Starts a run, and returns its ID once its record exists; nil if there was nothing to do, which leaves no record.
  func start(_ recipe: Recipe, _ options: BatchOptions, in catalog: Catalog) async throws -> UUID? {
    state.withLock { $0.failure = nil }
    let (running, signal) = (Running(), RunStartSignal())
    Task { [self] in
      do {
        let summary = try await BlockingWork.runAlone { [self] _ in
          try Batch(recipe, options: options, stop: running.stop) { event in
            switch event {
            case .start(let start):
              running.id.withLock { $0 = start.run }
              if let run = start.run { self.state.withLock { $0.running[run] = running } }
            case .found(let photos): running.found.withLock { $0 = photos }
            case .photo:
              if let run = running.id.withLock(\.self),
                (try? catalog.read { try $0.record(Catalog.Run.self, run) }) != nil
              {
                signal.end(.success(run))
              }
            default: break
            }
          }
          .run()
        }
        signal.end(.success(summary.run))
      } catch {
        // If the run couldn't start, the page that asked for it shows why.
        let failure = running.id.withLock(\.self) == nil ? nil : ErrorDescriptor(error)
        state.withLock { $0.failure = failure }
        signal.end(.failure(error))
      }
      if let run = running.id.withLock(\.self) { state.withLock { $0.running[run] = nil } }
    }
    return try await signal.wait()
  }

  /// Asks all runs to stop, and waits until they have recorded their photos in progress.
  func stopAll() {
    for running in state.withLock({ Array($0.running.values) }) { running.stop.stop() }
    while !state.withLock({ $0.running.isEmpty }) { usleep(10_000) }
  }
}

/// Waits until a run has a record, has ended, or couldn't start.
private final class RunStartSignal: Sendable {
  private struct State {
    var end: Result<UUID?, any Error>?
    var waiter: CheckedContinuation<UUID?, any Error>?
  }

  private let state = Mutex(State())

  /// The first end counts.
  func end(_ end: Result<UUID?, any Error>) {
    let waiter = state.withLock { state in
      if state.end == nil { state.end = end }
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(with: end)
  }

  func wait() async throws -> UUID? {
    try await withCheckedThrowingContinuation { waiter in
      let end = state.withLock { state in
        if state.end == nil { state.waiter = waiter }
        return state.end
      }
      if let end { waiter.resume(with: end) }
    }
  }
}
