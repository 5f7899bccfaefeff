import CSimd

/// `PixelKernels`' sepia tone of 16-bit pixels, eight at a time. Returns the number of pixels processed. The steps and
/// the curves are described in `PixelKernels`.
@inline(never)
public func sepiaTone16(
  _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ decode: UnsafePointer<Float>,
  _ encode: UnsafePointer<Float>, _ tone: UnsafePointer<Float>, _ isEncoded: Bool, _ intensity: Float, _ count: Int
) -> Int {
  var index = 0
  while index &+ 8 <= count {
    let pixels = neon_load_channels16(source + index &* 8).val
    let low = toned(
      (vget_low_u16(pixels.0), vget_low_u16(pixels.1), vget_low_u16(pixels.2), vget_low_u16(pixels.3)), decode, encode,
      tone, isEncoded, intensity)
    let high = toned(
      (vget_high_u16(pixels.0), vget_high_u16(pixels.1), vget_high_u16(pixels.2), vget_high_u16(pixels.3)), decode,
      encode, tone, isEncoded, intensity)
    neon_store_channels16(
      destination + index &* 8, vcombine_u16(low.0, high.0), vcombine_u16(low.1, high.1), vcombine_u16(low.2, high.2),
      pixels.3)
    index &+= 8
  }
  return index
}

/// Tones four pixels, given as their channels.
@inline(__always)
private func toned(
  _ pixels: (uint16x4_t, uint16x4_t, uint16x4_t, uint16x4_t), _ decode: UnsafePointer<Float>,
  _ encode: UnsafePointer<Float>, _ tone: UnsafePointer<Float>, _ isEncoded: Bool, _ intensity: Float
) -> (uint16x4_t, uint16x4_t, uint16x4_t) {
  let one = vdupq_n_f32(1)
  let toneWeight = vdupq_n_f32(intensity)
  let lightWeight = vsubq_f32(one, toneWeight)
  let alpha = vmovl_u16(pixels.3)
  let opacity = vcvtq_f32_u32(alpha)
  // If alpha is 0, so is its reciprocal.
  let reciprocal = vreinterpretq_f32_u32(
    vandq_u32(vreinterpretq_u32_f32(vdivq_f32(one, opacity)), vtstq_u32(alpha, alpha)))

  var (red, green, blue) = (
    straight(pixels.0, reciprocal), straight(pixels.1, reciprocal), straight(pixels.2, reciprocal)
  )
  if isEncoded {
    red = curve(decode, position(red), 1)
    green = curve(decode, position(green), 1)
    blue = curve(decode, position(blue), 1)
  }
  let luminance = vaddq_f32(
    vaddq_f32(vmulq_f32(vdupq_n_f32(0.2126), red), vmulq_f32(vdupq_n_f32(0.7152), green)),
    vmulq_f32(vdupq_n_f32(0.0722), blue))
  let place = position(vsqrtq_f32(luminance))
  red = mixed(red, lightWeight, curve(tone, place, 4), toneWeight)
  green = mixed(green, lightWeight, curve(tone + 1, place, 4), toneWeight)
  blue = mixed(blue, lightWeight, curve(tone + 2, place, 4), toneWeight)
  if isEncoded {
    red = curve(encode, position(vsqrtq_f32(red)), 1)
    green = curve(encode, position(vsqrtq_f32(green)), 1)
    blue = curve(encode, position(vsqrtq_f32(blue)), 1)
  }
  return (rounded(red, opacity), rounded(green, opacity), rounded(blue, opacity))
}

@inline(__always)
private func straight(_ channel: uint16x4_t, _ reciprocal: float32x4_t) -> float32x4_t {
  vminq_f32(vdupq_n_f32(1), vmulq_f32(vcvtq_f32_u32(vmovl_u16(channel)), reciprocal))
}

/// Splits each value, 0…1, into the index of the curve's point before it and the fraction of the distance to the next
/// point, using the bits of 1 + value.
@inline(__always)
private func position(_ value: float32x4_t) -> (point: uint32x4_t, fraction: float32x4_t) {
  let one = vdupq_n_f32(1)
  let place = vsubq_u32(vreinterpretq_u32_f32(vaddq_f32(one, value)), vreinterpretq_u32_f32(one))
  let rest = vcvtq_f32_u32(vandq_u32(place, vdupq_n_u32(0x7FF)))
  return (neon_right11_words(place), vmulq_n_f32(rest, 0x1p-11))
}

/// Returns a curve at four positions, with its points `spread` apart.
@inline(__always)
private func curve(
  _ points: UnsafePointer<Float>, _ position: (point: uint32x4_t, fraction: float32x4_t), _ spread: UInt32
) -> float32x4_t {
  let index = spread == 1 ? position.point : vmulq_n_u32(position.point, spread)
  let entries = UnsafeRawPointer(points).assumingMemoryBound(to: UInt32.self)
  let point = vreinterpretq_f32_u32(neon_entries(entries, index))
  let next = vreinterpretq_f32_u32(neon_entries(entries + Int(spread), index))
  return vaddq_f32(point, vmulq_f32(vsubq_f32(next, point), position.fraction))
}

@inline(__always)
private func mixed(
  _ light: float32x4_t, _ lightWeight: float32x4_t, _ tone: float32x4_t, _ toneWeight: float32x4_t
) -> float32x4_t {
  vaddq_f32(vmulq_f32(lightWeight, light), vmulq_f32(toneWeight, tone))
}

/// Multiplies values of 0…1 by opacity and rounds to integers, halves to even ones.
@inline(__always)
private func rounded(_ value: float32x4_t, _ opacity: float32x4_t) -> uint16x4_t {
  vmovn_u32(vcvtnq_u32_f32(vmulq_f32(vminq_f32(vdupq_n_f32(1), value), opacity)))
}
