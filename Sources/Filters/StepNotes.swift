import Errors
import Segmentation
import Synchronization

/// Notes of filters on a photo: warnings, such as a clipped shadow, and where they found the product.
public final class StepNotes: Sendable {
  private let notes = Mutex<[Warning]>([])
  private let found = Mutex<Content?>(nil)
  private let parent: StepNotes?

  /// - Parameter parent: The notes of the steps before, which receive the warnings.
  public init(behind parent: StepNotes? = nil) { self.parent = parent }

  /// Adds a warning whose message begins with the filter's name, unless it was added before.
  func add(_ note: Warning) {
    if let parent { return parent.add(note) }
    notes.withLock { if !$0.contains(note) { $0.append(note) } }
  }

  /// Records where the product is, unless an earlier step has recorded it, the confidence of a cutout, and the grade of
  /// a backdrop.
  func add(_ content: Content) {
    found.withLock {
      let (confidence, grade) = ($0?.confidence ?? content.confidence, $0?.grade ?? content.grade)
      $0 = $0 ?? content
      $0?.confidence = confidence
      $0?.grade = grade
    }
  }

  /// All warnings, in order.
  package var warnings: [Warning] { parent?.warnings ?? notes.withLock { $0 } }

  /// The messages of all warnings, in order.
  public var all: [String] { warnings.map(\.message) }

  /// Where the product was when a step first searched for it.
  public var content: Content? { parent?.content ?? found.withLock { $0 } }
}
