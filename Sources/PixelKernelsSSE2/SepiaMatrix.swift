import CSimd

/// `PixelKernels`' sepia matrix, four pixels at a time. Returns the number of pixels processed. The nine coefficients
/// are in millionths, row by row.
///
/// SSE2 multiplies 16-bit words. So a coefficient is rounded up to 30 fractional bits and split into 2¹⁶ · high + low.
/// For the sums H and L of those halves times the colour, ⌊(2¹⁶ H + L) / 2³⁰⌋ = (H + (L >> 16)) >> 14. Rounding up adds
/// less than 3 · 255 · 2⁻³⁰ to a sum. That is less than 10⁻⁶, the minimum distance of Σ m · c + ½ to the next integer.
@inline(never)
public func sepiaMatrix(
  _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ coefficients: UnsafePointer<Int32>,
  _ count: Int
) -> Int {
  let (redRow, greenRow, blueRow) = (split(coefficients), split(coefficients + 3), split(coefficients + 6))
  let bytes = _mm_set1_epi32(0x00FF_00FF)
  let lowByte = _mm_set1_epi32(0xFF)
  let one = _mm_set1_epi32(0x0001_0000)
  var index = 0
  while index &+ 4 <= count {
    let pixels = source.loadUnaligned(fromByteOffset: index &* 4, as: __m128i.self)
    let redBlue = _mm_and_si128(pixels, bytes)
    let greenOne = _mm_or_si128(_mm_and_si128(_mm_srli_epi32(pixels, 8), lowByte), one)
    let alpha = _mm_srli_epi32(pixels, 24)
    let highAlpha = _mm_slli_epi32(alpha, 16)
    let bound = _mm_or_si128(alpha, highAlpha)

    let red = product(redRow, redBlue, greenOne)
    let green = product(greenRow, redBlue, greenOne)
    let blue = product(blueRow, redBlue, greenOne)
    let tonedRedBlue = _mm_min_epi16(_mm_or_si128(red, _mm_slli_epi32(blue, 16)), bound)
    let tonedGreenAlpha = _mm_min_epi16(_mm_or_si128(green, highAlpha), bound)
    let toned = _mm_or_si128(tonedRedBlue, _mm_slli_epi32(tonedGreenAlpha, 8))
    destination.storeBytes(of: toned, toByteOffset: index &* 4, as: __m128i.self)
    index &+= 4
  }
  return index
}

/// A row of the matrix as 16-bit halves of 30-bit fractions, in pairs of coefficients whose products are added.
private typealias SplitRow = (
  redBlueHigh: __m128i, greenOneHigh: __m128i, redBlueLow: __m128i, greenOneLow: __m128i
)

@inline(__always)
private func split(_ row: UnsafePointer<Int32>) -> SplitRow {
  let (red, green, blue) = (halves(row[0]), halves(row[1]), halves(row[2]))
  // Green is paired with the half that rounds.
  return (
    pair(red.high, blue.high), pair(green.high, 1 << 13), pair(red.low, blue.low), pair(green.low, 0)
  )
}

/// Splits a coefficient into halves. The low half is signed, as the instruction requires.
@inline(__always)
private func halves(_ millionths: Int32) -> (high: Int32, low: Int32) {
  let fraction = (Int(millionths) << 30 + 999_999) / 1_000_000
  let low = Int(Int16(truncatingIfNeeded: fraction))
  return (Int32((fraction - low) >> 16), Int32(low))
}

@inline(__always)
private func pair(_ first: Int32, _ second: Int32) -> __m128i { _mm_set1_epi32(first & 0xFFFF | second << 16) }

/// Returns a row times the colours, rounded. `redBlue` has red and blue in the two words of a pixel, `greenOne` green
/// and 1.
@inline(__always)
private func product(_ row: SplitRow, _ redBlue: __m128i, _ greenOne: __m128i) -> __m128i {
  let high = _mm_add_epi32(_mm_madd_epi16(redBlue, row.redBlueHigh), _mm_madd_epi16(greenOne, row.greenOneHigh))
  let low = _mm_add_epi32(_mm_madd_epi16(redBlue, row.redBlueLow), _mm_madd_epi16(greenOne, row.greenOneLow))
  return _mm_srli_epi32(_mm_add_epi32(high, _mm_srai_epi32(low, 16)), 14)
}
