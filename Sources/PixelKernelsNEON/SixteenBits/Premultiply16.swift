import CSimd

/// `PixelKernels`' premultiply of 16-bit pixels, two at a time. Returns the number of pixels processed.
@inline(never)
public func premultiply16(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) -> Int {
  // Multiplies alpha itself by 65535, so that it doesn't change.
  let alphaWords = vreinterpretq_u16_u64(vdupq_n_u64(0xFFFF_0000_0000_0000))
  var index = 0
  while index &+ 2 <= count {
    let pixels = words(source, index &* 8)
    store(productDividedBy65535(pixels, vorrq_u16(neon_alphas16(pixels), alphaWords)), destination, index &* 8)
    index &+= 2
  }
  return index
}

/// Returns the products of words divided by 65535 and rounded.
@inline(__always)
func productDividedBy65535(_ a: uint16x8_t, _ b: uint16x8_t) -> uint16x8_t {
  vcombine_u16(
    neon_divided_by_65535(vmull_u16(vget_low_u16(a), vget_low_u16(b))), neon_divided_by_65535(vmull_high_u16(a, b)))
}
