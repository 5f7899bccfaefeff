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
  var left = vdup_n_u8(0)
  var stored = neon_load4(row)
  var index = 0
  while index &+ step &+ 4 <= byteCount {
    let next = neon_load4(row + (index &+ step))
    left = vadd_u8(left, stored)
    neon_store4(row + index, left)
    stored = next
    index &+= step
  }
  neon_store4(row + index, stored)
  return index
}

/// Reverses the filter average.
@inline(never)
public func unfilterAverage(
  _ row: UnsafeMutableRawPointer, _ above: UnsafeRawPointer, _ byteCount: Int, _ step: Int
) -> Int {
  guard step == 3 || step == 4, byteCount >= 4 else { return 0 }
  var left = vdup_n_u8(0)
  var stored = neon_load4(row)
  var index = 0
  while index &+ step &+ 4 <= byteCount {
    let next = neon_load4(row + (index &+ step))
    left = vadd_u8(stored, vhadd_u8(left, neon_load4(above + index)))
    neon_store4(row + index, left)
    stored = next
    index &+= step
  }
  neon_store4(row + index, stored)
  return index
}

/// Reverses Paeth's filter.
@inline(never)
public func unfilterPaeth(
  _ row: UnsafeMutableRawPointer, _ above: UnsafeRawPointer, _ byteCount: Int, _ step: Int
) -> Int {
  guard step == 3 || step == 4, byteCount >= 4 else { return 0 }
  var left = vdupq_n_u16(0)
  var corner = left
  var stored = neon_load4(row)
  var index = 0
  while index &+ step &+ 4 <= byteCount {
    let next = neon_load4(row + (index &+ step))
    let up = vmovl_u8(neon_load4(above + index))
    left = paethSum(vmovl_u8(stored), left, up, corner)
    corner = up
    neon_store4(row + index, vmovn_u16(left))
    stored = next
    index &+= step
  }
  neon_store4(row + index, stored)
  return index
}

/// Reverses Paeth's filter in two rows, the second of which begins `stride` bytes after the first. Returns the number of
/// bytes processed in the first row; in the second, two pixels fewer. Returns 0 for short rows.
///
/// One vector holds a pixel of each row, so the latency from pixel to pixel is paid once for both. The second row is two
/// pixels behind, because it depends on the first.
@inline(never)
public func unfilterPaethPair(
  _ row: UnsafeMutableRawPointer, _ above: UnsafeRawPointer, _ byteCount: Int, _ step: Int, _ stride: Int
) -> Int {
  // There must be room to load the first three pixels as four bytes each.
  guard step == 3 || step == 4, byteCount >= 4 &* step else { return 0 }
  let below = row + stride
  var (left, corner) = (vdupq_n_u16(0), vdupq_n_u16(0))
  // The first row's pixel before `left`.
  var previous = left
  var stored = neon_load4(row)
  var index = 0
  while index < 2 &* step {
    let next = neon_load4(row + (index &+ step))
    let up = vmovl_u8(neon_load4(above + index))
    previous = left
    left = paethSum(vmovl_u8(stored), left, up, corner)
    corner = up
    neon_store4(row + index, vmovn_u16(left))
    stored = next
    index &+= step
  }
  var storedBelow = neon_load4(below)
  while index &+ step &+ 4 <= byteCount {
    let next = neon_load4(row + (index &+ step))
    let nextBelow = neon_load4(below + (index &- step))
    let up = vcombine_u16(vget_low_u16(vmovl_u8(neon_load4(above + index))), vget_low_u16(previous))
    previous = left
    left = paethSum(vmovl_u8(neon_joined4(stored, storedBelow)), left, up, corner)
    corner = up
    let both = vmovn_u16(left)
    neon_store4(row + index, both)
    neon_store_second4(below + (index &- 2 &* step), both)
    (stored, storedBelow) = (next, nextBelow)
    index &+= step
  }
  neon_store4(row + index, stored)
  neon_store4(below + (index &- 2 &* step), storedBelow)
  return index
}

/// Returns differences plus Paeth's predictions, modulo 256. All are 16-bit words from 0 to 255.
///
/// Computes three sums and selects one of them, so that the dependency from pixel to pixel is short.
@inline(__always)
private func paethSum(
  _ difference: uint16x8_t, _ left: uint16x8_t, _ up: uint16x8_t, _ corner: uint16x8_t
) -> uint16x8_t {
  let (toLeft, toAbove) = (vabdq_u16(up, corner), vabdq_u16(left, corner))
  // |left + up − 2 · corner|.
  let target = vsubq_s16(vreinterpretq_s16_u16(vaddq_u16(corner, corner)), vreinterpretq_s16_u16(up))
  let toCorner = vreinterpretq_u16_s16(vabdq_s16(vreinterpretq_s16_u16(left), target))
  let other = vbslq_u16(vcleq_u16(toAbove, toCorner), sum(difference, up), sum(difference, corner))
  return vbslq_u16(vcleq_u16(toLeft, vminq_u16(toAbove, toCorner)), sum(difference, left), other)
}

/// Returns sums of words from 0 to 255, modulo 256.
@inline(__always)
private func sum(_ a: uint16x8_t, _ b: uint16x8_t) -> uint16x8_t {
  vreinterpretq_u16_u8(vaddq_u8(vreinterpretq_u8_u16(a), vreinterpretq_u8_u16(b)))
}
