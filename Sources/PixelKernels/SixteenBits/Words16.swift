// Pixels of 16 bits per channel as words: what the scalar loops are made of.
//
// A pixel is a little-endian word of 64 bits, alpha its highest quarter. Its channels are worked on two at a time as
// 32-bit halves, red and blue, then green and alpha, or one at a time in double precision.

/// The bits of a word that red and blue occupy; green and alpha too once shifted down by 16.
let redBlueMask16: UInt64 = 0x0000_FFFF_0000_FFFF

/// Both 32-bit halves of `products`, 0…65535², divided by 65535 and rounded: ``dividedBy255(_:)`` with 16 bits for 8.
@inline(__always)
func dividedBy65535(_ products: UInt64) -> UInt64 {
  let biased = products &+ 0x0000_8000_0000_8000
  return ((biased &+ ((biased &>> 16) & redBlueMask16)) &>> 16) & redBlueMask16
}

/// A factor a trifle above 1, for quotients in double precision that are to be rounded with halves upwards.
///
/// It is far more than the few roundings on the way to a product or quotient below 2¹⁶ can take away, so that a half is
/// never missed. What it adds, less than 2⁻³³, is far less than what such a value lacks to the next half where it is a
/// fraction with a denominator below 2³².
let aboveOne = 1 + 0x1p-50

/// `value`, 0…65535, as the nearest whole number.
///
/// A number of 2⁵² has no bits behind the point, so that IEEE 754 does the rounding in the sum.
@inline(__always)
func nearest(_ value: Double) -> UInt64 { (value + 0x1p52).bitPattern & 0xFFFF }

extension SIMD4<Double> {
  /// Every lane bounded to 0…`limit`.
  ///
  /// Without branches, which the library's own clamping has.
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
  /// The 16-bit pixel at `index`.
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
