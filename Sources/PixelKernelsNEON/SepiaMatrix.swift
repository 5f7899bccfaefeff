import CSimd

/// `PixelKernels`' sepia matrix, eight pixels at a time. Returns the number of pixels processed. The nine coefficients
/// are in millionths, row by row.
///
/// A sum of coefficients times colour is at most 1.351 · 255 · 10⁶. It is divided by 10⁶ as ⌊Σ · k / 2⁵⁰ + ½⌋ with
/// k = ⌈2⁵⁰ / 10⁶⌉, in steps of 31, 16 and 3 bits. Rounding k up adds less than 10⁻⁶, the minimum distance of
/// Σ / 10⁶ + ½ to the next integer.
@inline(never)
public func sepiaMatrix(
  _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ coefficients: UnsafePointer<Int32>,
  _ count: Int
) -> Int {
  let (redRow, greenRow, blueRow) = (row(coefficients), row(coefficients + 3), row(coefficients + 6))
  var index = 0
  while index &+ 8 <= count {
    let pixels = neon_load_channels(source + index &* 4).val
    let (red, green, blue) = (words(pixels.0), words(pixels.1), words(pixels.2))
    let first = Colour(red.low, green.low, blue.low)
    let second = Colour(red.high, green.high, blue.high)
    neon_store_channels(
      destination + index &* 4, vmin_u8(product(redRow, first, second), pixels.3),
      vmin_u8(product(greenRow, first, second), pixels.3), vmin_u8(product(blueRow, first, second), pixels.3), pixels.3)
    index &+= 8
  }
  return index
}

/// Red, green and blue of four pixels; or their three coefficients, each repeated.
private typealias Colour = (int32x4_t, int32x4_t, int32x4_t)

@inline(__always)
private func row(_ coefficients: UnsafePointer<Int32>) -> Colour {
  (vdupq_n_s32(coefficients[0]), vdupq_n_s32(coefficients[1]), vdupq_n_s32(coefficients[2]))
}

@inline(__always)
private func words(_ bytes: uint8x8_t) -> (low: int32x4_t, high: int32x4_t) {
  let wide = vmovl_u8(bytes)
  return (vreinterpretq_s32_u32(vmovl_u16(vget_low_u16(wide))), vreinterpretq_s32_u32(vmovl_u16(vget_high_u16(wide))))
}

/// Returns one row of the matrix times eight colours, rounded and held within a byte.
@inline(__always)
private func product(_ row: Colour, _ first: Colour, _ second: Colour) -> uint8x8_t {
  neon_saturated_rounded3_u16(vcombine_u16(eighths(row, first), eighths(row, second)))
}

@inline(__always)
private func eighths(_ row: Colour, _ colour: Colour) -> uint16x4_t {
  let sum = vmlaq_s32(vmlaq_s32(vmulq_s32(row.0, colour.0), row.1, colour.1), row.2, colour.2)
  // The instruction doubles the product and keeps the upper 32 bits: 31 bits less.
  let quotient = vqdmulhq_s32(sum, vdupq_n_s32(1_125_899_907))
  return neon_narrowed16_u32(vreinterpretq_u32_s32(quotient))
}
