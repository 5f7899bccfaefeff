import CSimd

/// `PixelKernels`' scale of 16-bit pixels, two at a time. Returns the number of pixels processed. The factor, 0…1, must
/// be slightly too large, so that halves are rounded upwards.
@inline(never)
public func scale16(
  _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ factor: Double, _ count: Int
) -> Int {
  let factors = vdupq_n_f64(factor)
  var index = 0
  while index &+ 2 <= count {
    let pixels = words(source, index &* 8)
    store(
      vcombine_u16(scaled(vget_low_u16(pixels), factors), scaled(vget_high_u16(pixels), factors)), destination,
      index &* 8)
    index &+= 2
  }
  return index
}

/// Multiplies four words by factors, 0…1 or so that the products are words, and rounds them.
@inline(__always)
func scaled(_ channels: uint16x4_t, _ factors: float64x2_t) -> uint16x4_t {
  let words = vmovl_u16(channels)
  let low = vmulq_f64(vcvtq_f64_u64(vmovl_u32(vget_low_u32(words))), factors)
  let high = vmulq_f64(vcvtq_f64_u64(vmovl_high_u32(words)), factors)
  return vmovn_u32(vcombine_u32(vmovn_u64(vcvtnq_u64_f64(low)), vmovn_u64(vcvtnq_u64_f64(high))))
}
