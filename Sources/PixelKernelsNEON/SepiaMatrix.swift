import CSimd

/// `PixelKernels`' sepia matrix, eight pixels at a time. Returns the number of pixels processed. The nine coefficients
/// are in millionths, row by row.
///
/// A coefficient is rounded up to 30 fractional bits and split into 2¹⁵ · high + low. For the sums H and L of those parts
/// times the colour, ⌊(2¹⁵ H + L) / 2³⁰⌋ = (H + (L >> 15)) >> 15. Rounding up adds less than 3 · 255 · 2⁻³⁰ to a sum. That
/// is less than 10⁻⁶, the minimum distance of Σ m · c + ½ to the next integer.
@inline(never)
public func sepiaMatrix(
  _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ coefficients: UnsafePointer<Int32>,
  _ count: Int
) -> Int {
  let (redRow, greenRow, blueRow) = (split(coefficients), split(coefficients + 3), split(coefficients + 6))
  var index = 0
  while index &+ 8 <= count {
    let pixels = neon_load_channels(source + index &* 4).val
    let colour = (vmovl_u8(pixels.0), vmovl_u8(pixels.1), vmovl_u8(pixels.2))
    neon_store_channels(
      destination + index &* 4, vmin_u8(product(redRow, colour), pixels.3),
      vmin_u8(product(greenRow, colour), pixels.3),
      vmin_u8(product(blueRow, colour), pixels.3), pixels.3)
    index &+= 8
  }
  return index
}

/// A row of the matrix as the high and the low parts of its coefficients.
private typealias SplitRow = (high: SIMD3<UInt16>, low: SIMD3<UInt16>)

@inline(__always)
private func split(_ row: UnsafePointer<Int32>) -> SplitRow {
  let (red, green, blue) = (fraction(row[0]), fraction(row[1]), fraction(row[2]))
  return (
    SIMD3(UInt16(red >> 15), UInt16(green >> 15), UInt16(blue >> 15)),
    SIMD3(UInt16(red & 0x7FFF), UInt16(green & 0x7FFF), UInt16(blue & 0x7FFF))
  )
}

@inline(__always)
private func fraction(_ millionths: Int32) -> Int { (Int(millionths) << 30 + 999_999) / 1_000_000 }

/// Returns one row of the matrix times eight colours, rounded and held within a byte.
@inline(__always)
private func product(_ row: SplitRow, _ colour: (uint16x8_t, uint16x8_t, uint16x8_t)) -> uint8x8_t {
  let first = product(row, vget_low_u16(colour.0), vget_low_u16(colour.1), vget_low_u16(colour.2))
  let second = product(row, vget_high_u16(colour.0), vget_high_u16(colour.1), vget_high_u16(colour.2))
  return vqmovn_u16(vcombine_u16(first, second))
}

@inline(__always)
private func product(_ row: SplitRow, _ red: uint16x4_t, _ green: uint16x4_t, _ blue: uint16x4_t) -> uint16x4_t {
  let high = vmlal_n_u16(vmlal_n_u16(vmull_n_u16(red, row.high.x), green, row.high.y), blue, row.high.z)
  let low = vmlal_n_u16(vmlal_n_u16(vmull_n_u16(red, row.low.x), green, row.low.y), blue, row.low.z)
  return neon_rounded15_u32(neon_add_right15(high, low))
}
