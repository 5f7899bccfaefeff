import CSimd

/// `PixelKernels`' sepia tone, eight pixels at a time. Returns the number of pixels processed. The steps, the tables
/// and their units are described in `PixelKernels`; `weight` is the intensity in units of 1/65536.
///
/// Tables are read lane by lane. Two groups of four are interleaved. A pixel's steps depend on each other, so the CPU
/// processes one group while the other waits.
@inline(never)
public func sepiaTone(
  _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ linear: UnsafePointer<UInt32>,
  _ redGreen: UnsafePointer<UInt32>, _ blue: UnsafePointer<UInt32>, _ encoded: UnsafePointer<UInt32>,
  _ opaque: UnsafePointer<UInt32>, _ weight: UInt32, _ count: Int
) -> Int {
  let weights = mixingWeights(Int32(bitPattern: weight))
  let isFull = weight == 65536
  var index = 0
  while index &+ 8 <= count {
    let first = straightLight(source + index &* 4, linear)
    let second = straightLight(source + (index &* 4 &+ 16), linear)
    let firstToned = toned(first, redGreen, blue, encoded, opaque, weights, isFull)
    let secondToned = toned(second, redGreen, blue, encoded, opaque, weights, isFull)
    destination.storeBytes(of: firstToned, toByteOffset: index &* 4, as: __m128i.self)
    destination.storeBytes(of: secondToned, toByteOffset: index &* 4 &+ 16, as: __m128i.self)
    index &+= 8
  }
  return index
}

/// The straight 16-bit linear light of four pixels, their alpha, and the index of their tone in its tables.
private typealias Light = (red: __m128i, green: __m128i, blue: __m128i, alpha: __m128i, tone: __m128i)

@inline(__always)
private func straightLight(_ source: UnsafeRawPointer, _ linear: UnsafePointer<UInt32>) -> Light {
  let byte = _mm_set1_epi32(0xFF)
  let pixels = source.loadUnaligned(as: __m128i.self)
  let alpha = _mm_srli_epi32(pixels, 24)
  var red = _mm_and_si128(pixels, byte)
  var green = _mm_and_si128(_mm_srli_epi32(pixels, 8), byte)
  var blue = _mm_and_si128(_mm_srli_epi32(pixels, 16), byte)
  if areOpaque(alpha) {
    red = _mm_slli_epi32(red, 4)
    green = _mm_slli_epi32(green, 4)
    blue = _mm_slli_epi32(blue, 4)
  } else {
    red = straightIndex(red, alpha)
    green = straightIndex(green, alpha)
    blue = straightIndex(blue, alpha)
  }
  red = entries(linear, red)
  green = entries(linear, green)
  blue = entries(linear, blue)
  return (red, green, blue, alpha, rootIndex(luminance(red, green, blue)))
}

/// Whether all four pixels are opaque, given their alphas.
@inline(__always)
private func areOpaque(_ alpha: __m128i) -> Bool {
  _mm_movemask_epi8(_mm_cmpeq_epi32(alpha, _mm_set1_epi32(0xFF))) == 0xFFFF
}

/// Tones four pixels, given their light.
@inline(__always)
private func toned(
  _ light: Light, _ redGreen: UnsafePointer<UInt32>, _ blue: UnsafePointer<UInt32>, _ encoded: UnsafePointer<UInt32>,
  _ opaque: UnsafePointer<UInt32>, _ weights: MixingWeights, _ isFull: Bool
) -> __m128i {
  if isFull && areOpaque(light.alpha) { return entries(opaque, light.tone) }
  let redGreenTone = entries(redGreen, light.tone)
  let redTone = _mm_slli_epi32(redGreenTone, 16)
  let greenTone = _mm_and_si128(redGreenTone, _mm_set1_epi32(-0x1_0000))
  let blueTone = _mm_slli_epi32(entries(blue, light.tone), 16)
  return packed(
    finished(mixed(_mm_or_si128(light.red, redTone), weights), encoded, light.alpha),
    finished(mixed(_mm_or_si128(light.green, greenTone), weights), encoded, light.alpha),
    finished(mixed(_mm_or_si128(light.blue, blueTone), weights), encoded, light.alpha), light.alpha)
}

/// The weights of light and tone, −(2¹⁶ − w) and −w, each split into two words, because a signed word can be −2¹⁵ but
/// not 2¹⁵.
private typealias MixingWeights = (half: __m128i, rest: __m128i)

@inline(__always)
private func mixingWeights(_ tone: Int32) -> MixingWeights {
  let light = 65536 - tone
  return (pair(-(light / 2), -(tone / 2)), pair(light / 2 - light, tone / 2 - tone))
}

