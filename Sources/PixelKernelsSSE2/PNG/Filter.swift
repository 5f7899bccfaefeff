import CSimd

/// `PixelKernels`' sums of differences, by the number of the filter, in whole vectors from the second pixel on; returns
/// where it ends.
@inline(never)
public func addDifferences(
  _ sums: UnsafeMutablePointer<UInt64>, _ row: UnsafeRawPointer, _ above: UnsafeRawPointer, _ byteCount: Int,
  _ step: Int
) -> Int {
  var none = _mm_setzero_si128()
  var sub = none
  var up = none
  var average = none
  var paethSum = none
  var index = step
  while index &+ 16 <= byteCount {
    let bytes = row.loadUnaligned(fromByteOffset: index, as: __m128i.self)
    let left = row.loadUnaligned(fromByteOffset: index &- step, as: __m128i.self)
    let over = above.loadUnaligned(fromByteOffset: index, as: __m128i.self)
    let corner = above.loadUnaligned(fromByteOffset: index &- step, as: __m128i.self)
    none = _mm_add_epi64(none, magnitudeSum(bytes))
    sub = _mm_add_epi64(sub, magnitudeSum(_mm_sub_epi8(bytes, left)))
    up = _mm_add_epi64(up, magnitudeSum(_mm_sub_epi8(bytes, over)))
    average = _mm_add_epi64(average, magnitudeSum(_mm_sub_epi8(bytes, floorAverage(left, over))))
    paethSum = _mm_add_epi64(paethSum, magnitudeSum(_mm_sub_epi8(bytes, paeth(left, over, corner))))
    index &+= 16
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
  while index &+ 16 <= byteCount {
    let bytes = row.loadUnaligned(fromByteOffset: index, as: __m128i.self)
    let left = row.loadUnaligned(fromByteOffset: index &- step, as: __m128i.self)
    let over = above.loadUnaligned(fromByteOffset: index, as: __m128i.self)
    let corner = above.loadUnaligned(fromByteOffset: index &- step, as: __m128i.self)
    let prediction: __m128i
    switch filter {
    case 1: prediction = left
    case 2: prediction = over
    case 3: prediction = floorAverage(left, over)
    case 4: prediction = paeth(left, over, corner)
    default: prediction = _mm_setzero_si128()
    }
    destination.storeBytes(of: _mm_sub_epi8(bytes, prediction), toByteOffset: index, as: __m128i.self)
    index &+= 16
  }
  return index
}

/// The sums of eight bytes each, taken as −128 to 127 without their signs.
@inline(__always)
private func magnitudeSum(_ bytes: __m128i) -> __m128i {
  let zero = _mm_setzero_si128()
  return _mm_sad_epu8(_mm_min_epu8(bytes, _mm_sub_epi8(zero, bytes)), zero)
}

@inline(__always)
private func total(_ sums: __m128i) -> UInt64 {
  UInt64(bitPattern: _mm_cvtsi128_si64(_mm_add_epi64(sums, _mm_unpackhi_epi64(sums, sums))))
}

/// Paeth's predictions without leaving bytes.
///
/// With p = a − c and q = l − c, the distances are |p| to the left byte, |q| to the one above and |p + q| to the corner.
/// Where p and q have one sign, |p + q| = |p| + |q| is less than neither, even if cut at 255; otherwise it is the
/// difference of |p| and |q|.
@inline(__always)
private func paeth(_ left: __m128i, _ above: __m128i, _ corner: __m128i) -> __m128i {
  let (highAbove, highLeft) = (_mm_max_epu8(above, corner), _mm_max_epu8(left, corner))
  let toLeft = _mm_sub_epi8(highAbove, _mm_min_epu8(above, corner))
  let toAbove = _mm_sub_epi8(highLeft, _mm_min_epu8(left, corner))
  let haveOneSign = _mm_cmpeq_epi8(_mm_cmpeq_epi8(highAbove, above), _mm_cmpeq_epi8(highLeft, left))
  let nearer = _mm_min_epu8(toLeft, toAbove)
  let toCorner = chosen(
    _mm_adds_epu8(toLeft, toAbove), else: _mm_sub_epi8(_mm_max_epu8(toLeft, toAbove), nearer), where: haveOneSign)
  let least = _mm_min_epu8(nearer, toCorner)
  let other = chosen(above, else: corner, where: _mm_cmpeq_epi8(least, toAbove))
  return chosen(left, else: other, where: _mm_cmpeq_epi8(least, toLeft))
}
