import CSimd

/// `PixelKernels`' vertical pass at 16 bits, four pixels at a time. Returns the number of pixels processed.
@inline(never)
public func resampleVertically16(
  _ destination: UnsafeMutableRawPointer, _ rows: UnsafePointer<UnsafeRawPointer>, _ taps: UnsafePointer<Int32>,
  _ tapCount: Int, _ count: Int
) -> Int {
  let zero = vdupq_n_s64(0)
  var index = 0
  while index &+ 4 <= count {
    var (sum0, sum1, sum2, sum3) = (zero, zero, zero, zero)
    var (sum4, sum5, sum6, sum7) = (zero, zero, zero, zero)
    var tap = 0
    while tap < tapCount {
      let (first, second) = (words(rows[tap], index &* 8), words(rows[tap], index &* 8 &+ 16))
      let low = (signed(vmovl_u16(vget_low_u16(first))), signed(vmovl_high_u16(first)))
      let high = (signed(vmovl_u16(vget_low_u16(second))), signed(vmovl_high_u16(second)))
      let weight = vdupq_n_s32(taps[tap])
      sum0 = vmlal_s32(sum0, vget_low_s32(low.0), vget_low_s32(weight))
      sum1 = vmlal_high_s32(sum1, low.0, weight)
      sum2 = vmlal_s32(sum2, vget_low_s32(low.1), vget_low_s32(weight))
      sum3 = vmlal_high_s32(sum3, low.1, weight)
      sum4 = vmlal_s32(sum4, vget_low_s32(high.0), vget_low_s32(weight))
      sum5 = vmlal_high_s32(sum5, high.0, weight)
      sum6 = vmlal_s32(sum6, vget_low_s32(high.1), vget_low_s32(weight))
      sum7 = vmlal_high_s32(sum7, high.1, weight)
      tap &+= 1
    }
    let pixels = destination + index &* 16
    pixels.storeBytes(of: rounded(sum0, sum1), as: int32x4_t.self)
    pixels.storeBytes(of: rounded(sum2, sum3), toByteOffset: 16, as: int32x4_t.self)
    pixels.storeBytes(of: rounded(sum4, sum5), toByteOffset: 32, as: int32x4_t.self)
    pixels.storeBytes(of: rounded(sum6, sum7), toByteOffset: 48, as: int32x4_t.self)
    index &+= 4
  }
  return index
}

@inline(__always)
private func signed(_ words: uint32x4_t) -> int32x4_t { vreinterpretq_s32_u32(words) }

/// Rounds sums to channels × 2⁸ for the second pass.
@inline(__always)
private func rounded(_ low: int64x2_t, _ high: int64x2_t) -> int32x4_t {
  vcombine_s32(neon_rounded16_s64(low), neon_rounded16_s64(high))
}

/// `PixelKernels`' horizontal pass at 16 bits, two samples at a time, up to the first group with a sample whose alpha
/// exceeds opaque. Returns the number of samples processed.
@inline(never)
public func resampleHorizontally16(
  _ destination: UnsafeMutableRawPointer, _ row: UnsafeRawPointer, _ taps: UnsafePointer<Int32>, _ tapStride: Int,
  _ firsts: UnsafePointer<Int32>, _ counts: UnsafePointer<Int32>, _ count: Int
) -> Int {
  let opaque: Int64 = 65_535 << 32
  var index = 0
  while index &+ 2 <= count {
    let first = sum(row, taps, tapStride, firsts, counts, index)
    let second = sum(row, taps, tapStride, firsts, counts, index &+ 1)
    if first.blueAlpha[1] > opaque || second.blueAlpha[1] > opaque { return index }
    let pixels = vcombine_u16(levels(first), levels(second))
    // The alpha of each pixel limits its colour.
    store(vminq_u16(pixels, neon_alphas16(pixels)), destination, index &* 8)
    index &+= 2
  }
  return index
}

/// Returns the weighted sum of one sample.
@inline(__always)
private func sum(
  _ row: UnsafeRawPointer, _ taps: UnsafePointer<Int32>, _ tapStride: Int, _ firsts: UnsafePointer<Int32>,
  _ counts: UnsafePointer<Int32>, _ sample: Int
) -> (redGreen: int64x2_t, blueAlpha: int64x2_t) {
  var pixels = row + Int(firsts[sample]) &* 16
  var weights = UnsafePointer(taps + sample &* tapStride)
  let end = weights + Int(counts[sample])
  var (redGreen, blueAlpha) = (vdupq_n_s64(0), vdupq_n_s64(0))
  while weights < end {
    let channels = pixels.loadUnaligned(as: int32x4_t.self)
    let weight = vdupq_n_s32(weights[0])
    redGreen = vmlal_s32(redGreen, vget_low_s32(channels), vget_low_s32(weight))
    blueAlpha = vmlal_high_s32(blueAlpha, channels, weight)
    pixels += 16
    weights += 1
  }
  return (redGreen, blueAlpha)
}

/// Rounds sums to whole levels.
@inline(__always)
private func levels(_ sum: (redGreen: int64x2_t, blueAlpha: int64x2_t)) -> uint16x4_t {
  vqmovun_s32(vcombine_s32(neon_rounded32_s64(sum.redGreen), neon_rounded32_s64(sum.blueAlpha)))
}
