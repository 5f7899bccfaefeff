/// A shape as the straight edges of its contours, which a curve is cut into: what `OutlineCoverage` measures by the non-zero
/// winding rule.
///
/// Coordinates are in `unit`s, 1/4096 of a pixel, from the top-left corner of the canvas, and no farther from it than
/// `farthest`. A contour is closed by itself when the next one begins.
package struct Outline: Sendable {
  /// What a pixel is across and down.
  package static let unit = 4096
  /// What coordinates are clamped to: 65,536 pixels.
  package static let farthest = 1 << 28
  /// How far a chord may stray from its curve: 1/1024 pixel.
  static let flatness = unit / 1024

  /// A point in units.
  package struct Point: Equatable, Sendable {
    package var x: Int
    package var y: Int

    package init(x: Int, y: Int) {
      self.x = min(Outline.farthest, max(-Outline.farthest, x))
      self.y = min(Outline.farthest, max(-Outline.farthest, y))
    }

    /// The unit nearest to a place in pixels.
    package init(pixelsX x: Double, _ y: Double) { self.init(x: Outline.units(x), y: Outline.units(y)) }
  }

  /// An edge, from its upper end to its lower one.
  struct Edge: Sendable {
    var top: Point
    var bottom: Point
    /// 1 where the contour goes down along it, -1 where it goes up, 0 where it is level; then `top` is where it begins.
    var winding: Int

    var reversed: Edge {
      winding == 0 ? Edge(top: bottom, bottom: top, winding: 0) : Edge(top: top, bottom: bottom, winding: -winding)
    }
  }

  private(set) var edges: [Edge] = []
  /// Where in `edges` each contour begins.
  private var beginnings: [Int] = []
  private var start = Point(x: 0, y: 0)
  private var end = Point(x: 0, y: 0)

  package init() {}

  /// Pixels in units, halves up; no farther than `farthest`.
  package static func units(_ pixels: Double) -> Int {
    // A hostile font may have coordinates that are no numbers.
    guard !pixels.isNaN else { return 0 }
    return Int(min(Double(farthest), max(-Double(farthest), (pixels * Double(unit) + 0.5).rounded(.down))))
  }

  // MARK: Contours

  /// Closes the contour and begins another one.
  package mutating func move(to point: Point) {
    close()
    beginnings.append(edges.count)
    (start, end) = (point, point)
  }

  package mutating func line(to point: Point) {
    add(from: end, to: point)
    end = point
  }

  /// A parabola with one control point, as TrueType's outlines have them.
  package mutating func curve(to point: Point, by control: Point) {
    let (from, bend) = (end, Self.bend(end, control, point))
    // A chord of one nth of it strays by a quarter of the second difference, over n².
    let count = Self.chordCount(of: bend, times: 1)
    for i in 1..<max(count, 1) {
      let (t, s) = (i, count - i)
      let at = { (a: Int, b: Int, c: Int) in (s * s * a + 2 * s * t * b + t * t * c).divided(by: count * count) }
      line(to: Point(x: at(from.x, control.x, point.x), y: at(from.y, control.y, point.y)))
    }
    line(to: point)
  }

  /// A cubic Bézier curve, as PostScript's outlines have them.
  package mutating func curve(to point: Point, by first: Point, _ second: Point) {
    let from = end
    let bend = max(Self.bend(from, first, second), Self.bend(first, second, point))
    // By at most three quarters of the larger second difference, over n².
    let count = Self.chordCount(of: bend, times: 3)
    for i in 1..<max(count, 1) {
      let (t, s) = (i, count - i)
      let at = { (a: Int, b: Int, c: Int, d: Int) in
        (s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d).divided(by: count * count * count)
      }
      line(to: Point(x: at(from.x, first.x, second.x, point.x), y: at(from.y, first.y, second.y, point.y)))
    }
    line(to: point)
  }

  /// Closes the contour with a straight edge.
  package mutating func close() {
    if end != start { line(to: start) }
  }

  /// Adds an edge. Those of a shape have to be closed contours, in whichever order.
  mutating func add(from start: Point, to end: Point) {
    if start.y < end.y {
      edges.append(Edge(top: start, bottom: end, winding: 1))
    } else if start.y > end.y {
      edges.append(Edge(top: end, bottom: start, winding: -1))
    } else if start != end {
      edges.append(Edge(top: start, bottom: end, winding: 0))
    }
  }

  // MARK: Whole shapes

  /// Adds another shape.
  ///
  /// - Parameter reversed: Whether its contours are to go the other way round.
  package mutating func add(_ other: Outline, reversed: Bool = false) {
    var other = other
    other.close()
    close()
    (start, end) = (Point(x: 0, y: 0), Point(x: 0, y: 0))
    beginnings += other.beginnings.map { $0 + edges.count }
    edges += reversed ? other.edges.map(\.reversed) : other.edges
  }

  /// The points of each contour, in its own direction.
  var contours: [[Point]] {
    zip(beginnings, beginnings.dropFirst() + [edges.count]).map { first, last in
      edges[first..<last].map { $0.winding < 0 ? $0.bottom : $0.top }
    }
  }

  /// The shape moved by some units.
  package func moved(x: Int, y: Int) -> Outline {
    var moved = self
    for index in edges.indices {
      moved.edges[index].top = Point(x: edges[index].top.x + x, y: edges[index].top.y + y)
      moved.edges[index].bottom = Point(x: edges[index].bottom.x + x, y: edges[index].bottom.y + y)
    }
    moved.start = Point(x: start.x + x, y: start.y + y)
    moved.end = Point(x: end.x + x, y: end.y + y)
    return moved
  }

  /// The rectangle around it: its first and last corner; nil where there is nothing.
  package var bounds: (first: Point, last: Point)? {
    guard let one = edges.first else { return nil }
    var (first, last) = (one.top, one.top)
    for edge in edges {
      for point in [edge.top, edge.bottom] {
        first = Point(x: min(first.x, point.x), y: min(first.y, point.y))
        last = Point(x: max(last.x, point.x), y: max(last.y, point.y))
      }
    }
    return (first, last)
  }

  /// Twice the area that its contours go around, in square units: positive where they go clockwise.
  package var doubleArea: Double {
    edges.reduce(0) {
      $0 - Double($1.winding) * (Double($1.bottom.y - $1.top.y) * (Double($1.top.x) + Double($1.bottom.x)))
    }
  }

  // MARK: Curves

  /// How long the second difference of three points is, or a little longer.
  private static func bend(_ a: Point, _ b: Point, _ c: Point) -> Int {
    let (x, y) = (abs(a.x - 2 * b.x + c.x), abs(a.y - 2 * b.y + c.y))
    return max(x, y) + min(x, y) / 2
  }

  /// How many chords a curve of such a bend is cut into, so that none strays by more than `flatness`.
  private static func chordCount(of bend: Int, times factor: Int) -> Int {
    let square = Double(factor * bend) / Double(4 * flatness)
    return min(1024, max(1, Int(square.squareRoot().rounded(.up))))
  }
}

extension Int {
  /// The nearest whole quotient, halves up. The divisor is positive.
  func divided(by divisor: Int) -> Int {
    let numerator = 2 * self + divisor
    let quotient = numerator / (2 * divisor)
    return quotient * 2 * divisor > numerator ? quotient - 1 : quotient
  }
}
