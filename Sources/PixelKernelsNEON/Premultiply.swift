import CSimd

/// `PixelKernels`' premultiply, four pixels at a time. Returns the number of pixels processed.
@inline(never)
public func premultiply(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) -> Int {
  // Multiplies alpha itself by 255, so that it doesn't change.
  let alphaBytes = vreinterpretq_u8_u32(vdupq_n_u32(0xFF00_0000))
  var index = 0
  while index &+ 4 <= count {
    let pixels = bytes(source, index &* 4)
    store(productDividedBy255(pixels, vorrq_u8(neon_alphas(pixels), alphaBytes)), destination, index &* 4)
    index &+= 4
  }
  return index
}
