import CSimd

/// `PixelKernels`' sepia tone, eight pixels at a time. Returns the number of pixels processed. The steps, the tables
/// and their units are described in `PixelKernels`; `weight` is the intensity in units of 1/65536.
///
/// Two groups of four are interleaved. A pixel's steps depend on each other, so the CPU processes one group while the
/// other waits.
@inline(never)
public func sepiaTone(
  _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ linear: UnsafePointer<UInt32>,
  _ redGreen: UnsafePointer<UInt32>, _ blue: UnsafePointer<UInt32>, _ encoded: UnsafePointer<UInt32>,
  _ opaque: UnsafePointer<UInt32>, _ weight: UInt32, _ count: Int
) -> Int {
  var index = 0
  while index &+ 8 <= count {
    let first = vreinterpretq_u32_u8(bytes(source, index &* 4))
    let second = vreinterpretq_u32_u8(bytes(source, index &* 4 &+ 16))
    let (firstLight, secondLight) = (straightLight(first, linear), straightLight(second, linear))
    let firstToned = toned(first, firstLight, redGreen, blue, encoded, opaque, weight)
    let secondToned = toned(second, secondLight, redGreen, blue, encoded, opaque, weight)
    store(vreinterpretq_u8_u32(firstToned), destination, index &* 4)
    store(vreinterpretq_u8_u32(secondToned), destination, index &* 4 &+ 16)
    index &+= 8
  }
  return index
}

@inline(__always)
private func areOpaque(_ pixels: uint32x4_t) -> Bool { vminvq_u32(pixels) >= 0xFF00_0000 }

/// A channel of four pixels, in 32-bit words.
@inline(__always)
private func channel(_ pixels: uint32x4_t, _ place: Int) -> uint32x4_t { neon_channel(pixels, Int32(place)) }

/// The straight 16-bit linear light of four pixels, and the index of their tone in its tables.
private typealias Light = (red: uint32x4_t, green: uint32x4_t, blue: uint32x4_t, tone: uint32x4_t)

@inline(__always)
private func straightLight(_ pixels: uint32x4_t, _ linear: UnsafePointer<UInt32>) -> Light {
  var (red, green, blue) = (channel(pixels, 0), channel(pixels, 1), channel(pixels, 2))
  if areOpaque(pixels) {
    (red, green, blue) = (neon_left4_words(red), neon_left4_words(green), neon_left4_words(blue))
  } else {
    let alpha = channel(pixels, 3)
    let half = neon_right1_words(alpha)
    let divisor = vcvtq_f32_u32(vmaxq_u32(alpha, vdupq_n_u32(1)))
    red = straightIndex(red, alpha, half, divisor)
    green = straightIndex(green, alpha, half, divisor)
    blue = straightIndex(blue, alpha, half, divisor)
  }
  red = neon_entries(linear, red)
  green = neon_entries(linear, green)
  blue = neon_entries(linear, blue)
  let weighted = vmlaq_n_u32(vmlaq_n_u32(vmulq_n_u32(red, 13933), green, 46871), blue, 4732)
  return (red, green, blue, rootIndex(neon_rounded16_words(weighted)))
}

/// Tones four pixels, given their light.
@inline(__always)
private func toned(
  _ pixels: uint32x4_t, _ light: Light, _ redGreen: UnsafePointer<UInt32>, _ blue: UnsafePointer<UInt32>,
  _ encoded: UnsafePointer<UInt32>, _ opaque: UnsafePointer<UInt32>, _ weight: UInt32
) -> uint32x4_t {
  if weight == 65536 && areOpaque(pixels) { return neon_entries(opaque, light.tone) }
  let alpha = channel(pixels, 3)
  let redGreenTone = neon_entries(redGreen, light.tone)
  let redTone = vandq_u32(redGreenTone, vdupq_n_u32(0xFFFF))
  let greenTone = neon_right16_words(redGreenTone)
  let blueTone = neon_entries(blue, light.tone)
  return neon_joined(
    finished(mixed(light.red, redTone, weight), encoded, alpha),
    finished(mixed(light.green, greenTone, weight), encoded, alpha),
    finished(mixed(light.blue, blueTone, weight), encoded, alpha), alpha)
}

/// Returns ⌊(4080 · min(c, a) + ⌊a/2⌋) / a⌋, or 0 if a is 0. Both operands are below 2²⁴, so the single-precision
/// quotient isn't rounded up to the next integer.
@inline(__always)
private func straightIndex(
  _ channel: uint32x4_t, _ alpha: uint32x4_t, _ half: uint32x4_t, _ divisor: float32x4_t
) -> uint32x4_t {
  let dividend = vmlaq_n_u32(half, vminq_u32(channel, alpha), 4080)
  return vcvtq_u32_f32(vdivq_f32(vcvtq_f32_u32(dividend), divisor))
}

/// Returns the indices for values of 0…65535 in a table whose 4096 entries are evenly spaced by square root.
@inline(__always)
private func rootIndex(_ light: uint32x4_t) -> uint32x4_t {
  let entriesPerRoot = vdupq_n_f32(4095 / Float(65535).squareRoot())
  let root = vmulq_f32(vsqrtq_f32(vcvtq_f32_u32(light)), entriesPerRoot)
  return vcvtq_u32_f32(vaddq_f32(root, vdupq_n_f32(0.5)))
}

@inline(__always)
private func mixed(_ light: uint32x4_t, _ tone: uint32x4_t, _ weight: UInt32) -> uint32x4_t {
  neon_rounded16_words(vmlaq_n_u32(vmulq_n_u32(light, 65536 &- weight), tone, weight))
}

/// Encodes linear light and multiplies it by alpha / 65535, rounded.
@inline(__always)
private func finished(_ light: uint32x4_t, _ encoded: UnsafePointer<UInt32>, _ alpha: uint32x4_t) -> uint32x4_t {
  neon_words_divided_by_65535(vmulq_u32(neon_entries(encoded, rootIndex(light)), alpha))
}
