import CSimd

/// `PixelKernels`' sepia tone of 16-bit pixels, eight at a time. Returns the number of pixels processed. The steps and
/// the curves are described in `PixelKernels`.
@inline(never)
public func sepiaTone16(
  _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ decode: UnsafePointer<Float>,
  _ encode: UnsafePointer<Float>, _ tone: UnsafePointer<Float>, _ isEncoded: Bool, _ intensity: Float, _ count: Int
) -> Int {
  let word = _mm256_set1_epi32(0xFFFF)
  let lowHalf = _mm256_set1_epi64x(0xFFFF_FFFF)
  let one = _mm256_set1_ps(1)
  let toneWeight = _mm256_set1_ps(intensity)
  let lightWeight = _mm256_sub_ps(one, toneWeight)
  var index = 0
  while index &+ 8 <= count {
    // Pixels 0, 4, 1, 5, 2, 6, 3, 7, with one vector for each channel.
    let first = source.loadUnaligned(fromByteOffset: index &* 8, as: __m256i.self)
    let second = source.loadUnaligned(fromByteOffset: index &* 8 &+ 32, as: __m256i.self)
    let redGreen = _mm256_or_si256(_mm256_and_si256(first, lowHalf), _mm256_slli_epi64(second, 32))
    let blueAlpha = _mm256_or_si256(_mm256_srli_epi64(first, 32), _mm256_andnot_si256(lowHalf, second))
    let alpha = _mm256_srli_epi32(blueAlpha, 16)
    let opacity = _mm256_cvtepi32_ps(alpha)
    let isThere = _mm256_castsi256_ps(_mm256_cmpgt_epi32(alpha, _mm256_setzero_si256()))
    let reciprocal = _mm256_and_ps(_mm256_div_ps(one, opacity), isThere)

    var red = straight(_mm256_and_si256(redGreen, word), reciprocal)
    var green = straight(_mm256_srli_epi32(redGreen, 16), reciprocal)
    var blue = straight(_mm256_and_si256(blueAlpha, word), reciprocal)
    if isEncoded {
      red = curve(decode, position(red), 0)
      green = curve(decode, position(green), 0)
      blue = curve(decode, position(blue), 0)
    }
    let luminance = _mm256_add_ps(
      _mm256_add_ps(_mm256_mul_ps(_mm256_set1_ps(0.2126), red), _mm256_mul_ps(_mm256_set1_ps(0.7152), green)),
      _mm256_mul_ps(_mm256_set1_ps(0.0722), blue))
    let place = position(_mm256_sqrt_ps(luminance))
    red = mixed(red, lightWeight, curve(tone, place, 2), toneWeight)
    green = mixed(green, lightWeight, curve(tone + 1, place, 2), toneWeight)
    blue = mixed(blue, lightWeight, curve(tone + 2, place, 2), toneWeight)
    if isEncoded {
      red = curve(encode, position(_mm256_sqrt_ps(red)), 0)
      green = curve(encode, position(_mm256_sqrt_ps(green)), 0)
      blue = curve(encode, position(_mm256_sqrt_ps(blue)), 0)
    }

    let tonedRedGreen = _mm256_or_si256(rounded(red, opacity), _mm256_slli_epi32(rounded(green, opacity), 16))
    let tonedBlueAlpha = _mm256_or_si256(rounded(blue, opacity), _mm256_slli_epi32(alpha, 16))
    let tonedFirst = _mm256_or_si256(
      _mm256_and_si256(tonedRedGreen, lowHalf), _mm256_slli_epi64(tonedBlueAlpha, 32))
    let tonedSecond = _mm256_or_si256(
      _mm256_srli_epi64(tonedRedGreen, 32), _mm256_andnot_si256(lowHalf, tonedBlueAlpha))
    destination.storeBytes(of: tonedFirst, toByteOffset: index &* 8, as: __m256i.self)
    destination.storeBytes(of: tonedSecond, toByteOffset: index &* 8 &+ 32, as: __m256i.self)
    index &+= 8
  }
  return index
}

@inline(__always)
private func straight(_ channel: __m256i, _ reciprocal: __m256) -> __m256 {
  _mm256_min_ps(_mm256_set1_ps(1), _mm256_mul_ps(_mm256_cvtepi32_ps(channel), reciprocal))
}

/// Splits each value, 0…1, into the index of the curve's point before it and the fraction of the distance to the next
/// point, using the bits of 1 + value.
@inline(__always)
private func position(_ value: __m256) -> (point: __m256i, fraction: __m256) {
  let one = _mm256_set1_ps(1)
  let place = _mm256_sub_epi32(_mm256_castps_si256(_mm256_add_ps(one, value)), _mm256_castps_si256(one))
  let rest = _mm256_cvtepi32_ps(_mm256_and_si256(place, _mm256_set1_epi32(0x7FF)))
  return (_mm256_srli_epi32(place, 11), _mm256_mul_ps(rest, _mm256_set1_ps(0x1p-11)))
}

/// Returns a curve at eight positions, with its points 2 to the power `spread` apart.
@inline(__always)
private func curve(
  _ points: UnsafePointer<Float>, _ position: (point: __m256i, fraction: __m256), _ spread: Int32
) -> __m256 {
  let index = _mm256_slli_epi32(position.point, spread)
  let point = _mm256_castsi256_ps(csimd_entries32_256(points, index))
  let next = _mm256_castsi256_ps(csimd_entries32_256(points + 1 &<< Int(spread), index))
  return _mm256_add_ps(point, _mm256_mul_ps(_mm256_sub_ps(next, point), position.fraction))
}

@inline(__always)
private func mixed(_ light: __m256, _ lightWeight: __m256, _ tone: __m256, _ toneWeight: __m256) -> __m256 {
  _mm256_add_ps(_mm256_mul_ps(lightWeight, light), _mm256_mul_ps(toneWeight, tone))
}

/// Multiplies values of 0…1 by opacity and rounds to integers: 2²³ has no fractional bits.
@inline(__always)
private func rounded(_ value: __m256, _ opacity: __m256) -> __m256i {
  let product = _mm256_mul_ps(_mm256_min_ps(_mm256_set1_ps(1), value), opacity)
  return _mm256_and_si256(
    _mm256_castps_si256(_mm256_add_ps(product, _mm256_set1_ps(0x1p23))), _mm256_set1_epi32(0xFFFF))
}
