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
    let up = _mm_cvtepu8_epi16(pixel(above, index))
    left = paethSum(_mm_cvtepu8_epi16(stored), left, up, corner)
    corner = up
    setPixel(row, index, _mm_packus_epi16(left, left))
    stored = next
    index &+= step
  }
  setPixel(row, index, stored)
  return index
}

/// Reverses Paeth's filter in two rows, the second of which begins `stride` bytes after the first, for pixels of three
/// or four bytes. Returns the number of bytes processed in the first row; in the second, two pixels fewer. Returns 0 for
/// other pixel lengths and short rows.
///
/// One vector holds a pixel of each row, so the latency from pixel to pixel is paid once for both. The second row is two
/// pixels behind, because it depends on the first. As in `unfilterPaeth`, pixels of three bytes are stored as four.
@inline(never)
public func unfilterPaethPair(
  _ row: UnsafeMutableRawPointer, _ above: UnsafeRawPointer, _ byteCount: Int, _ step: Int, _ stride: Int
) -> Int {
  // There must be room to load the first three pixels as four bytes each.
  guard step == 3 || step == 4, byteCount >= 4 &* step else { return 0 }
  let below = row + stride
  var (left, corner) = (_mm_setzero_si128(), _mm_setzero_si128())
  // The first row's pixel before `left`.
  var previous = left
  var stored = pixel(row, 0)
  var index = 0
  while index < 2 &* step {
    let next = pixel(row, index &+ step)
    let up = _mm_cvtepu8_epi16(pixel(above, index))
    previous = left
    left = paethSum(_mm_cvtepu8_epi16(stored), left, up, corner)
    corner = up
    setPixel(row, index, _mm_packus_epi16(left, left))
    stored = next
    index &+= step
  }
  var storedBelow = pixel(below, 0)
  while index &+ step &+ 4 <= byteCount {
    let next = pixel(row, index &+ step)
    let nextBelow = pixel(below, index &- step)
    let up = _mm_unpacklo_epi64(_mm_cvtepu8_epi16(pixel(above, index)), previous)
    previous = left
    left = paethSum(_mm_cvtepu8_epi16(_mm_unpacklo_epi32(stored, storedBelow)), left, up, corner)
    corner = up
    let both = UInt64(bitPattern: _mm_cvtsi128_si64(_mm_packus_epi16(left, left)))
    row.storeBytes(of: UInt32(truncatingIfNeeded: both), toByteOffset: index, as: UInt32.self)
    below.storeBytes(
      of: UInt32(truncatingIfNeeded: both &>> 32), toByteOffset: index &- 2 &* step, as: UInt32.self)
    (stored, storedBelow) = (next, nextBelow)
    index &+= step
  }
  setPixel(row, index, stored)
  setPixel(below, index &- 2 &* step, storedBelow)
  return index
}

/// Returns differences plus Paeth's predictions, modulo 256. All are 16-bit words from 0 to 255.
///
/// Computes three sums and selects one of them, so that the dependency from pixel to pixel is short.
@inline(__always)
private func paethSum(_ difference: __m128i, _ left: __m128i, _ up: __m128i, _ corner: __m128i) -> __m128i {
  let fromAbove = _mm_sub_epi16(up, corner)
  let fromLeft = _mm_sub_epi16(left, corner)
  let toLeft = _mm_abs_epi16(fromAbove)
  let toAbove = _mm_abs_epi16(fromLeft)
  let least = _mm_min_epi16(_mm_abs_epi16(_mm_add_epi16(fromAbove, fromLeft)), _mm_min_epi16(toLeft, toAbove))
  let other = _mm_blendv_epi8(
    _mm_add_epi8(difference, corner), _mm_add_epi8(difference, up), _mm_cmpeq_epi16(least, toAbove))
  return _mm_blendv_epi8(other, _mm_add_epi8(difference, left), _mm_cmpeq_epi16(least, toLeft))
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
