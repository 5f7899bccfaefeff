import CSimd

/// `PixelKernels`' sepia tone on whole groups of sixteen pixels; returns how many pixels it did. The steps, the tables and
/// their units are described there; `weight` is the intensity in 65536ths.
@inline(never)
public func sepiaTone(
  _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ linear: UnsafePointer<UInt32>,
  _ redGreen: UnsafePointer<UInt32>, _ blue: UnsafePointer<UInt32>, _ encoded: UnsafePointer<UInt32>,
  _ weight: UInt32, _ count: Int
) -> Int {
  let byte = _mm512_set1_epi32(0xFF)
  let opaqueBlack = _mm512_set1_epi32(-0x0100_0000)
  let toneWeight = _mm512_set1_epi32(Int32(bitPattern: weight))
  let lightWeight = _mm512_set1_epi32(Int32(bitPattern: 65536 &- weight))
  var index = 0
  while index &+ 16 <= count {
    let pixels = source.loadUnaligned(fromByteOffset: index &* 4, as: __m512i.self)
    let alpha = _mm512_srli_epi32(pixels, 24)
    var red = _mm512_and_si512(pixels, byte)
    var green = _mm512_and_si512(_mm512_srli_epi32(pixels, 8), byte)
    var blueChannel = _mm512_and_si512(_mm512_srli_epi32(pixels, 16), byte)
    if csimd_all_at_least_512(pixels, opaqueBlack) != 0 {
      red = _mm512_slli_epi32(red, 4)
      green = _mm512_slli_epi32(green, 4)
      blueChannel = _mm512_slli_epi32(blueChannel, 4)
    } else {
      red = straightIndex(red, alpha)
      green = straightIndex(green, alpha)
      blueChannel = straightIndex(blueChannel, alpha)
    }
    red = csimd_gather32_512(linear, red)
    green = csimd_gather32_512(linear, green)
    blueChannel = csimd_gather32_512(linear, blueChannel)

    let tone = rootIndex(luminance(red, green, blueChannel))
    let redGreenTone = csimd_gather32_512(redGreen, tone)
    let redTone = _mm512_and_si512(redGreenTone, _mm512_set1_epi32(0xFFFF))
    let greenTone = _mm512_srli_epi32(redGreenTone, 16)
    let blueTone = csimd_gather32_512(blue, tone)

    let toned = packed(
      finished(mixed(red, lightWeight, redTone, toneWeight), encoded, alpha),
      finished(mixed(green, lightWeight, greenTone, toneWeight), encoded, alpha),
      finished(mixed(blueChannel, lightWeight, blueTone, toneWeight), encoded, alpha), alpha)
    destination.storeBytes(of: toned, toByteOffset: index &* 4, as: __m512i.self)
    index &+= 16
  }
  return index
}

/// ⌊(4080 · min(c, a) + ⌊a/2⌋) / a⌋, and 0 where a is 0. Both operands are below 2²⁴, so that the single-precision
/// quotient is not rounded up to the next whole number.
@inline(__always)
private func straightIndex(_ channel: __m512i, _ alpha: __m512i) -> __m512i {
  let scaled = _mm512_mullo_epi32(_mm512_min_epi32(channel, alpha), _mm512_set1_epi32(4080))
  let dividend = _mm512_add_epi32(scaled, _mm512_srli_epi32(alpha, 1))
  let divisor = _mm512_max_epi32(alpha, _mm512_set1_epi32(1))
  return _mm512_cvttps_epi32(_mm512_div_ps(_mm512_cvtepi32_ps(dividend), _mm512_cvtepi32_ps(divisor)))
}

@inline(__always)
private func luminance(_ red: __m512i, _ green: __m512i, _ blue: __m512i) -> __m512i {
  let weighted = _mm512_add_epi32(
    _mm512_add_epi32(
      _mm512_mullo_epi32(red, _mm512_set1_epi32(13933)), _mm512_mullo_epi32(green, _mm512_set1_epi32(46871))),
    _mm512_mullo_epi32(blue, _mm512_set1_epi32(4732)))
  return _mm512_srli_epi32(_mm512_add_epi32(weighted, _mm512_set1_epi32(32768)), 16)
}

/// Where the values for 0…65535 stand in a table of 4096 entries over the square root.
@inline(__always)
private func rootIndex(_ light: __m512i) -> __m512i {
  let entriesPerRoot = _mm512_set1_ps(4095 / Float(65535).squareRoot())
  let root = _mm512_mul_ps(_mm512_sqrt_ps(_mm512_cvtepi32_ps(light)), entriesPerRoot)
  return _mm512_cvttps_epi32(_mm512_add_ps(root, _mm512_set1_ps(0.5)))
}

@inline(__always)
private func mixed(_ light: __m512i, _ lightWeight: __m512i, _ tone: __m512i, _ toneWeight: __m512i) -> __m512i {
  let sum = _mm512_add_epi32(_mm512_mullo_epi32(light, lightWeight), _mm512_mullo_epi32(tone, toneWeight))
  return _mm512_srli_epi32(_mm512_add_epi32(sum, _mm512_set1_epi32(32768)), 16)
}

/// Linear light encoded, times alpha / 65535, rounded.
@inline(__always)
private func finished(_ light: __m512i, _ encoded: UnsafePointer<UInt32>, _ alpha: __m512i) -> __m512i {
  let product = _mm512_mullo_epi32(csimd_gather32_512(encoded, rootIndex(light)), alpha)
  let biased = _mm512_add_epi32(product, _mm512_set1_epi32(32768))
  return _mm512_srli_epi32(_mm512_add_epi32(biased, _mm512_srli_epi32(biased, 16)), 16)
}
