import CSimd

/// `PixelKernels`' scale, a whole vector of pixels at a time. Returns the number of pixels processed.
@inline(never)
public func scale(
  _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ millionths: Int32, _ count: Int
) -> Int {
  let factor = csimd_words(millionths)
  let byte = csimd_words(0xFF)
  var index = 0
  while index &+ csimd_lanes <= count {
    let pixels = source.loadUnaligned(fromByteOffset: index &* 4, as: csimd_words_t.self)
    let red = csimd_and(pixels, byte)
    let green = csimd_and(csimd_right32(pixels, 8), byte)
    let blue = csimd_and(csimd_right32(pixels, 16), byte)
    let alpha = csimd_right32(pixels, 24)
    let scaled = packed(
      roundedMillionths(csimd_multiply32(red, factor)), roundedMillionths(csimd_multiply32(green, factor)),
      roundedMillionths(csimd_multiply32(blue, factor)), roundedMillionths(csimd_multiply32(alpha, factor)))
    destination.storeBytes(of: scaled, toByteOffset: index &* 4, as: csimd_words_t.self)
    index &+= csimd_lanes
  }
  return index
}
