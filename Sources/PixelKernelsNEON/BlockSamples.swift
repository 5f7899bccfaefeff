import CSimd

/// `PixelKernels`' samples of blocks of a single value, eight blocks at a time. Returns the number of blocks processed.
@inline(never)
public func makeBlockSamples1(
  _ destination: UnsafeMutableRawPointer, _ stride: Int, _ blocks: UnsafeRawPointer, _ across: Int, _ distance: Int,
  _ quantisers: UnsafePointer<Int16>, _ count: Int
) -> Int {
  // Eight must be a multiple of the number of adjacent blocks.
  guard across == 1 || across == 2 || across == 4 else { return 0 }
  // Offsets of the eight blocks from the first.
  let (step, pair) = (across == 1 ? distance : 2, across == 4 ? 4 : across == 2 ? distance : 2 &* distance)
  let half = across == 4 ? distance : 2 &* pair
  var place = blocks
  var index = 0
  @inline(__always) func value(_ offset: Int) -> Int16 { place.load(fromByteOffset: offset, as: Int16.self) }
  while index &+ 8 <= count {
    let values = int16x8_t(
      value(0), value(step), value(pair), value(pair &+ step), value(half), value(half &+ step), value(half &+ pair),
      value(half &+ pair &+ step))
    let eighths = vaddq_s16(vmulq_n_s16(values, quantisers[0]), vdupq_n_s16(4))
    let samples = vqmovun_s16(vaddq_s16(neon_right3_s16(eighths), vdupq_n_s16(128)))
    destination.storeBytes(of: samples, toByteOffset: index, as: uint8x8_t.self)
    index &+= 8
    place += 2 &* half
  }
  return index
}

/// `PixelKernels`' samples of blocks of 2 × 2 values, eight blocks at a time. Returns the number of blocks processed.
/// Supports single blocks and groups of an even number of blocks.
@inline(never)
public func makeBlockSamples2(
  _ destination: UnsafeMutableRawPointer, _ stride: Int, _ blocks: UnsafeRawPointer, _ across: Int, _ distance: Int,
  _ quantisers: UnsafePointer<Int16>, _ count: Int
) -> Int {
  if across != 1 && across & 1 != 0 { return 0 }
  var (place, left) = (blocks, across)
  var index = 0
  while index &+ 8 <= count {
    // Pairs of blocks become vectors of their first, second, third and fourth values.
    let a = nextPair(&place, &left, across, distance)
    let b = nextPair(&place, &left, across, distance)
    let c = nextPair(&place, &left, across, distance)
    let d = nextPair(&place, &left, across, distance)
    let (even, odd) = ((vuzp1q_s16(a, b), vuzp1q_s16(c, d)), (vuzp2q_s16(a, b), vuzp2q_s16(c, d)))
    let mean = vaddq_s16(vmulq_n_s16(vuzp1q_s16(even.0, even.1), quantisers[0]), vdupq_n_s16(4))
    let right = vmulq_n_s16(vuzp1q_s16(odd.0, odd.1), quantisers[1])
    let down = vmulq_n_s16(vuzp2q_s16(even.0, even.1), quantisers[2])
    let both = vmulq_n_s16(vuzp2q_s16(odd.0, odd.1), quantisers[3])
    let row = destination + 2 &* index
    store(interleaved(vaddq_s16(mean, down), vaddq_s16(right, both)), row, 0)
    store(interleaved(vsubq_s16(mean, down), vsubq_s16(right, both)), row, stride)
    index &+= 8
  }
  return index
}

/// Loads two blocks of 2 × 2 values.
@inline(__always)
private func nextPair(_ place: inout UnsafeRawPointer, _ left: inout Int, _ across: Int, _ distance: Int) -> int16x8_t {
  if across == 1 {
    let pair = vcombine_s16(
      place.loadUnaligned(as: int16x4_t.self), place.loadUnaligned(fromByteOffset: distance, as: int16x4_t.self))
    place += 2 &* distance
    return pair
  }
  let pair = signedWords(place, 0)
  place += 16
  left &-= 2
  if left == 0 {
    left = across
    place += distance &- 8 &* across
  }
  return pair
}

