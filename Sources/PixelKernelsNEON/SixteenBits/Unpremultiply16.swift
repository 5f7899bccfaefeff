import CSimd

/// `PixelKernels`' unpremultiply of 16-bit pixels, two at a time. Returns the number of pixels processed.
///
/// The numerator is slightly larger than 65535, as in the scalar loop, so that halves are rounded upwards.
@inline(never)
public func unpremultiply16(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) -> Int {
  let numerator = vdupq_n_f64(65535 * (1 + 0x1p-50))
  let alphaWords = vreinterpretq_u16_u64(vdupq_n_u64(0xFFFF_0000_0000_0000))
  var index = 0
  while index &+ 2 <= count {
    let pixels = words(source, index &* 8)
    // Opaque pixels don't change.
    if pixels[3] & pixels[7] == 0xFFFF {
      store(pixels, destination, index &* 8)
    } else {
      let alphas = neon_right48(vreinterpretq_u64_u16(pixels))
      // If alpha is 0, the colours are 0 too, so any divisor works.
      let reciprocals = vdivq_f64(numerator, vmaxq_f64(vcvtq_f64_u64(alphas), vdupq_n_f64(1)))
      let bounded = vminq_u16(pixels, neon_alphas16(pixels))
      let straight = vcombine_u16(
        scaled(vget_low_u16(bounded), neon_copied_first(reciprocals)),
        scaled(vget_high_u16(bounded), neon_copied_second(reciprocals)))
      store(vbslq_u16(alphaWords, pixels, straight), destination, index &* 8)
    }
    index &+= 2
  }
  return index
}
