/// How a row of a PNG is stored: as differences from a prediction, which deflate better than the bytes (PNG, third
/// edition, section 9).
///
/// A byte's neighbours are those at the same place of other pixels: with `l` that of the pixel to the left, `a` above and
/// `c` above and to the left (0 outside of the picture), a byte `x` is stored as `x − prediction`, modulo 256.
package enum PNGFilter: UInt8, CaseIterable, Sendable {
  /// Predicts 0.
  case none
  /// Predicts `l`.
  case sub
  /// Predicts `a`.
  case up
  /// Predicts ⌊(l + a) / 2⌋.
  case average
  /// Predicts whichever of `l`, `a` and `c` is nearest to `l + a − c`, the first of these where two are (Paeth, 1991).
  case paeth
}

/// Paeth's prediction from the bytes to the left, above, and above and to the left.
@inline(__always)
func paeth(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
  let (left, above, corner) = (Int16(left), Int16(above), Int16(corner))
  let toLeft = abs(above &- corner)
  let toAbove = abs(left &- corner)
  let toCorner = abs(left &+ above &- corner &- corner)
  let other = toAbove <= toCorner ? above : corner
  return UInt8(truncatingIfNeeded: toLeft <= toAbove && toLeft <= toCorner ? left : other)
}

/// ⌊(a + b) / 2⌋ without leaving 8 bits.
@inline(__always)
func floorAverage(_ a: UInt8, _ b: UInt8) -> UInt8 { (a & b) &+ (a ^ b) &>> 1 }
