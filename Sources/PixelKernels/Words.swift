import CSimd

// Pixels of 8 bits per channel as words, one or four at a time: what the scalar and the baseline loops are made of.
//
// A pixel is a little-endian word, alpha its highest byte. Its channels are worked on two at a time as 16-bit words,
// red and blue, then green and alpha. The four-pixel forms use only those operations of the standard library's vectors
// that compile to an instruction or two each; others go lane by lane.

/// The bytes of a word that red and blue occupy; green and alpha too once shifted down by 8.
let redBlueMask: UInt32 = 0x00FF_00FF

/// Both 16-bit halves of `products`, 0…255², divided by 255 and rounded.
///
/// With t = x + 128, (t + ⌊t/256⌋) / 256 is exact for all those x (Blinn, "Three Wrongs Make a Right", 1995).
@inline(__always)
func dividedBy255(_ products: UInt32) -> UInt32 {
  let biased = products &+ 0x0080_0080
  return ((biased &+ ((biased &>> 8) & redBlueMask)) &>> 8) & redBlueMask
}

/// Words of 0…255² divided by 255 and rounded.
@inline(__always)
func dividedBy255(_ products: SIMD8<UInt16>) -> SIMD8<UInt16> {
  let biased = products &+ SIMD8(repeating: 128)
  return (biased &+ (biased &>> SIMD8(repeating: 8))) &>> SIMD8(repeating: 8)
}

/// `product`, 0…65535², divided by 65535 and rounded: ``dividedBy255(_:)`` with 16 bits for 8.
@inline(__always)
func dividedBy65535(_ product: UInt32) -> UInt32 {
  let biased = product &+ 32768
  return (biased &+ biased &>> 16) &>> 16
}

extension UnsafeRawPointer {
  /// The pixel at `index`.
  @inline(__always)
  func pixel(_ index: Int) -> UInt32 {
    UInt32(littleEndian: loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
  }

  /// The four pixels from `index` on.
  @inline(__always)
  func fourPixels(_ index: Int) -> SIMD4<UInt32> {
    loadUnaligned(fromByteOffset: index &* 4, as: SIMD4<UInt32>.self)
  }
}

extension UnsafeMutableRawPointer {
  /// Stores the pixel at `index`.
  @inline(__always)
  func setPixel(_ index: Int, _ pixel: UInt32) {
    storeBytes(of: pixel.littleEndian, toByteOffset: index &* 4, as: UInt32.self)
  }

  /// Stores the four pixels from `index` on.
  @inline(__always)
  func setFourPixels(_ index: Int, _ pixels: SIMD4<UInt32>) {
    storeBytes(of: pixels, toByteOffset: index &* 4, as: SIMD4<UInt32>.self)
  }
}

extension SIMD8<UInt16> {
  /// The low byte of every word.
  @inline(__always)
  static var lowBytes: Self { Self(repeating: 0xFF) }
}

extension SIMD4<UInt32> {
  /// Pixels from their channels, each 0…255.
  @inline(__always)
  init(redBlue: SIMD8<UInt16>, greenAlpha: SIMD8<UInt16>) {
    self = unsafeBitCast(redBlue | (greenAlpha &<< SIMD8(repeating: 8)), to: Self.self)
  }

  /// The sums of the channels, at most 255 each.
  @inline(__always)
  func addingSaturated(_ other: Self) -> Self {
    #if arch(x86_64)
      let sums = _mm_adds_epu8(unsafeBitCast(self, to: __m128i.self), unsafeBitCast(other, to: __m128i.self))
      return unsafeBitCast(sums, to: Self.self)
    #else
      // 0 − 1 sets all the bits of a word above 255.
      func saturated(_ sums: SIMD8<UInt16>) -> SIMD8<UInt16> {
        (sums | (SIMD8(repeating: 0) &- (sums &>> SIMD8(repeating: 8)))) & .lowBytes
      }
      return Self(
        redBlue: saturated(redBlueWords &+ other.redBlueWords),
        greenAlpha: saturated(greenAlphaWords &+ other.greenAlphaWords))
    #endif
  }

  /// Red and blue of each pixel.
  @inline(__always)
  var redBlueWords: SIMD8<UInt16> { words & .lowBytes }

  /// Green and alpha of each pixel.
  @inline(__always)
  var greenAlphaWords: SIMD8<UInt16> { words &>> SIMD8(repeating: 8) }

  /// The alpha of each pixel, in both its words.
  @inline(__always)
  var alphaInEveryWord: SIMD8<UInt16> {
    #if arch(x86_64)
      // With the library's shifts, the compiler moves the words one by one.
      let alpha = _mm_srli_epi32(unsafeBitCast(self, to: __m128i.self), 24)
      return unsafeBitCast(_mm_or_si128(alpha, _mm_slli_epi32(alpha, 16)), to: SIMD8<UInt16>.self)
    #else
      let alpha = self &>> SIMD4(repeating: 24)
      return (alpha | (alpha &<< SIMD4(repeating: 16))).words
    #endif
  }

  @inline(__always)
  private var words: SIMD8<UInt16> { unsafeBitCast(self, to: SIMD8<UInt16>.self) }
}
