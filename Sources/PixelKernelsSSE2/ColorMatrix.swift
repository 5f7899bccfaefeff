import CSimd

// `PixelKernels`' colour matrix by columns, two pixels at a time, in double precision. The functions return the number
// of pixels processed. If the matrix isn't affine in colour, they stop at the first group that isn't opaque, or doesn't
// stay opaque.

/// Applies a colour matrix to 8-bit pixels.
@inline(never)
public func colorMatrix(
  _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ matrix: UnsafePointer<Double>,
  _ isAffine: Bool, _ count: Int
) -> Int {
  let columns = loaded(matrix)
  let zero = _mm_setzero_si128()
  let alphas: Int64 = -0x00FF_FFFF_0100_0000
  var index = 0
  while index &+ 2 <= count {
    let pixels = source.loadUnaligned(fromByteOffset: index &* 4, as: Int64.self)
    let words = _mm_unpacklo_epi8(_mm_cvtsi64_si128(pixels), zero)
    let first = product(columns, _mm_unpacklo_epi16(words, zero))
    let second = product(columns, _mm_unpackhi_epi16(words, zero))
    let products = _mm_cvtsi128_si64(_mm_packus_epi16(_mm_packs_epi32(first, second), zero))
    if !isAffine && pixels & products & alphas != alphas { return index }
    destination.storeBytes(of: products, toByteOffset: index &* 4, as: Int64.self)
    index &+= 2
  }
  return index
}

/// Applies a colour matrix to 16-bit pixels.
@inline(never)
public func colorMatrix16(
  _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ matrix: UnsafePointer<Double>,
  _ isAffine: Bool, _ count: Int
) -> Int {
  let columns = loaded(matrix)
  let zero = _mm_setzero_si128()
  let allBits = _mm_set1_epi16(-1)
  var index = 0
  while index &+ 2 <= count {
    let pixels = source.loadUnaligned(fromByteOffset: index &* 8, as: __m128i.self)
    let first = product(columns, _mm_unpacklo_epi16(pixels, zero))
    let second = product(columns, _mm_unpackhi_epi16(pixels, zero))
    // Packing is signed, so 2¹⁵ is subtracted first.
    let bias = _mm_set1_epi32(32768)
    let signed = _mm_packs_epi32(_mm_sub_epi32(first, bias), _mm_sub_epi32(second, bias))
    let products = _mm_xor_si128(signed, _mm_set1_epi16(Int16.min))
    if !isAffine {
      let full = _mm_movemask_epi8(_mm_cmpeq_epi16(_mm_and_si128(pixels, products), allBits))
      if full & 0xC0C0 != 0xC0C0 { return index }
    }
    destination.storeBytes(of: products, toByteOffset: index &* 8, as: __m128i.self)
    index &+= 2
  }
  return index
}

/// The contributions of red, green, blue and alpha, each to red and green, then to blue and alpha.
private typealias Columns = (
  red: (__m128d, __m128d), green: (__m128d, __m128d), blue: (__m128d, __m128d), alpha: (__m128d, __m128d)
)

@inline(__always)
private func loaded(_ matrix: UnsafePointer<Double>) -> Columns {
  (column(matrix), column(matrix + 4), column(matrix + 8), column(matrix + 12))
}

@inline(__always)
private func column(_ coefficients: UnsafePointer<Double>) -> (__m128d, __m128d) {
  (_mm_setr_pd(coefficients[0], coefficients[1]), _mm_setr_pd(coefficients[2], coefficients[3]))
}

/// Returns the matrix times a pixel's channels, limited by its alpha and rounded.
@inline(__always)
private func product(_ columns: Columns, _ channels: __m128i) -> __m128i {
  let redGreen = _mm_cvtepi32_pd(channels)
  let blueAlpha = _mm_cvtepi32_pd(_mm_unpackhi_epi64(channels, channels))
  let red = _mm_unpacklo_pd(redGreen, redGreen)
  let green = _mm_unpackhi_pd(redGreen, redGreen)
  let blue = _mm_unpacklo_pd(blueAlpha, blueAlpha)
  let alpha = _mm_unpackhi_pd(blueAlpha, blueAlpha)
  let first = _mm_add_pd(
    _mm_add_pd(_mm_mul_pd(columns.red.0, red), _mm_mul_pd(columns.green.0, green)),
    _mm_add_pd(_mm_mul_pd(columns.blue.0, blue), _mm_mul_pd(columns.alpha.0, alpha)))
  let second = _mm_add_pd(
    _mm_add_pd(_mm_mul_pd(columns.red.1, red), _mm_mul_pd(columns.green.1, green)),
    _mm_add_pd(_mm_mul_pd(columns.blue.1, blue), _mm_mul_pd(columns.alpha.1, alpha)))
  return _mm_unpacklo_epi64(rounded(first, alpha), rounded(second, alpha))
}

/// Clamps sums of millionths to 0…`limit` and rounds them to integers. The factor is slightly too large, as in the
/// scalar loop, so that halves are rounded upwards.
@inline(__always)
private func rounded(_ sums: __m128d, _ limit: __m128d) -> __m128i {
  let values = _mm_mul_pd(sums, _mm_set1_pd((1 + 0x1p-50) / 1_000_000))
  return _mm_cvtpd_epi32(_mm_max_pd(_mm_min_pd(values, limit), _mm_setzero_pd()))
}
