/// Counts the pictures that are up to date except that another engine made them, by engine.
struct EngineChanges {
  private let isKept: Bool
  private var changes: [String: EngineChange] = [:]

  /// - Parameter isKept: Whether such pictures are kept.
  init(isKept: Bool) { self.isKept = isKept }

  mutating func count(_ check: StatCheck) {
    for (engine, pictures) in check.earlierEngines {
      changes[engine, default: EngineChange(from: engine, isKept: isKept)].count(pictures: pictures)
    }
  }

  /// One change for each engine, sorted by the engines' texts.
  var all: [EngineChange] { changes.values.sorted { $0.from < $1.from } }
}
