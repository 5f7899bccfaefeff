extension Outline {
  /// Returns the area within half a line's width of the contours, with round joins.
  ///
  /// Each edge becomes a rectangle and each bend a wedge, all with the same orientation, so the winding number is
  /// non-zero exactly inside one of them. Shared edges that would be drawn in both directions are left out.
  ///
  /// - Parameter width: Width of the line in pixels.
  package func stroked(width: Double) -> Outline {
    var line = Outline()
    let reach = width * Double(Self.unit) / 2
    guard reach > 0 else { return line }
    for contour in contours {
      let sides = contour.indices.compactMap { index in
        Side(from: contour[index], to: contour[(index + 1) % contour.count], reach: reach)
      }
      for (index, side) in sides.enumerated() {
        line.add(from: side.at(side.start, 1), to: side.at(side.end, 1))
        line.add(from: side.at(side.end, -1), to: side.at(side.start, -1))
        let next = sides[(index + 1) % sides.count]
        line.join(side, next, at: 1)
        line.join(side, next, at: -1)
      }
    }
    return line
  }

  /// An edge with the line on both sides.
  private struct Side {
    let start: Point
    let end: Point
    /// Vector perpendicular to the edge, half as long as the line is wide, in units.
    let across: (x: Double, y: Double)
    let length: Double

    init?(from start: Point, to end: Point, reach: Double) {
      guard start != end else { return nil }
      (self.start, self.end) = (start, end)
      let (x, y) = (Double(end.x - start.x), Double(end.y - start.y))
      length = (x * x + y * y).squareRoot()
      across = (y / length * reach, -x / length * reach)
    }

    func at(_ point: Point, _ sign: Double) -> Point { Outline.point(point, across, sign) }
  }

  private static func point(_ point: Point, _ across: (x: Double, y: Double), _ sign: Double) -> Point {
    Point(
      x: point.x + Int((across.x * sign).rounded(.toNearestOrEven)),
      y: point.y + Int((across.y * sign).rounded(.toNearestOrEven)))
  }

  /// Connects the lines of two edges around their common point, forwards on one side and backwards on the other.
  private mutating func join(_ side: Side, _ next: Side, at sign: Double) {
    let pivot = side.end
    let (a, b) = (side.across, next.across)
    let turn = a.x * b.y - a.y * b.x
    let (from, to) = (side.at(pivot, sign), next.at(pivot, sign))
    var way: [Point] = [from]
    if turn * sign > 0 || (turn == 0 && a.x * b.x + a.y * b.y < 0 && sign > 0) {
      addArc(a, b, around: pivot, sign, to: &way, depth: 0)
    } else {
      let reach = (a.x * a.x + a.y * a.y).squareRoot()
      // Unless the edges are short compared with the bend, they already cover the detour through the pivot.
      if min(side.length, next.length) * reach < 2 * abs(turn) || a.x * b.x + a.y * b.y <= 0 { way.append(pivot) }
    }
    way.append(to)
    for (start, end) in zip(way, way.dropFirst()) {
      if sign > 0 { add(from: start, to: end) } else { add(from: end, to: start) }
    }
  }

  /// Adds points between two directions until the chords are close enough to the arc.
  private func addArc(
    _ a: (x: Double, y: Double), _ b: (x: Double, y: Double), around pivot: Point, _ sign: Double,
    to way: inout [Point], depth: Int
  ) {
    let reach = (a.x * a.x + a.y * a.y).squareRoot()
    var middle = (x: a.x + b.x, y: a.y + b.y)
    var length = (middle.x * middle.x + middle.y * middle.y).squareRoot()
    // For opposite directions, the middle is parallel to the edge.
    if length < reach / 1024 {
      middle = (-a.y * sign, a.x * sign)
      length = reach
    }
    middle = (middle.x / length * reach, middle.y / length * reach)
    let strayed = reach - (a.x * middle.x + a.y * middle.y) / reach
    if strayed <= Double(Self.flatness) || depth > 12 { return }
    addArc(a, middle, around: pivot, sign, to: &way, depth: depth + 1)
    way.append(Self.point(pivot, middle, sign))
    addArc(middle, b, around: pivot, sign, to: &way, depth: depth + 1)
  }
}
