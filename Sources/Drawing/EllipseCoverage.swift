import PixelCore

/// The share of each pixel that an ellipse covers, as exact areas instead of samples.
///
/// The pixel `(x, y)` is the square from `(x, y)` to `(x + 1, y + 1)`. Scaling both axes turns the ellipse into the
/// unit disc and the pixel into a rectangle, and keeps the shares. The area of the disc to the left of and above a
/// point has a closed form, and a rectangle is a combination of four of those.
package struct EllipseCoverage {
  /// Centre in pixels from the top left corner of the canvas.
  package let centerX: Double
  package let centerY: Double
  /// Semi-axes in pixels. An ellipse without area covers nothing.
  package let radiusX: Double
  package let radiusY: Double

  package init(centerX: Double, centerY: Double, radiusX: Double, radiusY: Double) {
    (self.centerX, self.centerY, self.radiusX, self.radiusY) = (centerX, centerY, radiusX, radiusY)
  }

  /// Returns the share of the pixel `(x, y)` inside the ellipse, 0 to 1.
  package func coverage(x: Int, y: Int) -> Double {
    guard radiusX > 0, radiusY > 0 else { return 0 }
    let left = (Double(x) - centerX) / radiusX
    let right = (Double(x + 1) - centerX) / radiusX
    let top = (Double(y) - centerY) / radiusY
    let bottom = (Double(y + 1) - centerY) / radiusY
    // Most pixels are completely outside or inside. The rectangle's nearest and farthest points show which.
    let nearX = max(left, -right, 0)
    let nearY = max(top, -bottom, 0)
    if nearX * nearX + nearY * nearY >= 1 { return 0 }
    let farX = max(-left, right)
    let farY = max(-top, bottom)
    if farX * farX + farY * farY <= 1 { return 1 }
    let area =
      Self.discArea(leftOf: right, above: bottom) - Self.discArea(leftOf: left, above: bottom)
      - Self.discArea(leftOf: right, above: top) + Self.discArea(leftOf: left, above: top)
    return min(1, max(0, area * radiusX * radiusY))
  }

  /// Returns the area of the part of the unit disc with x ≤ `limitX` and y ≤ `limitY`.
  ///
  /// A column at x extends from −√(1 − x²) to the smaller of `limitY` and √(1 − x²). The latter is smaller outside ±√(1
  /// − limitY²).
  private static func discArea(leftOf limitX: Double, above limitY: Double) -> Double {
    let x = min(1, max(-1, limitX))
    let y = min(1, max(-1, limitY))
    let chord = (1 - y * y).squareRoot()
    let cut = min(chord, max(-chord, x))
    // Columns in which the line y = limitY intersects the disc.
    let middle = y * (cut + chord) + halfDiscArea(leftOf: cut) - halfDiscArea(leftOf: -chord)
    if y <= 0 { return middle }
    // Columns on both sides, which cross the whole disc.
    let before = 2 * (halfDiscArea(leftOf: min(x, -chord)) - halfDiscArea(leftOf: -1))
    let behind = 2 * (halfDiscArea(leftOf: max(x, chord)) - halfDiscArea(leftOf: chord))
    return before + middle + behind
  }

  /// ∫√(1 − x²) dx = ½(x√(1 − x²) + arcsin x), from 0.
  private static func halfDiscArea(leftOf x: Double) -> Double {
    (x * ((1 - x) * (1 + x)).squareRoot() + ExactMath.arcsine(x)) / 2
  }
}
