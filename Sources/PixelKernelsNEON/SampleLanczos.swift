import CSimd

/// `PixelKernels`' samples of pixels along a line, each the weighted mean of 36 pixels.
///
/// - Parameters:
///   - image: The first pixel of the bordered image.
///   - x, y: The position of the first sample relative to that pixel, in 2⁻³² of a pixel.
///   - stepX, stepY: The distance between neighbouring samples.
///   - right, bottom: The largest position whose 36 pixels are in the image; the smallest is 2 in both directions.
/// - Returns: The number of samples made: all of them.
@inline(never)
public func sampleLanczos(
  _ destination: UnsafeMutableRawPointer, _ image: UnsafeRawPointer, _ stride: Int, _ taps: UnsafePointer<Float>,
  _ x: Int64, _ y: Int64, _ stepX: Int64, _ stepY: Int64, _ right: Int64, _ bottom: Int64, _ isOpaque: Bool,
  _ count: Int
) -> Int {
  var (x, y) = (x, y)
  for index in 0..<count {
    let (column, phaseX) = pixelAndPhase(min(max(x, 2 &<< 32), right))
    let (row, phaseY) = pixelAndPhase(min(max(y, 2 &<< 32), bottom))
    let corner = image + ((row &- 2) &* stride &+ (column &- 2) &* 4)
    let down = taps + phaseY
    let zero = vdupq_n_f32(0)
    var (sum0, sum1, sum2, sum3, sum4, sum5) = (zero, zero, zero, zero, zero, zero)
    for line in 0..<6 {
      let pixels = corner + line &* stride
      let weight = down[line]
      let four = bytes(pixels, 0)
      let (first, second) = (vmovl_u8(vget_low_u8(four)), vmovl_high_u8(four))
      let third = vmovl_u8(pixels.loadUnaligned(fromByteOffset: 16, as: uint8x8_t.self))
      sum0 = vaddq_f32(sum0, vmulq_n_f32(floats(vmovl_u16(vget_low_u16(first))), weight))
      sum1 = vaddq_f32(sum1, vmulq_n_f32(floats(vmovl_high_u16(first)), weight))
      sum2 = vaddq_f32(sum2, vmulq_n_f32(floats(vmovl_u16(vget_low_u16(second))), weight))
      sum3 = vaddq_f32(sum3, vmulq_n_f32(floats(vmovl_high_u16(second)), weight))
      sum4 = vaddq_f32(sum4, vmulq_n_f32(floats(vmovl_u16(vget_low_u16(third))), weight))
      sum5 = vaddq_f32(sum5, vmulq_n_f32(floats(vmovl_high_u16(third)), weight))
    }
    // Even and odd columns apart, as on x86-64.
    let across = taps + phaseX
    var even = vmulq_n_f32(sum0, across[0])
    var odd = vmulq_n_f32(sum1, across[1])
    even = vaddq_f32(even, vmulq_n_f32(sum2, across[2]))
    odd = vaddq_f32(odd, vmulq_n_f32(sum3, across[3]))
    even = vaddq_f32(even, vmulq_n_f32(sum4, across[4]))
    odd = vaddq_f32(odd, vmulq_n_f32(sum5, across[5]))
    store(vaddq_f32(even, odd), isOpaque, destination + 4 &* index)
    x &+= stepX
    y &+= stepY
  }
  return count
}

@inline(__always)
private func floats(_ words: uint32x4_t) -> float32x4_t { vcvtq_f32_u32(words) }

/// Splits a position into a pixel and the place of the weights for the distance from it.
@inline(__always)
private func pixelAndPhase(_ position: Int64) -> (pixel: Int, weights: Int) {
  let rest = position & 0xFFFF_FFFF
  return (Int(position &>> 32), Int((rest &+ 1 &<< 21) &>> 22) &* 8)
}

/// Stores a pixel, clamped and rounded.
@inline(__always)
private func store(_ sum: float32x4_t, _ isOpaque: Bool, _ destination: UnsafeMutableRawPointer) {
  let zero = vdupq_n_f32(0)
  let opaque = vdupq_n_f32(255)
  let alpha = isOpaque ? opaque : vminq_f32(vdupq_n_f32(sum[3]), opaque)
  let bounded = vminq_f32(vmaxq_f32(sum, zero), vmaxq_f32(alpha, zero))
  let words = vmovn_u32(vcvtq_u32_f32(vaddq_f32(bounded, vdupq_n_f32(0.5))))
  let pixel = vreinterpret_u32_u8(vmovn_u16(vcombine_u16(words, words)))[0]
  destination.storeBytes(of: isOpaque ? pixel | 0xFF00_0000 : pixel, as: UInt32.self)
}
