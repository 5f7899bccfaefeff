// Pixels of 8 bits per channel as words, for the scalar loops.
//
// A pixel is a little-endian word, with alpha in its highest byte. Its channels are processed two at a time as 16-bit
// halves: red and blue, then green and alpha.

/// The bytes of red and blue in a word, or of green and alpha after shifting down by 8.
let redBlueMask: UInt32 = 0x00FF_00FF

/// Returns both 16-bit halves of `products`, 0…255², divided by 255 and rounded.
///
/// With t = x + 128, (t + ⌊t/256⌋) / 256 is exact for all those x (Blinn, "Three Wrongs Make a Right", 1995).
@inline(__always)
func dividedBy255(_ products: UInt32) -> UInt32 {
  let biased = products &+ 0x0080_0080
  return ((biased &+ ((biased &>> 8) & redBlueMask)) &>> 8) & redBlueMask
}

/// Returns `product`, 0…65535², divided by 65535 and rounded: ``dividedBy255(_:)`` with 16 bits instead of 8.
@inline(__always)
func dividedBy65535(_ product: UInt32) -> UInt32 {
  let biased = product &+ 32768
  return (biased &+ biased &>> 16) &>> 16
}

extension UnsafeRawPointer {
  /// Loads the pixel at `index`.
  @inline(__always)
  func pixel(_ index: Int) -> UInt32 {
    UInt32(littleEndian: loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
  }
}

extension UnsafeMutableRawPointer {
  /// Stores the pixel at `index`.
  @inline(__always)
  func setPixel(_ index: Int, _ pixel: UInt32) {
    storeBytes(of: pixel.littleEndian, toByteOffset: index &* 4, as: UInt32.self)
  }
}
