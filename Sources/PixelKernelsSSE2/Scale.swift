import CSimd

/// `PixelKernels`' scale, four pixels at a time. Returns the number of pixels processed.
///
/// With the factor F = 2¹⁶ · high + low in units of 2⁻³², rounded up, a result in units of 1/256 is
///
///     ⌊256 · c · F / 2³²⌋ = (c · high + ⌊c · low / 2¹⁶⌋) >> 8
///
/// Rounding up adds less than 256 · 255 / 2³². That is less than 1/15625, the minimum distance of 256 · c · f to the
/// next integer. A factor of 1 is one unit of 2⁻³² too small instead, which rounding to whole levels compensates for.
@inline(never)
public func scale(
  _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ millionths: Int32, _ count: Int
) -> Int {
  let factor = min((Int(millionths) << 32 + 999_999) / 1_000_000, 1 << 32 - 1)
  let high = _mm_set1_epi16(Int16(truncatingIfNeeded: factor >> 16))
  let low = _mm_set1_epi16(Int16(truncatingIfNeeded: factor))
  let lowBytes = _mm_set1_epi16(0xFF)
  var index = 0
  while index &+ 4 <= count {
    let pixels = source.loadUnaligned(fromByteOffset: index &* 4, as: __m128i.self)
    let redBlue = scaled(_mm_and_si128(pixels, lowBytes), _mm_slli_epi16(pixels, 8), high, low)
    let greenAlpha = scaled(_mm_srli_epi16(pixels, 8), _mm_andnot_si128(lowBytes, pixels), high, low)
    let faded = _mm_or_si128(_mm_srli_epi16(redBlue, 8), _mm_andnot_si128(lowBytes, greenAlpha))
    destination.storeBytes(of: faded, toByteOffset: index &* 4, as: __m128i.self)
    index &+= 4
  }
  return index
}

/// Scales and rounds channels, which are given as words and as these words times 256. The results are in the high bytes of the words.
@inline(__always)
private func scaled(_ channels: __m128i, _ times256: __m128i, _ high: __m128i, _ low: __m128i) -> __m128i {
  let fraction = _mm_add_epi16(
    _mm_and_si128(_mm_mullo_epi16(channels, high), _mm_set1_epi16(0xFF)), _mm_mulhi_epu16(channels, low))
  let parts = _mm_add_epi16(_mm_mulhi_epu16(times256, high), _mm_srli_epi16(fraction, 8))
  return _mm_add_epi16(parts, _mm_set1_epi16(128))
}
