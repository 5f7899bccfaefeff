/// The filter of a PNG row, which is stored as differences from a prediction because they compress better (PNG, third
/// edition, section 9).
///
/// A byte is predicted from the same byte of neighbouring pixels: `l` of the pixel to the left, `a` above, and `c`
/// above and to the left (0 outside of the picture). A byte `x` is stored as `x − prediction`, modulo 256.
package enum PNGFilter: UInt8, CaseIterable, Sendable {
  /// Predicts 0.
  case none
  /// Predicts `l`.
  case sub
  /// Predicts `a`.
  case up
  /// Predicts ⌊(l + a) / 2⌋.
  case average
  /// Predicts whichever of `l`, `a` and `c` is nearest to `l + a − c`. Ties go to the first in this order (Paeth,
  /// 1991).
  case paeth
}

/// Returns Paeth's prediction from the bytes to the left, above, and above and to the left.
@inline(__always)
func paeth(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
  let (left, above, corner) = (Int16(left), Int16(above), Int16(corner))
  let toLeft = abs(above &- corner)
  let toAbove = abs(left &- corner)
  let toCorner = abs(left &+ above &- corner &- corner)
  let other = toAbove <= toCorner ? above : corner
  return UInt8(truncatingIfNeeded: toLeft <= toAbove && toLeft <= toCorner ? left : other)
}

/// Returns ⌊(a + b) / 2⌋, computed within 8 bits.
@inline(__always)
func floorAverage(_ a: UInt8, _ b: UInt8) -> UInt8 { (a & b) &+ (a ^ b) &>> 1 }
