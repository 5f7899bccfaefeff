import CSimd

/// `PixelKernels`' source-over, four pixels at a time. Returns the number of pixels processed.
///
/// If four pixels are opaque, they are copied; if they are empty, the background is kept. Once four pixels need
/// blending, 64 pixels are blended before alpha is checked again, as on x86-64.
@inline(never)
public func sourceOver(
  _ destination: UnsafeMutableRawPointer, _ background: UnsafeRawPointer, _ foreground: UnsafeRawPointer, _ count: Int
) -> Int {
  let isInPlace = background == UnsafeRawPointer(destination)
  let end = count & ~3
  var index = 0
  while index < end {
    let over = bytes(foreground, index &* 4)
    let pixels = vreinterpretq_u32_u8(over)
    if vminvq_u32(pixels) >= 0xFF00_0000 {
      store(over, destination, index &* 4)
      index &+= 4
    } else if vmaxvq_u32(pixels) == 0 {
      if !isInPlace { store(bytes(background, index &* 4), destination, index &* 4) }
      index &+= 4
    } else {
      let next = min(index &+ 64, end)
      repeat {
        let blended = blended(bytes(foreground, index &* 4), bytes(background, index &* 4))
        store(blended, destination, index &* 4)
        index &+= 4
      } while index < next
    }
  }
  return end
}

/// Blends four pixels over four others.
@inline(__always)
private func blended(_ over: uint8x16_t, _ under: uint8x16_t) -> uint8x16_t {
  vqaddq_u8(over, productDividedBy255(under, vmvnq_u8(neon_alphas(over))))
}

/// Returns the products of bytes divided by 255 and rounded.
@inline(__always)
func productDividedBy255(_ a: uint8x16_t, _ b: uint8x16_t) -> uint8x16_t {
  vcombine_u8(
    neon_divided_by_255(vmull_u8(vget_low_u8(a), vget_low_u8(b))), neon_divided_by_255(vmull_high_u8(a, b)))
}
