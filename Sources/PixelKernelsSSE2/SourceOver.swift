import CSimd

/// `PixelKernels`' source-over on whole groups of four pixels; returns how many pixels it did.
///
/// Opaque groups are copied and clear ones passed over. After a group that needs blending the rest of 64 pixels are blended
/// without looking, so that translucent rows do not pay for it.
@inline(never)
public func sourceOver(
  _ destination: UnsafeMutableRawPointer, _ background: UnsafeRawPointer, _ foreground: UnsafeRawPointer, _ count: Int
) -> Int {
  let zero = _mm_setzero_si128()
  let isInPlace = background == UnsafeRawPointer(destination)
  let end = count & ~3
  var index = 0
  while index < end {
    let over = foreground.loadUnaligned(fromByteOffset: index &* 4, as: __m128i.self)
    if areOpaque(_mm_srli_epi32(over, 24)) {
      destination.storeBytes(of: over, toByteOffset: index &* 4, as: __m128i.self)
      index &+= 4
    } else if _mm_movemask_epi8(_mm_cmpeq_epi8(over, zero)) == 0xFFFF {
      if !isInPlace {
        let under = background.loadUnaligned(fromByteOffset: index &* 4, as: __m128i.self)
        destination.storeBytes(of: under, toByteOffset: index &* 4, as: __m128i.self)
      }
      index &+= 4
    } else {
      let next = min(index &+ 64, end)
      repeat {
        let over = foreground.loadUnaligned(fromByteOffset: index &* 4, as: __m128i.self)
        let under = background.loadUnaligned(fromByteOffset: index &* 4, as: __m128i.self)
        destination.storeBytes(of: blended(over, under), toByteOffset: index &* 4, as: __m128i.self)
        index &+= 4
      } while index < next
    }
  }
  return end
}

/// Four pixels over four others.
@inline(__always)
private func blended(_ over: __m128i, _ under: __m128i) -> __m128i {
  let lowBytes = _mm_set1_epi16(0xFF)
  let transparency = _mm_xor_si128(alphaInEveryWord(over), lowBytes)
  let redBlue = dividedBy255(_mm_mullo_epi16(_mm_and_si128(under, lowBytes), transparency))
  let greenAlpha = dividedBy255(_mm_mullo_epi16(_mm_srli_epi16(under, 8), transparency))
  return _mm_adds_epu8(over, _mm_or_si128(redBlue, _mm_slli_epi16(greenAlpha, 8)))
}
