import CSimd

/// `PixelKernels`' halving of pixels, four pixels of the result at a time. Returns the number of pixels processed.
@inline(never)
public func halvePixels(
  _ destination: UnsafeMutableRawPointer, _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, _ count: Int, _ row: Int
) -> Int {
  let even = UInt16(1 &+ row & 1)
  let rounding = vcombine_u16(vdup_n_u16(even), vdup_n_u16(3 &- even))
  var index = 0
  while index &+ 4 <= count / 2 {
    let above = neon_load_alternate_pixels(upper + index &* 8).val
    let below = neon_load_alternate_pixels(lower + index &* 8).val
    let first = vaddw_u8(
      vaddw_u8(vaddl_u8(vget_low_u8(above.0), vget_low_u8(above.1)), vget_low_u8(below.0)), vget_low_u8(below.1))
    let second = vaddw_high_u8(vaddw_high_u8(vaddl_high_u8(above.0, above.1), below.0), below.1)
    store(means(first, second, rounding), destination, index &* 4)
    index &+= 4
  }
  return index
}

/// `PixelKernels`' halving of samples, sixteen samples of the result at a time. Returns the number of samples processed.
@inline(never)
public func halveSamples(
  _ destination: UnsafeMutableRawPointer, _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, _ count: Int, _ row: Int
) -> Int {
  let even = UInt32(1 &+ row & 1)
  let rounding = vreinterpretq_u16_u32(vdupq_n_u32(even | (3 &- even) &<< 16))
  var index = 0
  while index &+ 16 <= count / 2 {
    let first = vpadalq_u8(vpaddlq_u8(bytes(upper, index &* 2)), bytes(lower, index &* 2))
    let second = vpadalq_u8(vpaddlq_u8(bytes(upper, index &* 2 &+ 16)), bytes(lower, index &* 2 &+ 16))
    store(means(first, second, rounding), destination, index)
    index &+= 16
  }
  return index
}

/// Returns quarters of sums of four, rounded.
@inline(__always)
private func means(_ first: uint16x8_t, _ second: uint16x8_t, _ rounding: uint16x8_t) -> uint8x16_t {
  vcombine_u8(
    neon_narrowed2_u16(vaddq_u16(first, rounding)), neon_narrowed2_u16(vaddq_u16(second, rounding)))
}
