// Pixels of 16 bits per channel as words, for the scalar loops.
//
// A pixel is a little-endian 64-bit word, with alpha in its highest quarter. Its channels are processed two at a time
// as 32-bit halves (red and blue, then green and alpha) or one at a time in double precision.

/// The bits of red and blue in a word, or of green and alpha after shifting down by 16.
let redBlueMask16: UInt64 = 0x0000_FFFF_0000_FFFF

/// Returns both 32-bit halves of `products`, 0…65535², divided by 65535 and rounded: ``dividedBy255(_:)`` with 16 bits
/// instead of 8.
@inline(__always)
func dividedBy65535(_ products: UInt64) -> UInt64 {
  let biased = products &+ 0x0000_8000_0000_8000
  return ((biased &+ ((biased &>> 16) & redBlueMask16)) &>> 16) & redBlueMask16
}

/// A factor slightly above 1, for double-precision quotients that are rounded with halves upwards.
///
/// It exceeds the rounding errors in a product or quotient below 2¹⁶, so that a half is never missed. It adds less than
/// 2⁻³³. If the value is a fraction with a denominator below 2³², that is far less than its distance to the next half.
let aboveOne = 1 + 0x1p-50

/// Rounds `value`, 0…65535, to the nearest integer.
///
/// A sum of 2⁵² or more has no fractional bits, so IEEE 754 rounds it to an integer, ties to even.
@inline(__always)
func nearest(_ value: Double) -> UInt64 { (value + 0x1p52).bitPattern & 0xFFFF }

extension SIMD4<Double> {
  /// Clamps every lane to 0…`limit`.
  ///
  /// Without branches, unlike the standard library's function.
  @inline(__always)
  func clamped(to limit: Double) -> Self {
    func bounded(_ lane: Double) -> Double {
      let least = lane < limit ? lane : limit
      return least > 0 ? least : 0
    }
    return Self(bounded(x), bounded(y), bounded(z), bounded(w))
  }
}

extension UnsafeRawPointer {
  /// Loads the 16-bit pixel at `index`.
  @inline(__always)
  func pixel16(_ index: Int) -> UInt64 {
    UInt64(littleEndian: loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self))
  }
}

extension UnsafeMutableRawPointer {
  /// Stores the 16-bit pixel at `index`.
  @inline(__always)
  func setPixel16(_ index: Int, _ pixel: UInt64) {
    storeBytes(of: pixel.littleEndian, toByteOffset: index &* 8, as: UInt64.self)
  }
}
