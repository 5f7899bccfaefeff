extension Outline {
  /// Returns a rectangle with circular corners, in pixels. Returns an empty outline if the rectangle has no area.
  ///
  /// - Parameter radius: Radius of the corners in pixels. Limited to half of the shorter side, as in CSS.
  package static func roundedRectangle(
    left: Double, top: Double, right: Double, bottom: Double, radius: Double
  ) -> Outline {
    var outline = Outline()
    guard left < right, top < bottom else { return outline }
    let radius = max(0, min(radius, (right - left) / 2, (bottom - top) / 2))
    let corner = quarter(radius)
    let (first, last) = (Point(pixelsX: left, top), Point(pixelsX: right, bottom))
    let r = units(radius)
    // Each corner is the same quarter, mirrored. They follow clockwise from the top left.
    outline.move(to: Point(x: first.x, y: first.y + r))
    for point in corner { outline.line(to: Point(x: first.x + r - point.x, y: first.y + r - point.y)) }
    for point in corner.reversed() { outline.line(to: Point(x: last.x - r + point.x, y: first.y + r - point.y)) }
    for point in corner { outline.line(to: Point(x: last.x - r + point.x, y: last.y - r + point.y)) }
    for point in corner.reversed() { outline.line(to: Point(x: first.x + r - point.x, y: last.y - r + point.y)) }
    outline.close()
    return outline
  }

  /// Returns a quarter of a circle around the origin, from the x axis to the y axis, including both ends.
  ///
  /// Its points are at ((1 − u²) / (1 + u²), 2u / (1 + u²)) × radius for u from 0 to 1 in n equal steps. No step spans
  /// more than 2/n radians, so chords are at most radius / 2n² from the circle.
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
