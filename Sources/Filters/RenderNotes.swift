import Synchronization

/// What filters have to say of a photo that only its pixels tell: warnings, as of a decoder. One for each photo.
public final class RenderNotes: Sendable {
  private let sentences = Mutex<[String]>([])

  public init() {}

  /// Says something for people to read, once: a sentence's beginning without a capital or a full stop.
  public func add(_ sentence: String) {
    sentences.withLock { if !$0.contains(sentence) { $0.append(sentence) } }
  }

  /// What was said, in turn.
  public var all: [String] { sentences.withLock { $0 } }
}
