import CSimd

/// `PixelKernels`' sums of differences, by the number of the filter, in whole vectors from the second pixel on; returns
/// where it ends.
@inline(never)
public func addDifferences(
  _ sums: UnsafeMutablePointer<UInt64>, _ row: UnsafeRawPointer, _ above: UnsafeRawPointer, _ byteCount: Int,
  _ step: Int
) -> Int {
  var none = _mm256_setzero_si256()
  var sub = none
  var up = none
  var average = none
  var paethSum = none
  var index = step
  while index &+ 32 <= byteCount {
    let bytes = row.loadUnaligned(fromByteOffset: index, as: __m256i.self)
    let left = row.loadUnaligned(fromByteOffset: index &- step, as: __m256i.self)
    let over = above.loadUnaligned(fromByteOffset: index, as: __m256i.self)
    let corner = above.loadUnaligned(fromByteOffset: index &- step, as: __m256i.self)
    none = _mm256_add_epi64(none, magnitudeSum(bytes))
    sub = _mm256_add_epi64(sub, magnitudeSum(_mm256_sub_epi8(bytes, left)))
    up = _mm256_add_epi64(up, magnitudeSum(_mm256_sub_epi8(bytes, over)))
    average = _mm256_add_epi64(average, magnitudeSum(_mm256_sub_epi8(bytes, floorAverage(left, over))))
    paethSum = _mm256_add_epi64(paethSum, magnitudeSum(_mm256_sub_epi8(bytes, paeth(left, over, corner))))
    index &+= 32
  }
  sums[0] &+= total(none)
  sums[1] &+= total(sub)
  sums[2] &+= total(up)
  sums[3] &+= total(average)
  sums[4] &+= total(paethSum)
  return index
}

/// `PixelKernels`' filter, in whole vectors from the second pixel on; returns where it ends.
@inline(never)
public func filter(
  _ destination: UnsafeMutableRawPointer, _ row: UnsafeRawPointer, _ above: UnsafeRawPointer, _ byteCount: Int,
  _ step: Int, _ filter: UInt8
) -> Int {
  var index = step
  while index &+ 32 <= byteCount {
    let bytes = row.loadUnaligned(fromByteOffset: index, as: __m256i.self)
    let left = row.loadUnaligned(fromByteOffset: index &- step, as: __m256i.self)
    let over = above.loadUnaligned(fromByteOffset: index, as: __m256i.self)
    let corner = above.loadUnaligned(fromByteOffset: index &- step, as: __m256i.self)
    let prediction: __m256i
    switch filter {
    case 1: prediction = left
    case 2: prediction = over
    case 3: prediction = floorAverage(left, over)
    case 4: prediction = paeth(left, over, corner)
    default: prediction = _mm256_setzero_si256()
    }
    destination.storeBytes(of: _mm256_sub_epi8(bytes, prediction), toByteOffset: index, as: __m256i.self)
    index &+= 32
  }
  return index
}

/// The sums of eight bytes each, taken as −128 to 127 without their signs.
@inline(__always)
private func magnitudeSum(_ bytes: __m256i) -> __m256i {
  _mm256_sad_epu8(_mm256_abs_epi8(bytes), _mm256_setzero_si256())
}

@inline(__always)
private func total(_ sums: __m256i) -> UInt64 {
  let halves = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_castsi256_si128(csimd_high_halves_256(sums, sums)))
  return UInt64(bitPattern: _mm_cvtsi128_si64(_mm_add_epi64(halves, _mm_unpackhi_epi64(halves, halves))))
}

/// ⌊(a + b) / 2⌋ of bytes. The instruction rounds up.
@inline(__always)
private func floorAverage(_ a: __m256i, _ b: __m256i) -> __m256i {
  _mm256_sub_epi8(_mm256_avg_epu8(a, b), _mm256_and_si256(_mm256_xor_si256(a, b), _mm256_set1_epi8(1)))
}

/// Paeth's predictions without leaving bytes.
///
/// With p = a − c and q = l − c, the distances are |p| to the left byte, |q| to the one above and |p + q| to the corner.
/// Where p and q have one sign, |p + q| = |p| + |q| is less than neither, even if cut at 255; otherwise it is the
/// difference of |p| and |q|.
@inline(__always)
private func paeth(_ left: __m256i, _ above: __m256i, _ corner: __m256i) -> __m256i {
  let highAbove = _mm256_max_epu8(above, corner)
  let highLeft = _mm256_max_epu8(left, corner)
  let toLeft = _mm256_sub_epi8(highAbove, _mm256_min_epu8(above, corner))
  let toAbove = _mm256_sub_epi8(highLeft, _mm256_min_epu8(left, corner))
  let haveOneSign = _mm256_cmpeq_epi8(_mm256_cmpeq_epi8(highAbove, above), _mm256_cmpeq_epi8(highLeft, left))
  let nearer = _mm256_min_epu8(toLeft, toAbove)
  let toCorner = _mm256_blendv_epi8(
    _mm256_sub_epi8(_mm256_max_epu8(toLeft, toAbove), nearer), _mm256_adds_epu8(toLeft, toAbove), haveOneSign)
  let least = _mm256_min_epu8(nearer, toCorner)
  let other = _mm256_blendv_epi8(corner, above, _mm256_cmpeq_epi8(least, toAbove))
  return _mm256_blendv_epi8(other, left, _mm256_cmpeq_epi8(least, toLeft))
}
