import PixelCore

/// How much of a pixel lies near an ellipse, from the distance to the ellipse alone: an integral of its own for the tests
/// of circles.
///
/// A square is inside where the distance of its centre leaves no doubt, outside likewise, and cut into four otherwise. In
/// the smallest squares, 1/32 of a pixel wide, the edge is taken as the straight line that touches it. Against squares of
/// 1/256 the result is off by less than 1/5000.
struct EllipseIntegral {
  /// Semi-axes in pixels.
  let a: Double
  let b: Double
  /// How often a pixel's side is halved.
  var depth = 5

  /// The share of the pixel inside the ellipse. `(x, y)` is the pixel's centre, seen from the ellipse's.
  func fill(_ x: Double, _ y: Double) -> Double {
    share(x, y, side: 1, depth: depth) { x, y in
      let (nearX, nearY) = nearest(x, y)
      let isInside = (x / a) * (x / a) + (y / b) * (y / b) < 1
      return Edge(x - nearX, y - nearY, limit: 0, isInside: isInside)
    }
  }

  /// The share of the pixel within `half` of the path.
  func stroke(_ x: Double, _ y: Double, half: Double) -> Double {
    share(x, y, side: 1, depth: depth) { x, y in
      let (nearX, nearY) = nearest(x, y)
      return Edge(x - nearX, y - nearY, limit: half, isInside: false)
    }
  }

  /// Where the edge passes a point: a direction away from it, and how far inside the point is.
  private struct Edge {
    let directionX: Double
    let directionY: Double
    let depth: Double

    /// By the way from the nearest point of the path, whose length may be `limit`; negative inside the path if told so.
    init(_ x: Double, _ y: Double, limit: Double, isInside: Bool) {
      let length = (x * x + y * y).squareRoot()
      depth = limit + (isInside ? length : -length)
      (directionX, directionY) = length > 0 ? (x / length, y / length) : (1, 0)
    }
  }

  private func share(
    _ x: Double, _ y: Double, side: Double, depth: Int, _ edge: (Double, Double) -> Edge
  ) -> Double {
    let here = edge(x, y)
    let reach = side * 0.5.squareRoot()
    if here.depth >= reach { return 1 }
    if here.depth <= -reach { return 0 }
    if depth == 0 { return Self.squareShare(here.depth / side, here.directionX.magnitude, here.directionY.magnitude) }
    let step = side / 4
    return [(-step, -step), (step, -step), (-step, step), (step, step)].reduce(0) {
      $0 + share(x + $1.0, y + $1.1, side: side / 2, depth: depth - 1, edge) / 4
    }
  }

  /// The share of the unit square about the origin that lies behind a line with a normal `(nx, ny)`, both ≥ 0, at
  /// `distance`: the convolution of two boxes, integrated.
  private static func squareShare(_ distance: Double, _ nx: Double, _ ny: Double) -> Double {
    if min(nx, ny) < 1e-6 { return min(1, max(0, distance + 0.5)) }
    let ramp = { (u: Double) in u <= 0 ? 0 : u * u / 2 }
    let (sum, difference) = ((nx + ny) / 2, (nx - ny) / 2)
    return (ramp(distance + sum) - ramp(distance + difference) - ramp(distance - difference) + ramp(distance - sum))
      / (nx * ny)
  }

  /// The point of the ellipse nearest to a point: where (a·x / (t + a²))² + (b·y / (t + b²))² is 1, by halving the interval
  /// of t (Eberly, "Distance from a Point to an Ellipse").
  private func nearest(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    if a < b {
      let swapped = EllipseIntegral(a: b, b: a).nearest(y, x)
      return (swapped.y, swapped.x)
    }
    let (px, py) = (x.magnitude, y.magnitude)
    var (nearX, nearY) = (a, 0.0)
    if py > 0 {
      var low = b * py - b * b
      var high = (a * a * px * px + b * b * py * py).squareRoot() - b * b
      for _ in 0..<60 {
        let t = (low + high) / 2
        let (u, v) = (a * px / (t + a * a), b * py / (t + b * b))
        if u * u + v * v > 1 { low = t } else { high = t }
      }
      (nearX, nearY) = (a * a * px / (high + a * a), b * b * py / (high + b * b))
    } else if a > b, a * px < a * a - b * b {
      nearX = a * a * px / (a * a - b * b)
      nearY = b * (1 - (nearX / a) * (nearX / a)).squareRoot()
    }
    return (x < 0 ? -nearX : nearX, y < 0 ? -nearY : nearY)
  }
}
