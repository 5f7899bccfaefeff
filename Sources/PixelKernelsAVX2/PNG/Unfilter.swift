import CSimd

/// Reverses the filter up in whole vectors, for any pixel length. Returns the number of bytes processed.
@inline(never)
public func unfilterUp(
  _ row: UnsafeMutableRawPointer, _ above: UnsafeRawPointer, _ byteCount: Int, _ step: Int
) -> Int {
  var index = 0
  while index &+ 32 <= byteCount {
    let sum = _mm256_add_epi8(
      row.loadUnaligned(fromByteOffset: index, as: __m256i.self),
      above.loadUnaligned(fromByteOffset: index, as: __m256i.self))
    row.storeBytes(of: sum, toByteOffset: index, as: __m256i.self)
    index &+= 32
  }
  return index
}

/// Reverses Paeth's filter for pixels of three or four bytes. Returns the number of bytes processed, which is 0 for
/// other pixel lengths.
///
/// Uses 16-bit words. Computes three sums and selects one of them, so that the dependency from pixel to pixel is short.
/// Pixels of three bytes are stored as four: the first byte of the next pixel has been loaded before, and is restored
/// at the end.
@inline(never)
public func unfilterPaeth(
  _ row: UnsafeMutableRawPointer, _ above: UnsafeRawPointer, _ byteCount: Int, _ step: Int
) -> Int {
  guard step == 3 || step == 4, byteCount >= 4 else { return 0 }
  var left = _mm_setzero_si128()
  var corner = left
  var stored = pixel(row, 0)
  var index = 0
  while index &+ step &+ 4 <= byteCount {
    let next = pixel(row, index &+ step)
    let difference = _mm_cvtepu8_epi16(stored)
    let up = _mm_cvtepu8_epi16(pixel(above, index))
    let fromAbove = _mm_sub_epi16(up, corner)
    let fromLeft = _mm_sub_epi16(left, corner)
    let toLeft = _mm_abs_epi16(fromAbove)
    let toAbove = _mm_abs_epi16(fromLeft)
    let least = _mm_min_epi16(
      _mm_abs_epi16(_mm_add_epi16(fromAbove, fromLeft)), _mm_min_epi16(toLeft, toAbove))
    let other = _mm_blendv_epi8(
      _mm_add_epi8(difference, corner), _mm_add_epi8(difference, up), _mm_cmpeq_epi16(least, toAbove))
    left = _mm_blendv_epi8(other, _mm_add_epi8(difference, left), _mm_cmpeq_epi16(least, toLeft))
    corner = up
    setPixel(row, index, _mm_packus_epi16(left, left))
    stored = next
    index &+= step
  }
  setPixel(row, index, stored)
  return index
}

/// Loads four bytes, followed by zeros.
@inline(__always)
private func pixel(_ row: UnsafeRawPointer, _ offset: Int) -> __m128i {
  _mm_cvtsi32_si128(row.loadUnaligned(fromByteOffset: offset, as: Int32.self))
}

@inline(__always)
private func setPixel(_ row: UnsafeMutableRawPointer, _ offset: Int, _ pixel: __m128i) {
  row.storeBytes(of: _mm_cvtsi128_si32(pixel), toByteOffset: offset, as: Int32.self)
}
