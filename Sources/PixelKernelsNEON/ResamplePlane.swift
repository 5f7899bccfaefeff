import CSimd

/// `PixelKernels`' interleaving of eight rows, four pairs of each at a time. Returns the number of pairs processed.
@inline(never)
public func weaveRows(
  _ destination: UnsafeMutableRawPointer, _ rows: UnsafeRawPointer, _ stride: Int, _ count: Int
) -> Int {
  var index = 0
  while index &+ 4 <= count / 2 {
    let (place, target) = (rows + index &* 4, destination + index &* 32)
    weaveFour(target, place, stride)
    weaveFour(target + 16, place + stride &* 4, stride)
    index &+= 4
  }
  return index
}

/// Interleaves four pairs of four rows, at distances of eight pairs.
@inline(__always)
private func weaveFour(_ destination: UnsafeMutableRawPointer, _ rows: UnsafeRawPointer, _ stride: Int) {
  @inline(__always) func row(_ y: Int) -> uint32x4_t {
    rows.loadUnaligned(fromByteOffset: y &* stride, as: uint32x4_t.self)
  }
  @inline(__always) func store(_ pair: Int, _ upper: uint64x2_t) {
    destination.storeBytes(of: upper, toByteOffset: pair &* 32, as: uint64x2_t.self)
  }
  let (first, second, third, fourth) = (row(0), row(1), row(2), row(3))
  let upper = (doubles(vzip1q_u32(first, second)), doubles(vzip2q_u32(first, second)))
  let lower = (doubles(vzip1q_u32(third, fourth)), doubles(vzip2q_u32(third, fourth)))
  store(0, vzip1q_u64(upper.0, lower.0))
  store(1, vzip2q_u64(upper.0, lower.0))
  store(2, vzip1q_u64(upper.1, lower.1))
  store(3, vzip2q_u64(upper.1, lower.1))
}

@inline(__always)
private func doubles(_ words: uint32x4_t) -> uint64x2_t { vreinterpretq_u64_u32(words) }

/// `PixelKernels`' horizontal pass over eight interleaved rows, four samples at a time. Returns the number of samples
/// processed.
@inline(never)
public func resamplePlaneHorizontally(
  _ destination: UnsafeMutableRawPointer, _ stride: Int, _ woven: UnsafeRawPointer, _ taps: UnsafePointer<Int16>,
  _ tapStride: Int, _ firsts: UnsafePointer<Int32>, _ counts: UnsafePointer<Int32>, _ count: Int
) -> Int {
  var index = 0
  while index &+ 4 <= count {
    let first = eightRows(woven, taps, tapStride, firsts, counts, index)
    let second = eightRows(woven, taps, tapStride, firsts, counts, index &+ 1)
    let third = eightRows(woven, taps, tapStride, firsts, counts, index &+ 2)
    let fourth = eightRows(woven, taps, tapStride, firsts, counts, index &+ 3)
    // Eight rows of one sample become eight rows of four.
    let left = vreinterpretq_u16_u8(vcombine_u8(vzip1_u8(first, second), vzip2_u8(first, second)))
    let right = vreinterpretq_u16_u8(vcombine_u8(vzip1_u8(third, fourth), vzip2_u8(third, fourth)))
    let place = destination + index
    neon_store_fours(place, stride, vreinterpretq_u8_u16(vzip1q_u16(left, right)))
    neon_store_fours(place + stride &* 4, stride, vreinterpretq_u8_u16(vzip2q_u16(left, right)))
    index &+= 4
  }
  return index
}

/// Returns one sample of each row.
@inline(__always)
private func eightRows(
  _ woven: UnsafeRawPointer, _ taps: UnsafePointer<Int16>, _ tapStride: Int, _ firsts: UnsafePointer<Int32>,
  _ counts: UnsafePointer<Int32>, _ sample: Int
) -> uint8x8_t {
  // If a sample's first tap is the second of a pair, the sum starts with the zero weight before that tap.
  let first = Int(firsts[sample])
  var pair = woven + (first &>> 1) &* 32
  var weights = UnsafeRawPointer(taps + (sample &* tapStride &- (first & 1)))
  let end = weights + (Int(counts[sample]) &+ (first & 1)) &* 2
  // Of two rows each, the sums with the first weight of a pair and with the second, alternately.
  let zero = vdupq_n_s32(0)
  var (sum0, sum1, sum2, sum3) = (zero, zero, zero, zero)
  while weights < end {
    let (upper, lower) = (signedWords(pair, 0), signedWords(pair, 16))
    let two = vreinterpretq_s16_s32(vdupq_n_s32(weights.loadUnaligned(as: Int32.self)))
    sum0 = vmlal_s16(sum0, vget_low_s16(upper), vget_low_s16(two))
    sum1 = vmlal_high_s16(sum1, upper, two)
    sum2 = vmlal_s16(sum2, vget_low_s16(lower), vget_low_s16(two))
    sum3 = vmlal_high_s16(sum3, lower, two)
    pair += 32
    weights += 4
  }
  let upper = vqmovn_s32(neon_rounded20_s32(vpaddq_s32(sum0, sum1)))
  let lower = vqmovn_s32(neon_rounded20_s32(vpaddq_s32(sum2, sum3)))
  return vqmovun_s16(vcombine_s16(upper, lower))
}
