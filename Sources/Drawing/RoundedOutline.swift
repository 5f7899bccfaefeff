extension Outline {
  /// A rectangle, in pixels, whose corners are quarters of a circle. One without an area is no outline.
  ///
  /// - Parameter radius: Of the corners, in pixels; at most half of the shorter side, as in CSS.
  package static func roundedRectangle(
    left: Double, top: Double, right: Double, bottom: Double, radius: Double
  ) -> Outline {
    var outline = Outline()
    guard left < right, top < bottom else { return outline }
    let radius = max(0, min(radius, (right - left) / 2, (bottom - top) / 2))
    let corner = quarter(radius)
    let (first, last) = (Point(pixelsX: left, top), Point(pixelsX: right, bottom))
    let r = units(radius)
    // Each corner is the same one, mirrored. They follow each other clockwise from the top left.
    outline.move(to: Point(x: first.x, y: first.y + r))
    for point in corner { outline.line(to: Point(x: first.x + r - point.x, y: first.y + r - point.y)) }
    for point in corner.reversed() { outline.line(to: Point(x: last.x - r + point.x, y: first.y + r - point.y)) }
    for point in corner { outline.line(to: Point(x: last.x - r + point.x, y: last.y - r + point.y)) }
    for point in corner.reversed() { outline.line(to: Point(x: first.x + r - point.x, y: last.y - r + point.y)) }
    outline.close()
    return outline
  }

  /// A quarter of a circle about the origin, from the x axis to the y axis, both ends included.
  ///
  /// Its points are at ((1 − u²) / (1 + u²), 2u / (1 + u²)) × radius for u from 0 to 1, in steps of which none is more than 2/n
  /// of the angle: their chords stray by radius / 2n² at most.
  static func quarter(_ radius: Double) -> [Point] {
    guard radius > 0 else { return [Point(x: 0, y: 0)] }
    let strayed = radius * Double(unit) / Double(2 * flatness)
    let count = max(2, Int(strayed.squareRoot().rounded(.up)))
    return (0...count).map { index in
      let u = Double(index) / Double(count)
      let square = 1 + u * u
      return Point(pixelsX: radius * (1 - u * u) / square, radius * 2 * u / square)
    }
  }
}
