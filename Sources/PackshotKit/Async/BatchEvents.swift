import Synchronization

/// The events of a run, as they come: see ``Batch/events(of:options:confirm:)``.
///
/// Iterating begins the run, which does its work on threads of its own. It ends soon after the iterating task is cancelled, or the
/// iteration is left: photos under way are finished, put in place and recorded, and no other is begun. Where the loop is slower
/// than the run, the run waits for it.
public struct BatchEvents: AsyncSequence, Sendable {
  /// What the run is told by.
  public typealias Element = BatchEvent
  /// What keeps the run from beginning or from going on.
  public typealias Failure = any Error

  private let run: Run

  init(_ run: @escaping @Sendable (StopRequest, @escaping (BatchEvent) -> Void) throws -> Void) { self.run = run }

  /// Begins a run with its first event.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(run) }

  /// The events of one run.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    private let listener: Listener

    fileprivate init(_ run: @escaping Run) { listener = Listener(run) }

    /// The next event; nil after the last.
    public mutating func next() async throws -> BatchEvent? { try await listener.next() }
  }

  fileprivate typealias Run = @Sendable (StopRequest, @escaping (BatchEvent) -> Void) throws -> Void

  /// Whoever listens to a run. Once it is gone, the run is stopped.
  private final class Listener: Sendable {
    private let stop = StopRequest()
    private let channel = EventChannel<BatchEvent>()
    /// Nil once it has begun.
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
