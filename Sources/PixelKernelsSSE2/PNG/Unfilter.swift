import CSimd

// Reversing PNG filters for pixels of three or four bytes, one pixel per vector, because every pixel depends on the
// result for the previous one. The functions return the number of bytes processed, which is 0 for other pixel lengths.
//
// Pixels of three bytes are stored as four: the first byte of the next pixel has been loaded before, and is restored at
// the end. So a pixel is processed only if four bytes of the next pixel can be loaded.

/// Reverses the filter sub.
@inline(never)
public func unfilterSub(
  _ row: UnsafeMutableRawPointer, _ above: UnsafeRawPointer, _ byteCount: Int, _ step: Int
) -> Int {
  guard step == 3 || step == 4, byteCount >= 4 else { return 0 }
  var left = _mm_setzero_si128()
  var stored = pixel(row, 0)
  var index = 0
  while index &+ step &+ 4 <= byteCount {
    let next = pixel(row, index &+ step)
    left = _mm_add_epi8(left, stored)
    setPixel(row, index, left)
    stored = next
    index &+= step
  }
  setPixel(row, index, stored)
  return index
}

/// Reverses the filter average.
@inline(never)
public func unfilterAverage(
  _ row: UnsafeMutableRawPointer, _ above: UnsafeRawPointer, _ byteCount: Int, _ step: Int
) -> Int {
  guard step == 3 || step == 4, byteCount >= 4 else { return 0 }
  var left = _mm_setzero_si128()
  var stored = pixel(row, 0)
  var index = 0
  while index &+ step &+ 4 <= byteCount {
    let next = pixel(row, index &+ step)
    left = _mm_add_epi8(stored, floorAverage(left, pixel(above, index)))
    setPixel(row, index, left)
    stored = next
    index &+= step
  }
  setPixel(row, index, stored)
  return index
}

/// Reverses Paeth's filter.
///
/// Uses 16-bit words. Computes three sums and selects one of them, so that the dependency from pixel to pixel is short.
@inline(never)
public func unfilterPaeth(
  _ row: UnsafeMutableRawPointer, _ above: UnsafeRawPointer, _ byteCount: Int, _ step: Int
) -> Int {
  guard step == 3 || step == 4, byteCount >= 4 else { return 0 }
  let zero = _mm_setzero_si128()
  var left = zero
  var corner = zero
  var stored = pixel(row, 0)
  var index = 0
  while index &+ step &+ 4 <= byteCount {
    let next = pixel(row, index &+ step)
    let difference = _mm_unpacklo_epi8(stored, zero)
    let up = _mm_unpacklo_epi8(pixel(above, index), zero)
    let fromAbove = _mm_sub_epi16(up, corner)
    let fromLeft = _mm_sub_epi16(left, corner)
    let toLeft = magnitude(fromAbove)
    let toAbove = magnitude(fromLeft)
    let least = _mm_min_epi16(magnitude(_mm_add_epi16(fromAbove, fromLeft)), _mm_min_epi16(toLeft, toAbove))
    let other = chosen(
      _mm_add_epi8(difference, up), else: _mm_add_epi8(difference, corner), where: _mm_cmpeq_epi16(least, toAbove))
    left = chosen(_mm_add_epi8(difference, left), else: other, where: _mm_cmpeq_epi16(least, toLeft))
    corner = up
    setPixel(row, index, _mm_packus_epi16(left, left))
    stored = next
    index &+= step
  }
  setPixel(row, index, stored)
  return index
}

/// Returns the magnitudes of signed words.
@inline(__always)
private func magnitude(_ words: __m128i) -> __m128i { _mm_max_epi16(words, _mm_sub_epi16(_mm_setzero_si128(), words)) }

/// Loads four bytes, followed by zeros.
@inline(__always)
private func pixel(_ row: UnsafeRawPointer, _ offset: Int) -> __m128i {
  _mm_cvtsi32_si128(row.loadUnaligned(fromByteOffset: offset, as: Int32.self))
}

@inline(__always)
private func setPixel(_ row: UnsafeMutableRawPointer, _ offset: Int, _ pixel: __m128i) {
  row.storeBytes(of: _mm_cvtsi128_si32(pixel), toByteOffset: offset, as: Int32.self)
}
