import CSimd

/// `PixelKernels`' unpremultiply on whole groups of sixteen pixels; returns how many pixels it did.
///
/// ⌊c · (255.001 / a) + ½⌋ in single precision is exact. The .001 adds at least 4·10⁻⁶ of the value, more than the three
/// roundings can take away, so a tie is not missed; and at most .001 in all, while c · 255 / a + ½ lacks at least
/// 1 / 510 to the next whole number.
@inline(never)
public func unpremultiply(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) -> Int {
  let byte = _mm512_set1_epi32(0xFF)
  let opaqueBlack = _mm512_set1_epi32(-0x0100_0000)
  let numerator = _mm512_set1_ps(255.001)
  var index = 0
  while index &+ 16 <= count {
    let pixels = source.loadUnaligned(fromByteOffset: index &* 4, as: __m512i.self)
    // All sixteen opaque: nothing to do.
    if csimd_all_at_least_512(pixels, opaqueBlack) != 0 {
      destination.storeBytes(of: pixels, toByteOffset: index &* 4, as: __m512i.self)
    } else {
      let alpha = _mm512_srli_epi32(pixels, 24)
      // Colour is 0 where alpha is, so that a divisor of 1 will do there.
      let divisor = _mm512_max_epi32(alpha, _mm512_set1_epi32(1))
      let reciprocal = _mm512_div_ps(numerator, _mm512_cvtepi32_ps(divisor))
      let red = straight(_mm512_and_si512(pixels, byte), alpha, reciprocal)
      let green = straight(_mm512_and_si512(_mm512_srli_epi32(pixels, 8), byte), alpha, reciprocal)
      let blue = straight(_mm512_and_si512(_mm512_srli_epi32(pixels, 16), byte), alpha, reciprocal)
      let colour = packed(red, green, blue, alpha)
      destination.storeBytes(of: colour, toByteOffset: index &* 4, as: __m512i.self)
    }
    index &+= 16
  }
  return index
}

@inline(__always)
private func straight(_ channel: __m512i, _ alpha: __m512i, _ reciprocal: __m512) -> __m512i {
  let bounded = _mm512_cvtepi32_ps(_mm512_min_epi32(channel, alpha))
  return _mm512_cvttps_epi32(_mm512_add_ps(_mm512_mul_ps(bounded, reciprocal), _mm512_set1_ps(0.5)))
}
