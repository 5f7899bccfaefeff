import CSimd

/// `PixelKernels`' unpremultiply, eight pixels at a time. Returns the number of pixels processed.
///
/// ⌊c · (255.001 / a) + ½⌋ in single precision is exact. The loop for x86-64 explains why.
@inline(never)
public func unpremultiply(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) -> Int {
  let numerator = vdupq_n_f32(255.001)
  var index = 0
  while index &+ 8 <= count {
    let pixels = neon_load_channels(source + index &* 4).val
    if vminv_u8(pixels.3) == 255 {
      neon_store_channels(destination + index &* 4, pixels.0, pixels.1, pixels.2, pixels.3)
    } else {
      // If alpha is 0, the colours are 0 too, so any divisor works.
      let divisors = vmovl_u8(vmax_u8(pixels.3, vdup_n_u8(1)))
      let low = vdivq_f32(numerator, vcvtq_f32_u32(vmovl_u16(vget_low_u16(divisors))))
      let high = vdivq_f32(numerator, vcvtq_f32_u32(vmovl_high_u16(divisors)))
      neon_store_channels(
        destination + index &* 4, straight(pixels.0, pixels.3, low, high), straight(pixels.1, pixels.3, low, high),
        straight(pixels.2, pixels.3, low, high), pixels.3)
    }
    index &+= 8
  }
  return index
}

@inline(__always)
private func straight(
  _ channel: uint8x8_t, _ alpha: uint8x8_t, _ low: float32x4_t, _ high: float32x4_t
) -> uint8x8_t {
  let bounded = vmovl_u8(vmin_u8(channel, alpha))
  let half = vdupq_n_f32(0.5)
  let first = vaddq_f32(vmulq_f32(vcvtq_f32_u32(vmovl_u16(vget_low_u16(bounded))), low), half)
  let second = vaddq_f32(vmulq_f32(vcvtq_f32_u32(vmovl_high_u16(bounded)), high), half)
  return vmovn_u16(vcombine_u16(vmovn_u32(vcvtq_u32_f32(first)), vmovn_u32(vcvtq_u32_f32(second))))
}
