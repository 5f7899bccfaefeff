import CSimd

/// `PixelKernels`' sepia matrix, a whole vector of pixels at a time. Returns the number of pixels processed. The nine
/// coefficients are in millionths, row by row.
@inline(never)
public func sepiaMatrix(
  _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ coefficients: UnsafePointer<Int32>,
  _ count: Int
) -> Int {
  let byte = csimd_words(0xFF)
  var index = 0
  while index &+ csimd_lanes <= count {
    let pixels = source.loadUnaligned(fromByteOffset: index &* 4, as: csimd_words_t.self)
    let red = csimd_and(pixels, byte)
    let green = csimd_and(csimd_right32(pixels, 8), byte)
    let blue = csimd_and(csimd_right32(pixels, 16), byte)
    let alpha = csimd_right32(pixels, 24)
    let toned = packed(
      csimd_least32(alpha, roundedMillionths(product(coefficients, red, green, blue))),
      csimd_least32(alpha, roundedMillionths(product(coefficients + 3, red, green, blue))),
      csimd_least32(alpha, roundedMillionths(product(coefficients + 6, red, green, blue))), alpha)
    destination.storeBytes(of: toned, toByteOffset: index &* 4, as: csimd_words_t.self)
    index &+= csimd_lanes
  }
  return index
}

/// Returns one row of the matrix times the colour.
@inline(__always)
private func product(_ row: UnsafePointer<Int32>, _ red: csimd_words_t, _ green: csimd_words_t, _ blue: csimd_words_t)
  -> csimd_words_t
{
  csimd_add32(
    csimd_add32(
      csimd_multiply32(red, csimd_words(row[0])), csimd_multiply32(green, csimd_words(row[1]))),
    csimd_multiply32(blue, csimd_words(row[2])))
}
