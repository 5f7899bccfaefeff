import Synchronization

/// A request to stop work early. It can be set from a signal handler's thread, and is checked between photos.
public final class StopRequest: Sendable {
  private let requested = Atomic<Bool>(false)

  /// Creates a request that isn't set.
  public init() {}

  /// Requests a stop. Photos already started are finished.
  public func stop() { requested.store(true, ordering: .releasing) }

  /// Whether a stop was requested.
  public var isStopped: Bool { requested.load(ordering: .acquiring) }
}
