import CSimd

/// `PixelKernels`' source-over of 16-bit pixels, two at a time. Returns the number of pixels processed.
///
/// Opaque pairs are copied and empty ones skipped, as at 8 bits.
@inline(never)
public func sourceOver16(
  _ destination: UnsafeMutableRawPointer, _ background: UnsafeRawPointer, _ foreground: UnsafeRawPointer, _ count: Int
) -> Int {
  let isInPlace = background == UnsafeRawPointer(destination)
  let end = count & ~1
  var index = 0
  while index < end {
    let over = words(foreground, index &* 8)
    let pixels = vreinterpretq_u64_u16(over)
    if over[3] & over[7] == 0xFFFF {
      store(over, destination, index &* 8)
      index &+= 2
    } else if pixels[0] | pixels[1] == 0 {
      if !isInPlace { store(words(background, index &* 8), destination, index &* 8) }
      index &+= 2
    } else {
      let next = min(index &+ 64, end)
      repeat {
        let blended = blended(words(foreground, index &* 8), words(background, index &* 8))
        store(blended, destination, index &* 8)
        index &+= 2
      } while index < next
    }
  }
  return end
}

/// Blends two pixels over two others.
@inline(__always)
private func blended(_ over: uint16x8_t, _ under: uint16x8_t) -> uint16x8_t {
  vqaddq_u16(over, productDividedBy65535(under, vmvnq_u16(neon_alphas16(over))))
}
