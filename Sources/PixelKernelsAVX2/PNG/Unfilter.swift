import CSimd

/// `PixelKernels`' unfilter: up in whole vectors, the other filters on pixels of three or four bytes; returns how many
/// bytes it did.
@inline(never)
public func unfilter(
  _ row: UnsafeMutableRawPointer, _ above: UnsafeRawPointer, _ byteCount: Int, _ bytesPerPixel: Int, _ filter: UInt8
) -> Int {
  if filter == 2 { return unfilterUp(row, above, byteCount) }
  guard bytesPerPixel == 3 || bytesPerPixel == 4, byteCount >= 4 else { return 0 }
  switch filter {
  case 1: return unfilterSub(row, byteCount, bytesPerPixel)
  case 3: return unfilterAverage(row, above, byteCount, bytesPerPixel)
  case 4: return unfilterPaeth(row, above, byteCount, bytesPerPixel)
  default: return 0
  }
}

@inline(__always)
private func unfilterUp(_ row: UnsafeMutableRawPointer, _ above: UnsafeRawPointer, _ byteCount: Int) -> Int {
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

// Pixels of three bytes are stored as four. The first byte of the pixel behind has been loaded before, and is put back
// at the end.

@inline(__always)
private func unfilterSub(_ row: UnsafeMutableRawPointer, _ byteCount: Int, _ step: Int) -> Int {
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

@inline(__always)
private func unfilterAverage(
  _ row: UnsafeMutableRawPointer, _ above: UnsafeRawPointer, _ byteCount: Int, _ step: Int
) -> Int {
  let one = _mm_set1_epi8(1)
  var left = _mm_setzero_si128()
  var stored = pixel(row, 0)
  var index = 0
  while index &+ step &+ 4 <= byteCount {
    let next = pixel(row, index &+ step)
    let up = pixel(above, index)
    // The instruction rounds up.
    let average = _mm_sub_epi8(_mm_avg_epu8(left, up), _mm_and_si128(_mm_xor_si128(left, up), one))
    left = _mm_add_epi8(stored, average)
    setPixel(row, index, left)
    stored = next
    index &+= step
  }
  setPixel(row, index, stored)
  return index
}

/// In 16-bit words. What is added is chosen among three finished sums, so that the way from pixel to pixel is short.
@inline(__always)
private func unfilterPaeth(
  _ row: UnsafeMutableRawPointer, _ above: UnsafeRawPointer, _ byteCount: Int, _ step: Int
) -> Int {
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

/// Four bytes, and zeros.
@inline(__always)
private func pixel(_ row: UnsafeRawPointer, _ offset: Int) -> __m128i {
  _mm_cvtsi32_si128(row.loadUnaligned(fromByteOffset: offset, as: Int32.self))
}

@inline(__always)
private func setPixel(_ row: UnsafeMutableRawPointer, _ offset: Int, _ pixel: __m128i) {
  row.storeBytes(of: _mm_cvtsi128_si32(pixel), toByteOffset: offset, as: Int32.self)
}
