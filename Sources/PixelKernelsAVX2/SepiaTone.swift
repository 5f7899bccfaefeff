import CSimd

/// `PixelKernels`' sepia tone, sixteen pixels at a time. Returns the number of pixels processed. The steps, the tables
/// and their units are described in `PixelKernels`; `weight` is the intensity in units of 1/65536.
///
/// Two groups of eight are interleaved. A pixel's steps depend on each other, so the CPU processes one group while the
/// other waits.
@inline(never)
public func sepiaTone(
  _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ linear: UnsafePointer<UInt32>,
  _ redGreen: UnsafePointer<UInt32>, _ blue: UnsafePointer<UInt32>, _ encoded: UnsafePointer<UInt32>,
  _ opaque: UnsafePointer<UInt32>, _ weight: UInt32, _ count: Int
) -> Int {
  var index = 0
  while index &+ 16 <= count {
    let first = source.loadUnaligned(fromByteOffset: index &* 4, as: __m256i.self)
    let second = source.loadUnaligned(fromByteOffset: index &* 4 &+ 32, as: __m256i.self)
    let firstLight = straightLight(first, linear)
    let secondLight = straightLight(second, linear)
    let firstToned = toned(first, firstLight, redGreen, blue, encoded, opaque, weight)
    let secondToned = toned(second, secondLight, redGreen, blue, encoded, opaque, weight)
    destination.storeBytes(of: firstToned, toByteOffset: index &* 4, as: __m256i.self)
    destination.storeBytes(of: secondToned, toByteOffset: index &* 4 &+ 32, as: __m256i.self)
    index &+= 16
  }
  return index
}

@inline(__always)
private func areOpaque(_ pixels: __m256i) -> Bool {
  _mm256_testc_si256(pixels, _mm256_set1_epi32(-0x0100_0000)) != 0
}

/// Returns the straight linear light of eight pixels, and the index of their tone in its tables.
@inline(__always)
private func straightLight(
  _ pixels: __m256i, _ linear: UnsafePointer<UInt32>
) -> (red: __m256i, green: __m256i, blue: __m256i, tone: __m256i) {
  let byte = _mm256_set1_epi32(0xFF)
  var red = _mm256_and_si256(pixels, byte)
  var green = _mm256_and_si256(_mm256_srli_epi32(pixels, 8), byte)
  var blue = _mm256_and_si256(_mm256_srli_epi32(pixels, 16), byte)
  if areOpaque(pixels) {
    red = _mm256_slli_epi32(red, 4)
    green = _mm256_slli_epi32(green, 4)
    blue = _mm256_slli_epi32(blue, 4)
  } else {
    let alpha = _mm256_srli_epi32(pixels, 24)
    red = straightIndex(red, alpha)
    green = straightIndex(green, alpha)
    blue = straightIndex(blue, alpha)
  }
  red = csimd_entries32_256(linear, red)
  green = csimd_entries32_256(linear, green)
  blue = csimd_entries32_256(linear, blue)
  return (red, green, blue, rootIndex(luminance(red, green, blue)))
}

/// Tones eight pixels, given their light.
@inline(__always)
private func toned(
  _ pixels: __m256i, _ light: (red: __m256i, green: __m256i, blue: __m256i, tone: __m256i),
  _ redGreen: UnsafePointer<UInt32>, _ blue: UnsafePointer<UInt32>, _ encoded: UnsafePointer<UInt32>,
  _ opaque: UnsafePointer<UInt32>, _ weight: UInt32
) -> __m256i {
  if weight == 65536 && areOpaque(pixels) { return csimd_entries32_256(opaque, light.tone) }
  let alpha = _mm256_srli_epi32(pixels, 24)
  let redGreenTone = csimd_entries32_256(redGreen, light.tone)
  let redTone = _mm256_and_si256(redGreenTone, _mm256_set1_epi32(0xFFFF))
  let greenTone = _mm256_srli_epi32(redGreenTone, 16)
  let blueTone = csimd_entries32_256(blue, light.tone)
  return packed(
    finished(mixed(light.red, redTone, weight), encoded, alpha),
    finished(mixed(light.green, greenTone, weight), encoded, alpha),
    finished(mixed(light.blue, blueTone, weight), encoded, alpha), alpha)
}

/// Returns ⌊(4080 · min(c, a) + ⌊a/2⌋) / a⌋, or 0 if a is 0. Both operands are below 2²⁴, so the single-precision
/// quotient isn't rounded up to the next integer.
@inline(__always)
private func straightIndex(_ channel: __m256i, _ alpha: __m256i) -> __m256i {
  let scaled = _mm256_mullo_epi32(_mm256_min_epi32(channel, alpha), _mm256_set1_epi32(4080))
  let dividend = _mm256_add_epi32(scaled, _mm256_srli_epi32(alpha, 1))
  let divisor = _mm256_max_epi32(alpha, _mm256_set1_epi32(1))
  return _mm256_cvttps_epi32(_mm256_div_ps(_mm256_cvtepi32_ps(dividend), _mm256_cvtepi32_ps(divisor)))
}

@inline(__always)
private func luminance(_ red: __m256i, _ green: __m256i, _ blue: __m256i) -> __m256i {
  let weighted = _mm256_add_epi32(
    _mm256_add_epi32(
      _mm256_mullo_epi32(red, _mm256_set1_epi32(13933)), _mm256_mullo_epi32(green, _mm256_set1_epi32(46871))),
    _mm256_mullo_epi32(blue, _mm256_set1_epi32(4732)))
  return _mm256_srli_epi32(_mm256_add_epi32(weighted, _mm256_set1_epi32(32768)), 16)
}

/// Returns the indices for values of 0…65535 in a table whose 4096 entries are evenly spaced by square root.
@inline(__always)
private func rootIndex(_ light: __m256i) -> __m256i {
  let entriesPerRoot = _mm256_set1_ps(4095 / Float(65535).squareRoot())
  let root = _mm256_mul_ps(_mm256_sqrt_ps(_mm256_cvtepi32_ps(light)), entriesPerRoot)
  return _mm256_cvttps_epi32(_mm256_add_ps(root, _mm256_set1_ps(0.5)))
}

@inline(__always)
private func mixed(_ light: __m256i, _ tone: __m256i, _ weight: UInt32) -> __m256i {
  let toneWeight = _mm256_set1_epi32(Int32(bitPattern: weight))
  let lightWeight = _mm256_set1_epi32(Int32(bitPattern: 65536 &- weight))
  let sum = _mm256_add_epi32(_mm256_mullo_epi32(light, lightWeight), _mm256_mullo_epi32(tone, toneWeight))
  return _mm256_srli_epi32(_mm256_add_epi32(sum, _mm256_set1_epi32(32768)), 16)
}

/// Encodes linear light and multiplies it by alpha / 65535, rounded.
@inline(__always)
private func finished(_ light: __m256i, _ encoded: UnsafePointer<UInt32>, _ alpha: __m256i) -> __m256i {
  let product = _mm256_mullo_epi32(csimd_entries32_256(encoded, rootIndex(light)), alpha)
  let biased = _mm256_add_epi32(product, _mm256_set1_epi32(32768))
  return _mm256_srli_epi32(_mm256_add_epi32(biased, _mm256_srli_epi32(biased, 16)), 16)
}