/// Returns bytes of value + slope and value − slope alternately; both are in eighths.
@inline(__always)
private func interleaved(_ value: int16x8_t, _ slope: int16x8_t) -> uint8x16_t {
  let middle = vdupq_n_s16(128)
  let left = vqmovun_s16(vaddq_s16(neon_right3_s16(vaddq_s16(value, slope)), middle))
  let right = vqmovun_s16(vaddq_s16(neon_right3_s16(vsubq_s16(value, slope)), middle))
  return vcombine_u8(vzip1_u8(left, right), vzip2_u8(left, right))
}

/// `PixelKernels`' samples of blocks of 4 × 4 values. Returns the number of blocks processed.
@inline(never)
public func makeBlockSamples4(
  _ destination: UnsafeMutableRawPointer, _ stride: Int, _ blocks: UnsafeRawPointer, _ across: Int, _ distance: Int,
  _ quantisers: UnsafePointer<Int16>, _ count: Int
) -> Int {
  let (upperFactors, lowerFactors) = (signedWords(quantisers, 0), signedWords(quantisers, 16))
  let middle = vdupq_n_s16(128)
  var (block, left) = (blocks, across)
  var index = 0
  while index < count {
    // Rows 0 and 1, then rows 2 and 3.
    let upper = vmulq_s16(signedWords(block, 0), upperFactors)
    let lower = vmulq_s16(signedWords(block, 16), lowerFactors)
    let down = transformed(
      (vget_low_s16(upper), vget_high_s16(upper), vget_low_s16(lower), vget_high_s16(lower)), vdupq_n_s32(1 << 10))
    let columns = transposed(
      (
        neon_saturated11_s32(down.0), neon_saturated11_s32(down.1), neon_saturated11_s32(down.2),
        neon_saturated11_s32(down.3)
      ))
    let across4 = transformed(columns, vdupq_n_s32(1 << 17))
    let rows = transposed(
      (
        neon_narrowed16_s32(across4.0), neon_narrowed16_s32(across4.1), neon_narrowed16_s32(across4.2),
        neon_narrowed16_s32(across4.3)
      ))
    // Narrowing has shifted out 16 of the 18 bits already.
    let first = vaddq_s16(neon_right2_s16(vcombine_s16(rows.0, rows.1)), middle)
    let second = vaddq_s16(neon_right2_s16(vcombine_s16(rows.2, rows.3)), middle)
    neon_store_fours(destination + 4 &* index, stride, vcombine_u8(vqmovun_s16(first), vqmovun_s16(second)))
    index &+= 1
    left &-= 1
    block += 32
    if left == 0 {
      left = across
      block += distance &- 32 &* across
    }
  }
  return index
}

/// Four rows of four values.
private typealias Rows = (int16x4_t, int16x4_t, int16x4_t, int16x4_t)

@inline(__always)
private func transposed(_ rows: Rows) -> Rows {
  let (a, b) = (words(vtrn1_s16(rows.0, rows.1)), words(vtrn2_s16(rows.0, rows.1)))
  let (c, d) = (words(vtrn1_s16(rows.2, rows.3)), words(vtrn2_s16(rows.2, rows.3)))
  return (
    vreinterpret_s16_s32(vtrn1_s32(a, c)), vreinterpret_s16_s32(vtrn1_s32(b, d)), vreinterpret_s16_s32(vtrn2_s32(a, c)),
    vreinterpret_s16_s32(vtrn2_s32(b, d))
  )
}

@inline(__always)
private func words(_ values: int16x4_t) -> int32x2_t { vreinterpret_s32_s16(values) }

/// Returns the inverse DCT of each column, scaled by 8192 · 2 · √2, with `rounding` added.
@inline(__always)
private func transformed(_ rows: Rows, _ rounding: int32x4_t) -> (int32x4_t, int32x4_t, int32x4_t, int32x4_t) {
  let outer = vaddq_s32(neon_left13_s32(vaddl_s16(rows.0, rows.2)), rounding)
  let inner = vaddq_s32(neon_left13_s32(vsubl_s16(rows.0, rows.2)), rounding)
  let steep = vmlal_n_s16(vmull_n_s16(rows.1, 10703), rows.3, 4433)
  let flat = vmlal_n_s16(vmull_n_s16(rows.1, 4433), rows.3, -10703)
  return (vaddq_s32(outer, steep), vaddq_s32(inner, flat), vsubq_s32(inner, flat), vsubq_s32(outer, steep))
}
