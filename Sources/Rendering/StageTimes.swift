/// The durations of a photo's stages, in the order in which they ended.
package struct StageTimes: Sendable {
  private var stages: [(name: String, time: Duration)] = []
  private var begin = ContinuousClock.now

  package init() {}

  /// Appends the stages of a part of the work.
  package mutating func add(_ part: StageTimes) {
    stages += part.stages
    begin = part.begin
  }

  /// Ends a stage and starts the next one.
  package mutating func end(_ name: String) {
    let now = ContinuousClock.now
    stages.append((name, now - begin))
    begin = now
  }

  /// The durations as text, such as `hash 0.41 ms, header 0.20 ms`.
  package var text: String { stages.map { "\($0.name) \(Self.milliseconds($0.time))" }.joined(separator: ", ") }

  package static func milliseconds(_ time: Duration) -> String {
    let hundredths = Int((time / .microseconds(10)).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) ms"
  }
}
