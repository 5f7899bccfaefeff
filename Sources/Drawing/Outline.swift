/// A shape as the straight edges of its closed contours, for `OutlineCoverage`, which uses the non-zero winding rule.
/// Curves are split into chords.
///
/// Coordinates are in `unit`s, 1/4096 of a pixel, from the top left corner of the canvas, and limited to ±`farthest`. A
/// contour is closed automatically when the next one starts.
package struct Outline: Sendable {
  /// Units per pixel.
  package static let unit = 4096
  /// Maximum coordinate in units: 65,536 pixels.
  package static let farthest = 1 << 28
  /// Maximum distance of a chord from its curve: 1/1024 pixel.
  static let flatness = unit / 1024

  /// A point in units.
  package struct Point: Equatable, Sendable {
    package var x: Int
    package var y: Int

    package init(x: Int, y: Int) {
      self.x = min(Outline.farthest, max(-Outline.farthest, x))
      self.y = min(Outline.farthest, max(-Outline.farthest, y))
    }

    /// Creates the point nearest to a position in pixels.
    package init(pixelsX x: Double, _ y: Double) { self.init(x: Outline.units(x), y: Outline.units(y)) }
  }

  /// An edge, from its upper end to its lower one.
  struct Edge: Sendable {
    var top: Point
    var bottom: Point
    /// 1 if the contour runs down this edge, -1 if it runs up, 0 if the edge is level. `top` is the start of a level
    /// edge.
    var winding: Int

    var reversed: Edge {
      winding == 0 ? Edge(top: bottom, bottom: top, winding: 0) : Edge(top: top, bottom: bottom, winding: -winding)
    }
  }

  private(set) var edges: [Edge] = []
  /// Index in `edges` of the first edge of each contour.
  private var beginnings: [Int] = []
  private var start = Point(x: 0, y: 0)
  private var end = Point(x: 0, y: 0)

  package init() {}

  /// Converts pixels to units, rounding halves up and limiting to ±`farthest`.
  package static func units(_ pixels: Double) -> Int {
    // A hostile font can contain coordinates that are NaN.
    guard !pixels.isNaN else { return 0 }
    return Int(min(Double(farthest), max(-Double(farthest), (pixels * Double(unit) + 0.5).rounded(.down))))
  }

  // MARK: Contours

  /// Closes the contour and starts another one.
  package mutating func move(to point: Point) {
    close()
    beginnings.append(edges.count)
    (start, end) = (point, point)
  }

  package mutating func line(to point: Point) {
    add(from: end, to: point)
    end = point
  }

  /// Adds a parabola with one control point, as in TrueType outlines.
  package mutating func curve(to point: Point, by control: Point) {
    let (from, bend) = (end, Self.bend(end, control, point))
    // With n chords, each is at most a quarter of the second difference, divided by n², from the curve.
    let count = Self.chordCount(of: bend, times: 1)
    for i in 1..<max(count, 1) {
      let (t, s) = (i, count - i)
      let at = { (a: Int, b: Int, c: Int) in (s * s * a + 2 * s * t * b + t * t * c).divided(by: count * count) }
      line(to: Point(x: at(from.x, control.x, point.x), y: at(from.y, control.y, point.y)))
    }
    line(to: point)
  }

  /// Adds a cubic Bézier curve, as in PostScript outlines.
  package mutating func curve(to point: Point, by first: Point, _ second: Point) {
    let from = end
    let bend = max(Self.bend(from, first, second), Self.bend(first, second, point))
    // With n chords, each is at most three quarters of the larger second difference, divided by n², from the curve.
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

  /// Adds an edge. All edges together must form closed contours, in any order.
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
  /// - Parameter reversed: Whether to reverse the direction of its contours.
  package mutating func add(_ other: Outline, reversed: Bool = false) {
    var other = other
    other.close()
    close()
    (start, end) = (Point(x: 0, y: 0), Point(x: 0, y: 0))
    beginnings += other.beginnings.map { $0 + edges.count }
    edges += reversed ? other.edges.map(\.reversed) : other.edges
  }

  /// The points of each contour, in the contour's direction.
  var contours: [[Point]] {
    zip(beginnings, beginnings.dropFirst() + [edges.count]).map { first, last in
      edges[first..<last].map { $0.winding < 0 ? $0.bottom : $0.top }
    }
  }

  /// Returns the shape moved by an offset in units.
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

  /// The first and last corner of the bounding box. Nil for an empty outline.
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

  /// Twice the enclosed area in square units, positive for clockwise contours.
  package var doubleArea: Double {
    edges.reduce(0) {
      $0 - Double($1.winding) * (Double($1.bottom.y - $1.top.y) * (Double($1.top.x) + Double($1.bottom.x)))
    }
  }

  // MARK: Curves

  /// Returns an upper estimate of the length of the second difference of three points.
  private static func bend(_ a: Point, _ b: Point, _ c: Point) -> Int {
    let (x, y) = (abs(a.x - 2 * b.x + c.x), abs(a.y - 2 * b.y + c.y))
    return max(x, y) + min(x, y) / 2
  }

  /// Returns the number of chords for a curve, so that none is farther than `flatness` from it.
  private static func chordCount(of bend: Int, times factor: Int) -> Int {
    let square = Double(factor * bend) / Double(4 * flatness)
    return min(1024, max(1, Int(square.squareRoot().rounded(.up))))
  }
}

extension Int {
  /// Returns the nearest whole quotient, rounding halves up. The divisor must be positive.
  func divided(by divisor: Int) -> Int {
    let numerator = 2 * self + divisor
    let quotient = numerator / (2 * divisor)
    return quotient * 2 * divisor > numerator ? quotient - 1 : quotient
  }
}
