import CSimd

/// `PixelKernels`' sepia tone on whole groups of eight pixels; returns how many pixels it did. The steps, the tables and
/// their units are described there; `weight` is the intensity in 65536ths.
@inline(never)
public func sepiaTone(
  _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ linear: UnsafePointer<UInt32>,
  _ redGreen: UnsafePointer<UInt32>, _ blue: UnsafePointer<UInt32>, _ encoded: UnsafePointer<UInt32>,
  _ opaque: UnsafePointer<UInt32>, _ weight: UInt32, _ count: Int
) -> Int {
  let byte = _mm256_set1_epi32(0xFF)
  let alphaByte = _mm256_set1_epi32(-0x0100_0000)
  let toneWeight = _mm256_set1_epi32(Int32(bitPattern: weight))
  let lightWeight = _mm256_set1_epi32(Int32(bitPattern: 65536 &- weight))
  var index = 0
  while index &+ 8 <= count {
    let pixels = source.loadUnaligned(fromByteOffset: index &* 4, as: __m256i.self)
    let alpha = _mm256_srli_epi32(pixels, 24)
    let areOpaque = _mm256_testc_si256(pixels, alphaByte) != 0
    var red = _mm256_and_si256(pixels, byte)
    var green = _mm256_and_si256(_mm256_srli_epi32(pixels, 8), byte)
    var blueChannel = _mm256_and_si256(_mm256_srli_epi32(pixels, 16), byte)
    if areOpaque {
      red = _mm256_slli_epi32(red, 4)
      green = _mm256_slli_epi32(green, 4)
      blueChannel = _mm256_slli_epi32(blueChannel, 4)
    } else {
      red = straightIndex(red, alpha)
      green = straightIndex(green, alpha)
      blueChannel = straightIndex(blueChannel, alpha)
    }
    red = csimd_gather32_256(linear, red)
    green = csimd_gather32_256(linear, green)
    blueChannel = csimd_gather32_256(linear, blueChannel)

    let tone = rootIndex(luminance(red, green, blueChannel))
    if areOpaque && weight == 65536 {
      let toned = csimd_gather32_256(opaque, tone)
      destination.storeBytes(of: toned, toByteOffset: index &* 4, as: __m256i.self)
      index &+= 8
      continue
    }
    let redGreenTone = csimd_gather32_256(redGreen, tone)
    let redTone = _mm256_and_si256(redGreenTone, _mm256_set1_epi32(0xFFFF))
    let greenTone = _mm256_srli_epi32(redGreenTone, 16)
    let blueTone = csimd_gather32_256(blue, tone)

    let toned = packed(
      finished(mixed(red, lightWeight, redTone, toneWeight), encoded, alpha),
      finished(mixed(green, lightWeight, greenTone, toneWeight), encoded, alpha),
      finished(mixed(blueChannel, lightWeight, blueTone, toneWeight), encoded, alpha), alpha)
    destination.storeBytes(of: toned, toByteOffset: index &* 4, as: __m256i.self)
    index &+= 8
  }
  return index
}

/// ⌊(4080 · min(c, a) + ⌊a/2⌋) / a⌋, and 0 where a is 0. Both operands are below 2²⁴, so that the single-precision
/// quotient is not rounded up to the next whole number.
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

/// Where the values for 0…65535 stand in a table of 4096 entries over the square root.
@inline(__always)
private func rootIndex(_ light: __m256i) -> __m256i {
  let entriesPerRoot = _mm256_set1_ps(4095 / Float(65535).squareRoot())
  let root = _mm256_mul_ps(_mm256_sqrt_ps(_mm256_cvtepi32_ps(light)), entriesPerRoot)
  return _mm256_cvttps_epi32(_mm256_add_ps(root, _mm256_set1_ps(0.5)))
}

@inline(__always)
private func mixed(_ light: __m256i, _ lightWeight: __m256i, _ tone: __m256i, _ toneWeight: __m256i) -> __m256i {
  let sum = _mm256_add_epi32(_mm256_mullo_epi32(light, lightWeight), _mm256_mullo_epi32(tone, toneWeight))
  return _mm256_srli_epi32(_mm256_add_epi32(sum, _mm256_set1_epi32(32768)), 16)
}

/// Linear light encoded, times alpha / 65535, rounded.
@inline(__always)
private func finished(_ light: __m256i, _ encoded: UnsafePointer<UInt32>, _ alpha: __m256i) -> __m256i {
  let product = _mm256_mullo_epi32(csimd_gather32_256(encoded, rootIndex(light)), alpha)
  let biased = _mm256_add_epi32(product, _mm256_set1_epi32(32768))
  return _mm256_srli_epi32(_mm256_add_epi32(biased, _mm256_srli_epi32(biased, 16)), 16)
}
