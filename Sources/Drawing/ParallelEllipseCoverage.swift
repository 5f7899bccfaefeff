/// The share of each pixel inside the curve at a fixed distance from an ellipse, as needed for the edges of a stroke.
///
/// Such a curve isn't an ellipse. With semi-axes a and b, the point at angle t and distance d along the normal is:
///
///     x = cos t · (a + d·b / w),  y = sin t · (b + d·a / w),  w = √(b²·cos² t + a²·sin² t)
///
/// Inside, if the line is wider than the ellipse's radius of curvature, the curve crosses the longer axis and returns.
/// The part beyond the axis is nearer to the ellipse than d and is left out. The remaining curve is convex.
///
/// A quarter of the curve is split into chords that are within 1/100,000 of a pixel of it, and the area inside the
/// chords is exact. This is done once per drawing, with about a thousand chords for a width of a thousand pixels.
package struct ParallelEllipseCoverage {
  /// A point of the curve's lower right quarter, relative to the centre.
  private struct Vertex {
    let reach: Double
    let height: Double

    func strays(fromChord start: Vertex, _ end: Vertex) -> Bool {
      let (across, down) = (end.reach - start.reach, end.height - start.height)
      let area = across * (height - start.height) - down * (reach - start.reach)
      return area.magnitude > ParallelEllipseCoverage.tolerance * (across * across + down * down).squareRoot()
    }
  }

  private static let tolerance = 1e-5

  private let centerX: Double
  private let centerY: Double
  /// The ends of the chords by ascending height, from 0 to the curve's lowest point. Empty if the curve encloses
  /// nothing.
  private let quarter: [Vertex]

  /// Creates the curve at `distance` pixels from an ellipse with different axes: outside if positive, inside if
  /// negative.
  package init(_ ellipse: EllipseCoverage, distance: Double) {
    (centerX, centerY) = (ellipse.centerX, ellipse.centerY)
    let isWide = ellipse.radiusX > ellipse.radiusY
    let long = max(ellipse.radiusX, ellipse.radiusY)
    let short = min(ellipse.radiusX, ellipse.radiusY)
    guard short + distance > 0 else {
      quarter = []
      return
    }
    // Angles from the longer axis to the shorter one are parametrised as sin t = 2u / (1 + u²), cos t = (1 − u²) / (1 +
    // u²).
    let curve = { (u: Double) in
      let (cosine, sine) = ((1 - u * u) / (1 + u * u), 2 * u / (1 + u * u))
      let w = (short * short * cosine * cosine + long * long * sine * sine).squareRoot()
      let along = cosine * (long + distance * short / w)
      let aside = sine * (short + distance * long / w)
      return isWide ? Vertex(reach: along, height: aside) : Vertex(reach: aside, height: along)
    }
    // Inside, `aside` is negative until w = −d·long / short.
    let crossing = distance < 0 ? distance * long / short : 0
    let sineSquared = min(1, max(0, (crossing * crossing - short * short) / (long * long - short * short)))
    let first = sineSquared.squareRoot() / (1 + (1 - sineSquared).squareRoot())
    var vertices = [curve(first)]
    Self.addChords(of: curve, from: first, to: 1, after: vertices[0], before: curve(1), to: &vertices)
    quarter = isWide ? vertices : vertices.reversed()
  }

  /// Splits the curve between two points until the chords are close enough, and adds their ends.
  private static func addChords(
    of curve: (Double) -> Vertex, from first: Double, to last: Double, after start: Vertex, before end: Vertex,
    to vertices: inout [Vertex]
  ) {
    let middle = (first + last) / 2
    let vertex = curve(middle)
    if vertex.strays(fromChord: start, end) {
      addChords(of: curve, from: first, to: middle, after: start, before: vertex, to: &vertices)
      addChords(of: curve, from: middle, to: last, after: vertex, before: end, to: &vertices)
    } else {
      vertices.append(end)
    }
  }

  /// Returns the shares of the first `width` pixels of row `y`, each 0 to 1.
  package func shares(row y: Int, width: Int) -> [Double] {
    var shares = [Double](repeating: 0, count: width)
    let top = Double(y) - centerY
    // The rows above the centre mirror those below.
    addSteps(heights: max(0, -top - 1), max(0, -top), to: &shares)
    addSteps(heights: max(0, top), max(0, top + 1), to: &shares)
    for x in shares.indices.dropFirst() { shares[x] += shares[x - 1] }
    return shares
  }

  /// Adds the changes of the shares from pixel to pixel between two heights.
  private func addSteps(heights upper: Double, _ lower: Double, to steps: inout [Double]) {
    guard upper < lower, let last = quarter.last, upper < last.height else { return }
    var index = firstChord(below: upper)
    while index < quarter.count, quarter[index - 1].height < lower {
      let (start, end) = (quarter[index - 1], quarter[index])
      let (from, to) = (max(start.height, upper), min(end.height, lower))
      if from < to {
        let slope = (end.reach - start.reach) / (end.height - start.height)
        let (near, far) = (start.reach + slope * (from - start.height), start.reach + slope * (to - start.height))
        Self.addEdge(centerX - near, centerX - far, weight: to - from, to: &steps)
        Self.addEdge(centerX + near, centerX + far, weight: from - to, to: &steps)
      }
      index += 1
    }
  }

  /// Returns the index of the end of the first chord that reaches below `height`.
  private func firstChord(below height: Double) -> Int {
    var (low, high) = (1, quarter.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if quarter[middle].height <= height { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Adds the area to the right of a straight edge from x = `start` to `end`.
  private static func addEdge(_ start: Double, _ end: Double, weight: Double, to steps: inout [Double]) {
    let (left, right) = (min(start, end), max(start, end))
    let first = max(0, Int(left.rounded(.down)))
    let behind = max(first, min(steps.count, Int(right.rounded(.down)) + 1))
    var before = 0.0
    for x in first..<behind {
      let share = weight * (1 - meanClamped(left - Double(x), right - Double(x)))
      steps[x] += share - before
      before = share
    }
    if behind < steps.count { steps[behind] += weight - before }
  }

  /// Returns the mean of min(1, max(0, u)) for u from `low` to `high`.
  private static func meanClamped(_ low: Double, _ high: Double) -> Double {
    if high - low < 1e-6 { return min(1, max(0, (low + high) / 2)) }
    let integral = { (u: Double) in u <= 0 ? 0 : u < 1 ? u * u / 2 : u - 0.5 }
    return (integral(high) - integral(low)) / (high - low)
  }
}
