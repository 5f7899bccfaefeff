import CSimd

/// `PixelKernels`' premultiply, a whole vector of pixels at a time. Returns the number of pixels processed.
@inline(never)
public func premultiply(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) -> Int {
  let lowBytes = csimd_words16(0xFF)
  // Multiplies alpha itself by 255, so that it doesn't change.
  let alphaWords = csimd_words(0x00FF_0000)
  var index = 0
  while index &+ csimd_lanes <= count {
    let pixels = source.loadUnaligned(fromByteOffset: index &* 4, as: csimd_words_t.self)
    let alpha = csimd_alphas16(pixels)
    let redBlue = dividedBy255(csimd_multiply16(csimd_and(pixels, lowBytes), alpha))
    let greenAlpha = dividedBy255(
      csimd_multiply16(csimd_right16(pixels, 8), csimd_or(alpha, alphaWords)))
    let product = csimd_or(redBlue, csimd_left16(greenAlpha, 8))
    destination.storeBytes(of: product, toByteOffset: index &* 4, as: csimd_words_t.self)
    index &+= csimd_lanes
  }
  return index
}
