import CSimd

/// `PixelKernels`' vertical pass, eight pixels at a time. Returns the number of pixels processed.
@inline(never)
public func resampleVertically(
  _ destination: UnsafeMutableRawPointer, _ rows: UnsafePointer<UnsafeRawPointer>, _ taps: UnsafePointer<Int16>,
  _ tapCount: Int, _ count: Int
) -> Int {
  let half = vdupq_n_s32(1 << 7)
  var index = 0
  while index &+ 8 <= count {
    var (sum0, sum1, sum2, sum3) = (half, half, half, half)
    var (sum4, sum5, sum6, sum7) = (half, half, half, half)
    var tap = 0
    while tap < tapCount {
      let (first, second) = (bytes(rows[tap], index &* 4), bytes(rows[tap], index &* 4 &+ 16))
      let low = (signed(vmovl_u8(vget_low_u8(first))), signed(vmovl_high_u8(first)))
      let high = (signed(vmovl_u8(vget_low_u8(second))), signed(vmovl_high_u8(second)))
      let weight = vdupq_n_s16(taps[tap])
      sum0 = vmlal_s16(sum0, vget_low_s16(low.0), vget_low_s16(weight))
      sum1 = vmlal_high_s16(sum1, low.0, weight)
      sum2 = vmlal_s16(sum2, vget_low_s16(low.1), vget_low_s16(weight))
      sum3 = vmlal_high_s16(sum3, low.1, weight)
      sum4 = vmlal_s16(sum4, vget_low_s16(high.0), vget_low_s16(weight))
      sum5 = vmlal_high_s16(sum5, high.0, weight)
      sum6 = vmlal_s16(sum6, vget_low_s16(high.1), vget_low_s16(weight))
      sum7 = vmlal_high_s16(sum7, high.1, weight)
      tap &+= 1
    }
    let pixels = destination + index &* 8
    pixels.storeBytes(of: narrowed(sum0, sum1), as: int16x8_t.self)
    pixels.storeBytes(of: narrowed(sum2, sum3), toByteOffset: 16, as: int16x8_t.self)
    pixels.storeBytes(of: narrowed(sum4, sum5), toByteOffset: 32, as: int16x8_t.self)
    pixels.storeBytes(of: narrowed(sum6, sum7), toByteOffset: 48, as: int16x8_t.self)
    index &+= 8
  }
  return index
}

@inline(__always)
private func signed(_ words: uint16x8_t) -> int16x8_t { vreinterpretq_s16_u16(words) }

@inline(__always)
private func narrowed(_ low: int32x4_t, _ high: int32x4_t) -> int16x8_t {
  vcombine_s16(neon_narrowed8_s32(low), neon_narrowed8_s32(high))
}

/// `PixelKernels`' horizontal pass, four samples at a time, up to the first group with a sample whose alpha exceeds
/// opaque. Returns the number of samples processed.
@inline(never)
public func resampleHorizontally(
  _ destination: UnsafeMutableRawPointer, _ row: UnsafeRawPointer, _ taps: UnsafePointer<Int16>, _ tapStride: Int,
  _ firsts: UnsafePointer<Int32>, _ counts: UnsafePointer<Int32>, _ count: Int
) -> Int {
  let opaque: Int32 = 255 << 20
  var index = 0
  while index &+ 4 <= count {
    let first = sum(row, taps, tapStride, firsts, counts, index)
    let second = sum(row, taps, tapStride, firsts, counts, index &+ 1)
    let third = sum(row, taps, tapStride, firsts, counts, index &+ 2)
    let fourth = sum(row, taps, tapStride, firsts, counts, index &+ 3)
    if vmaxq_s32(vmaxq_s32(first, second), vmaxq_s32(third, fourth))[3] > opaque { return index }
    let pixels = vcombine_u8(vqmovun_s16(levels(first, second)), vqmovun_s16(levels(third, fourth)))
    // The alpha of each pixel limits its colour.
    store(vminq_u8(pixels, neon_alphas(pixels)), destination, index &* 4)
    index &+= 4
  }
  return index
}

/// Returns the weighted sum of one sample. Four taps at a time, the last of which may be zeros beyond the sample's own.
@inline(__always)
private func sum(
  _ row: UnsafeRawPointer, _ taps: UnsafePointer<Int16>, _ tapStride: Int, _ firsts: UnsafePointer<Int32>,
  _ counts: UnsafePointer<Int32>, _ sample: Int
) -> int32x4_t {
  var pixels = row + Int(firsts[sample]) &* 8
  var weights = UnsafeRawPointer(taps + sample &* tapStride)
  let end = weights + Int(counts[sample]) &* 2
  var (even, odd) = (vdupq_n_s32(0), vdupq_n_s32(0))
  while weights < end {
    let (first, second) = (signedWords(pixels, 0), signedWords(pixels, 16))
    let four = weights.loadUnaligned(as: int16x4_t.self)
    even = neon_add_product_lane0(even, vget_low_s16(first), four)
    odd = neon_add_product_lane1(odd, vget_high_s16(first), four)
    even = neon_add_product_lane2(even, vget_low_s16(second), four)
    odd = neon_add_product_lane3(odd, vget_high_s16(second), four)
    pixels += 32
    weights += 8
  }
  return vaddq_s32(even, odd)
}

/// Rounds sums to whole levels, held within 16 bits.
@inline(__always)
private func levels(_ low: int32x4_t, _ high: int32x4_t) -> int16x8_t {
  vcombine_s16(vqmovn_s32(neon_rounded20_s32(low)), vqmovn_s32(neon_rounded20_s32(high)))
}