@inline(__always)
private func pair(_ light: Int32, _ tone: Int32) -> __m128i { _mm_set1_epi32(light & 0xFFFF | tone << 16) }

/// Mixes light, in the low words, with the tone, in the high words. As signed words, both are reduced by 2¹⁵. The
/// weights sum to 2¹⁶, so the mixture is reduced by 2³¹, which rounding adds again.
@inline(__always)
private func mixed(_ lightAndTone: __m128i, _ weights: MixingWeights) -> __m128i {
  let signed = _mm_xor_si128(lightAndTone, _mm_set1_epi16(Int16.min))
  let negative = _mm_add_epi32(_mm_madd_epi16(signed, weights.half), _mm_madd_epi16(signed, weights.rest))
  return _mm_srli_epi32(_mm_sub_epi32(_mm_set1_epi32(Int32.min + 32768), negative), 16)
}

/// Returns the entries of a table at four indices.
@inline(__always)
private func entries(_ table: UnsafePointer<UInt32>, _ indices: __m128i) -> __m128i {
  // Moves two indices at a time out of the vector, which is cheaper than one move each.
  let pairs = unsafeBitCast(indices, to: SIMD2<UInt64>.self)
  let found = SIMD4(
    table[Int(truncatingIfNeeded: pairs[0] & 0xFFFF_FFFF)], table[Int(truncatingIfNeeded: pairs[0] &>> 32)],
    table[Int(truncatingIfNeeded: pairs[1] & 0xFFFF_FFFF)], table[Int(truncatingIfNeeded: pairs[1] &>> 32)])
  return unsafeBitCast(found, to: __m128i.self)
}

/// Returns ⌊(4080 · min(c, a) + ⌊a/2⌋) / a⌋, or 0 if a is 0. All operands are below 2¹⁵, so 16-bit instructions work on
/// 32-bit numbers.
@inline(__always)
private func straightIndex(_ channel: __m128i, _ alpha: __m128i) -> __m128i {
  let scaled = _mm_madd_epi16(_mm_min_epi16(channel, alpha), _mm_set1_epi32(4080))
  let dividend = _mm_add_epi32(scaled, _mm_srli_epi32(alpha, 1))
  let divisor = _mm_max_epi16(alpha, _mm_set1_epi32(1))
  return _mm_cvttps_epi32(_mm_div_ps(_mm_cvtepi32_ps(dividend), _mm_cvtepi32_ps(divisor)))
}

/// Returns the luminance. As signed words, the light is reduced by 2¹⁵. Green's weight is reduced by 2¹⁶, which is
/// compensated by adding green itself. The weights then sum to 0, so the reduction of the light has no effect.
@inline(__always)
private func luminance(_ red: __m128i, _ green: __m128i, _ blue: __m128i) -> __m128i {
  let sign = _mm_set1_epi16(Int16.min)
  let redGreen = _mm_xor_si128(_mm_or_si128(red, _mm_slli_epi32(green, 16)), sign)
  let weighted = _mm_add_epi32(
    _mm_madd_epi16(redGreen, _mm_set1_epi32(13933 | (46871 - 65536) << 16)),
    _mm_madd_epi16(_mm_xor_si128(blue, sign), _mm_set1_epi32(4732)))
  return _mm_add_epi32(green, _mm_srai_epi32(_mm_add_epi32(weighted, _mm_set1_epi32(32768)), 16))
}

/// Returns the indices for values of 0…65535 in a table of 4096 entries over the square root.
@inline(__always)
private func rootIndex(_ light: __m128i) -> __m128i {
  let entriesPerRoot = _mm_set1_ps(4095 / Float(65535).squareRoot())
  let root = _mm_mul_ps(_mm_sqrt_ps(_mm_cvtepi32_ps(light)), entriesPerRoot)
  return _mm_cvttps_epi32(_mm_add_ps(root, _mm_set1_ps(0.5)))
}

/// Encodes linear light and multiplies it by alpha / 65535, rounded. As a signed word, the encoded value e is reduced
/// by 2¹⁵, so e · a is reduced by 2¹⁵ · a.
@inline(__always)
private func finished(_ light: __m128i, _ encoded: UnsafePointer<UInt32>, _ alpha: __m128i) -> __m128i {
  let signed = _mm_xor_si128(entries(encoded, rootIndex(light)), _mm_set1_epi32(32768))
  let lacking = _mm_slli_epi32(_mm_add_epi32(alpha, _mm_set1_epi32(1)), 15)
  let biased = _mm_add_epi32(_mm_madd_epi16(signed, alpha), lacking)
  return _mm_srli_epi32(_mm_add_epi32(biased, _mm_srli_epi32(biased, 16)), 16)
}
