import Errors
import PixelCore

extension RenderContext {
  /// Adds a warning if a part of what a step draws is outside the canvas.
  ///
  /// - Parameters:
  ///   - step: The filter's name.
  ///   - drawn: The rectangle of the drawing on the canvas.
  ///   - remedy: What prevents it.
  func tell(_ step: String, clipped drawn: PixelRect, by canvas: PixelSize, remedy: String) {
    let sides = [
      ("above", -drawn.rows.lowerBound), ("on the right", drawn.columns.upperBound - canvas.width),
      ("below", drawn.rows.upperBound - canvas.height), ("on the left", -drawn.columns.lowerBound),
    ].filter { $0.1 > 0 }
    if sides.isEmpty { return }
    let amounts = sides.map { "\($0.1) px \($0.0)" }.joined(separator: ", ")
    notes.add(Warning("\(step): clipped by \(amounts); \(remedy)", kind: "\(step): clipped", reason: remedy))
  }
}
