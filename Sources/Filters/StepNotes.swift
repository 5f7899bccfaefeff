import Synchronization

/// What filters have to tell of a photo although they did as they were told, such as what of a shadow was clipped.
public final class StepNotes: Sendable {
  private let notes = Mutex<[String]>([])

  public init() {}

  /// Adds a whole sentence that begins with the filter's name, unless it is there.
  func add(_ note: String) { notes.withLock { if !$0.contains(note) { $0.append(note) } } }

  /// What has been added, in order.
  public var all: [String] { notes.withLock { $0 } }
}
