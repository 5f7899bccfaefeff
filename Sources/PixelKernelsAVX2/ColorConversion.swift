import CSimd

/// `PixelKernels`' conversion of luma and chroma, sixteen pixels at a time. Returns the number of pixels processed.
///
/// A factor that doesn't fit into 16 bits is split into a whole number and a rest: 91881 = 65536 + 26345, −46802 =
/// −65536 + 18734 and 116130 = 2 · 65536 − 14942. The whole number is added after the shift.
@inline(never)
public func convertToRGB(
  _ destination: UnsafeMutableRawPointer, _ luma: UnsafeRawPointer, _ blue: UnsafeRawPointer, _ red: UnsafeRawPointer,
  _ count: Int
) -> Int {
  let middle = _mm256_set1_epi16(128)
  // Pairs of factors for b and r, in the order in which unpacking interleaves these.
  let forRed = _mm256_set1_epi32(26_345 << 16)
  let forGreen = _mm256_set1_epi32(Int32(18_734) << 16 | (-22_554 & 0xffff))
  let forBlue = _mm256_set1_epi32(-14_942 & 0xffff)
  var index = 0
  while index &+ 16 <= count {
    let y = words(luma + index)
    let b = _mm256_sub_epi16(words(blue + index), middle)
    let r = _mm256_sub_epi16(words(red + index), middle)
    let redChannel = _mm256_add_epi16(_mm256_add_epi16(y, r), rest(b, r, forRed))
    let greenChannel = _mm256_add_epi16(_mm256_sub_epi16(y, r), rest(b, r, forGreen))
    let blueChannel = _mm256_add_epi16(_mm256_add_epi16(y, _mm256_add_epi16(b, b)), rest(b, r, forBlue))

    // Bytes of pixels 0…7 and 8…15 in the halves: red and blue, green and alpha, then all four.
    let redBlue = _mm256_packus_epi16(redChannel, blueChannel)
    let greenAlpha = _mm256_packus_epi16(greenChannel, _mm256_set1_epi16(255))
    let redGreen = _mm256_unpacklo_epi8(redBlue, greenAlpha)
    let blueAlpha = _mm256_unpackhi_epi8(redBlue, greenAlpha)
    let low = _mm256_unpacklo_epi16(redGreen, blueAlpha)
    let high = _mm256_unpackhi_epi16(redGreen, blueAlpha)
    destination.storeBytes(of: csimd_low_halves_256(low, high), toByteOffset: index &* 4, as: __m256i.self)
    destination.storeBytes(of: csimd_high_halves_256(low, high), toByteOffset: index &* 4 &+ 32, as: __m256i.self)
    index &+= 16
  }
  return index
}

/// Converts sixteen bytes to words.
@inline(__always)
private func words(_ bytes: UnsafeRawPointer) -> __m256i { _mm256_cvtepu8_epi16(bytes.loadUnaligned(as: __m128i.self)) }

/// Returns `(factor · b + factor · r + half) >> 16` of sixteen pixels.
@inline(__always)
private func rest(_ b: __m256i, _ r: __m256i, _ factors: __m256i) -> __m256i {
  let half = _mm256_set1_epi32(1 << 15)
  let low = _mm256_add_epi32(_mm256_madd_epi16(_mm256_unpacklo_epi16(b, r), factors), half)
  let high = _mm256_add_epi32(_mm256_madd_epi16(_mm256_unpackhi_epi16(b, r), factors), half)
  return _mm256_packs_epi32(_mm256_srai_epi32(low, 16), _mm256_srai_epi32(high, 16))
}
