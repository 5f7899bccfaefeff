import CSimd

/// `PixelKernels`' source-over of 16-bit pixels, four at a time. Returns the number of pixels processed.
///
/// Opaque groups are copied and empty ones skipped, as at 8 bits.
@inline(never)
public func sourceOver16(
  _ destination: UnsafeMutableRawPointer, _ background: UnsafeRawPointer, _ foreground: UnsafeRawPointer, _ count: Int
) -> Int {
  let alphaWords = _mm256_set1_epi64x(-0x0001_0000_0000_0000)
  let isInPlace = background == UnsafeRawPointer(destination)
  let end = count & ~3
  var index = 0
  while index < end {
    let over = foreground.loadUnaligned(fromByteOffset: index &* 8, as: __m256i.self)
    if _mm256_testc_si256(over, alphaWords) != 0 {
      destination.storeBytes(of: over, toByteOffset: index &* 8, as: __m256i.self)
      index &+= 4
    } else if _mm256_testz_si256(over, over) != 0 {
      if !isInPlace {
        let under = background.loadUnaligned(fromByteOffset: index &* 8, as: __m256i.self)
        destination.storeBytes(of: under, toByteOffset: index &* 8, as: __m256i.self)
      }
      index &+= 4
    } else {
      let next = min(index &+ 64, end)
      repeat {
        let over = foreground.loadUnaligned(fromByteOffset: index &* 8, as: __m256i.self)
        let under = background.loadUnaligned(fromByteOffset: index &* 8, as: __m256i.self)
        destination.storeBytes(of: blended(over, under), toByteOffset: index &* 8, as: __m256i.self)
        index &+= 4
      } while index < next
    }
  }
  return end
}

/// Blends four pixels over four others.
@inline(__always)
private func blended(_ over: __m256i, _ under: __m256i) -> __m256i {
  let transparency = _mm256_xor_si256(_mm256_shuffle_epi8(over, alphaToEveryWord16()), _mm256_set1_epi16(-1))
  return _mm256_adds_epu16(over, productDividedBy65535(under, transparency))
}
