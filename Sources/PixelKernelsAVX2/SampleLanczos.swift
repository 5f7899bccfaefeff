import CSimd

/// `PixelKernels`' samples of pixels along a line, each the weighted mean of 36 pixels, two columns at a time.
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
  let opaque = _mm_set1_ps(255)
  var (x, y) = (x, y)
  for index in 0..<count {
    let (column, phaseX) = pixelAndPhase(min(max(x, 2 &<< 32), right))
    let (row, phaseY) = pixelAndPhase(min(max(y, 2 &<< 32), bottom))
    let corner = image + ((row &- 2) &* stride &+ (column &- 2) &* 4)
    let down = taps + phaseY
    var sums = (_mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps())
    for line in 0..<6 {
      let pixels = corner + line &* stride
      let weight = _mm256_set1_ps(down[line])
      sums.0 = _mm256_add_ps(sums.0, _mm256_mul_ps(twoPixels(pixels), weight))
      sums.1 = _mm256_add_ps(sums.1, _mm256_mul_ps(twoPixels(pixels + 8), weight))
      sums.2 = _mm256_add_ps(sums.2, _mm256_mul_ps(twoPixels(pixels + 16), weight))
    }
    let across = UnsafeRawPointer(taps + phaseX).loadUnaligned(as: __m256.self)
    var sum = _mm256_mul_ps(sums.0, weights(across, 0))
    sum = _mm256_add_ps(sum, _mm256_mul_ps(sums.1, weights(across, 2)))
    sum = _mm256_add_ps(sum, _mm256_mul_ps(sums.2, weights(across, 4)))
    store(sum, isOpaque, opaque, destination + 4 &* index)
    x &+= stepX
    y &+= stepY
  }
  return count
}

/// Splits a position into a pixel and the place of the weights for the distance from it.
@inline(__always)
private func pixelAndPhase(_ position: Int64) -> (pixel: Int, weights: Int) {
  let rest = position & 0xFFFF_FFFF
  return (Int(position &>> 32), Int((rest &+ 1 &<< 21) &>> 22) &* 8)
}

@inline(__always)
private func twoPixels(_ place: UnsafeRawPointer) -> __m256 {
  _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_loadl_epi64(place.assumingMemoryBound(to: __m128i.self))))
}

/// Returns four copies of a weight, then four of the next.
@inline(__always)
private func weights(_ weights: __m256, _ first: Int32) -> __m256 {
  let (low, high) = (first, first &+ 1)
  return _mm256_permutevar8x32_ps(weights, _mm256_setr_epi32(low, low, low, low, high, high, high, high))
}

/// Stores a pixel: the sum of both halves, clamped and rounded.
@inline(__always)
private func store(_ halves: __m256, _ isOpaque: Bool, _ opaque: __m128, _ destination: UnsafeMutableRawPointer) {
  let high = _mm256_castsi256_si128(
    csimd_high_halves_256(_mm256_castps_si256(halves), _mm256_castps_si256(halves)))
  var sum = _mm_add_ps(_mm256_castps256_ps128(halves), _mm_castsi128_ps(high))
  let alpha = isOpaque ? opaque : _mm_min_ps(csimd_fourth_128(sum), opaque)
  sum = _mm_min_ps(_mm_max_ps(sum, _mm_setzero_ps()), _mm_max_ps(alpha, _mm_setzero_ps()))
  let words = _mm_cvttps_epi32(_mm_add_ps(sum, _mm_set1_ps(0.5)))
  let packed = _mm_packus_epi16(_mm_packs_epi32(words, words), words)
  let pixel = UInt32(bitPattern: _mm_cvtsi128_si32(packed))
  destination.storeBytes(of: isOpaque ? pixel | 0xFF00_0000 : pixel, as: UInt32.self)
}
