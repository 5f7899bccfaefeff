import CSimd

/// `PixelKernels`' scale, four pixels at a time. Returns the number of pixels processed.
///
/// With the factor F = 2¹⁶ · high + low in units of 2⁻³², rounded up, a result in units of 2⁻¹⁶ is
///
///     ⌊c · F / 2¹⁶⌋ = c · high + ⌊c · low / 2¹⁶⌋
///
/// Rounding the factor up adds less than 255 · 2⁻³² to a product. A product that isn't a half is at least a millionth
/// below the next half, so its rounding doesn't change. A factor of 1 is one unit too small instead, which rounding to whole levels compensates for.
@inline(never)
public func scale(
  _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ millionths: Int32, _ count: Int
) -> Int {
  let factor = min((Int(millionths) << 32 + 999_999) / 1_000_000, 1 << 32 - 1)
  let high = vdup_n_u16(UInt16(truncatingIfNeeded: factor >> 16))
  let low = vdup_n_u16(UInt16(truncatingIfNeeded: factor))
  var index = 0
  while index &+ 4 <= count {
    let pixels = bytes(source, index &* 4)
    let first = scaled(vmovl_u8(vget_low_u8(pixels)), high, low)
    let second = scaled(vmovl_high_u8(pixels), high, low)
    store(vcombine_u8(vmovn_u16(first), vmovn_u16(second)), destination, index &* 4)
    index &+= 4
  }
  return index
}

@inline(__always)
private func scaled(_ channels: uint16x8_t, _ high: uint16x4_t, _ low: uint16x4_t) -> uint16x8_t {
  let (first, second) = (vget_low_u16(channels), vget_high_u16(channels))
  return vcombine_u16(
    neon_rounded16_u32(neon_add_right16(vmull_u16(first, high), vmull_u16(first, low))),
    neon_rounded16_u32(neon_add_right16(vmull_u16(second, high), vmull_u16(second, low))))
}
