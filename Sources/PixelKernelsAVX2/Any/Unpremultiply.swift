import CSimd

/// `PixelKernels`' unpremultiply, a whole vector of pixels at a time. Returns the number of pixels processed.
///
/// ⌊c · (255.001 / a) + ½⌋ in single precision is exact. The .001 adds at least 4·10⁻⁶ of the value, more than the
/// three rounding errors can subtract, so a tie is not missed. It adds at most .001 in all, while the distance of c ·
/// 255 / a + ½ to the next integer is at least 1 / 510.
@inline(never)
public func unpremultiply(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) -> Int {
  let byte = csimd_words(0xFF)
  let numerator = csimd_floats(255.001)
  var index = 0
  while index &+ csimd_lanes <= count {
    let pixels = source.loadUnaligned(fromByteOffset: index &* 4, as: csimd_words_t.self)
    if csimd_are_opaque(pixels) != 0 {
      destination.storeBytes(of: pixels, toByteOffset: index &* 4, as: csimd_words_t.self)
    } else {
      let alpha = csimd_right32(pixels, 24)
      // If alpha is 0, the colours are 0 too, so any divisor works.
      let divisor = csimd_greatest16(alpha, csimd_words(1))
      let reciprocal = csimd_divide(numerator, csimd_to_floats(divisor))
      let red = straight(csimd_and(pixels, byte), alpha, reciprocal)
      let green = straight(csimd_and(csimd_right32(pixels, 8), byte), alpha, reciprocal)
      let blue = straight(csimd_and(csimd_right32(pixels, 16), byte), alpha, reciprocal)
      let colour = packed(red, green, blue, alpha)
      destination.storeBytes(of: colour, toByteOffset: index &* 4, as: csimd_words_t.self)
    }
    index &+= csimd_lanes
  }
  return index
}

@inline(__always)
private func straight(_ channel: csimd_words_t, _ alpha: csimd_words_t, _ reciprocal: csimd_floats_t) -> csimd_words_t {
  let bounded = csimd_to_floats(csimd_least16(channel, alpha))
  return csimd_to_words(csimd_add(csimd_multiply(bounded, reciprocal), csimd_floats(0.5)))
}
