import Synchronization

/// The events of a run as they happen; see ``Batch/events(of:options:confirm:)``.
///
/// Iterating starts the run, which uses its own threads. If the iterating task is cancelled, or the iteration ends
/// early, the run finishes, publishes and records the photos already started, and starts no more. If the loop is slower
/// than the run, the run waits for it.
public struct BatchEvents: AsyncSequence, Sendable {
  /// A message from the run.
  public typealias Element = BatchEvent
  /// The type of an error that stops the run.
  public typealias Failure = any Error

  private let run: Run

  init(_ run: @escaping @Sendable (StopRequest, @escaping (BatchEvent) -> Void) throws -> Void) { self.run = run }

  /// Returns an iterator whose first `next()` starts a run.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(run) }

  /// The events of one run.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    private let listener: Listener

    fileprivate init(_ run: @escaping Run) { listener = Listener(run) }

    /// Returns the next event, or nil after the last.
    public mutating func next() async throws -> BatchEvent? { try await listener.next() }
  }

  fileprivate typealias Run = @Sendable (StopRequest, @escaping (BatchEvent) -> Void) throws -> Void

  /// The reader of a run's events. Deallocating it stops the run.
  private final class Listener: Sendable {
    private let stop = StopRequest()
    private let channel = EventChannel<BatchEvent>()
    /// Nil once the run has started.
    private let run: Mutex<Run?>

    init(_ run: @escaping Run) { self.run = Mutex(run) }

    func next() async throws -> BatchEvent? {
      let begun = run.withLock { run in
        defer { run = nil }
        return run
      }
      if let begun {
        BlockingThreads.runAlone { [stop, channel] in
          channel.finish(Result { try begun(stop) { channel.send($0) } })
        }
      }
      return try await withTaskCancellationHandler {
        try await channel.next()
      } onCancel: { [stop] in
        stop.stop()
      }
    }

    deinit {
      stop.stop()
      channel.abandon()
    }
  }
}
