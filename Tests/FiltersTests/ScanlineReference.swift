/// The covered area of pixels by the non-zero winding rule, in float64: each row is cut into many lines, and the covered part
/// of each line is summed. It shares no code with the implementation under test.
struct ScanlineReference {
  typealias Point = (x: Double, y: Double)
  /// Closed contours of straight edges, in pixels.
  var contours: [[Point]] = []

  /// A cubic Bézier curve as 400 chords.
  static func cubic(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> [Point] {
    (0..<400).map { index in
      let t = Double(index) / 400
      let s = 1 - t
      let (p, q, u, v) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
      return (p * a.x + q * b.x + u * c.x + v * d.x, p * a.y + q * b.y + u * c.y + v * d.y)
    }
  }

  /// The covered part of each pixel, 0…1, by rows.
  func shares(width: Int, height: Int, lines: Int = 1024) -> [[Double]] {
    (0..<height).map { y in
      var shares = [Double](repeating: 0, count: width)
      for line in 0..<lines {
        for (left, right) in spans(at: Double(y) + (Double(line) + 0.5) / Double(lines)) {
          let (from, to) = (max(0, left), min(Double(width), right))
          guard from < to else { continue }
          for x in Int(from)...min(width - 1, Int(to)) {
            shares[x] += max(0, min(to, Double(x + 1)) - max(from, Double(x))) / Double(lines)
          }
        }
      }
      return shares
    }
  }

  /// The parts of a line inside the contours.
  private func spans(at y: Double) -> [(Double, Double)] {
    var crossings: [(x: Double, winding: Int)] = []
    for contour in contours {
      for (index, end) in contour.enumerated() {
        let start = contour[index == 0 ? contour.count - 1 : index - 1]
        guard (start.y <= y) != (end.y <= y) else { continue }
        let x = start.x + (end.x - start.x) * (y - start.y) / (end.y - start.y)
        crossings.append((x, start.y < end.y ? 1 : -1))
      }
    }
    crossings.sort { $0.x < $1.x }
    var spans: [(Double, Double)] = []
    var winding = 0
    for (index, crossing) in crossings.enumerated() {
      if winding != 0 { spans.append((crossings[index - 1].x, crossing.x)) }
      winding += crossing.winding
    }
    return spans
  }
}
