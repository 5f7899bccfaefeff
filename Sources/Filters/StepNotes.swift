import Errors
import Segmentation
import Synchronization

/// What filters have to tell of a photo although they did as they were told, such as what of a shadow was clipped, and what they
/// found in it.
public final class StepNotes: Sendable {
  private let notes = Mutex<[Warning]>([])
  private let found = Mutex<Content?>(nil)
  private let parent: StepNotes?

  /// - Parameter parent: Those of the steps before, which are told the notes.
  public init(behind parent: StepNotes? = nil) { self.parent = parent }

  /// Adds a warning whose sentence begins with the filter's name, unless it is there.
  func add(_ note: Warning) {
    if let parent { return parent.add(note) }
    notes.withLock { if !$0.contains(note) { $0.append(note) } }
  }

  /// Says where the product is, unless a step before has, and how confidently it could be cut out.
  func add(_ content: Content) {
    found.withLock {
      let confidence = $0?.confidence ?? content.confidence
      $0 = $0 ?? content
      $0?.confidence = confidence
    }
  }

  /// What has been added, in order.
  package var warnings: [Warning] { parent?.warnings ?? notes.withLock { $0 } }

  /// The sentences of ``warnings``.
  public var all: [String] { warnings.map(\.message) }

  /// Where the product was when a step first looked.
  public var content: Content? { parent?.content ?? found.withLock { $0 } }
}
