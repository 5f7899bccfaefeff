import CSimd

private typealias Bytes = csimd_words_t

/// `PixelKernels`' sums of differences, indexed by filter type, in whole vectors starting with the second pixel.
/// Returns the index of the next byte.
@inline(never)
public func addDifferences(
  _ sums: UnsafeMutablePointer<UInt64>, _ row: UnsafeRawPointer, _ above: UnsafeRawPointer, _ byteCount: Int,
  _ step: Int
) -> Int {
  var none = csimd_words(0)
  var sub = none
  var up = none
  var average = none
  var paethSum = none
  var index = step
  while index &+ csimd_width <= byteCount {
    let bytes = row.loadUnaligned(fromByteOffset: index, as: Bytes.self)
    let left = row.loadUnaligned(fromByteOffset: index &- step, as: Bytes.self)
    let over = above.loadUnaligned(fromByteOffset: index, as: Bytes.self)
    let corner = above.loadUnaligned(fromByteOffset: index &- step, as: Bytes.self)
    none = csimd_add64(none, csimd_sums_of_magnitudes8(bytes))
    sub = csimd_add64(sub, csimd_sums_of_magnitudes8(csimd_subtract8(bytes, left)))
    up = csimd_add64(up, csimd_sums_of_magnitudes8(csimd_subtract8(bytes, over)))
    average = csimd_add64(average, csimd_sums_of_magnitudes8(csimd_subtract8(bytes, meanBelow8(left, over))))
    paethSum = csimd_add64(paethSum, csimd_sums_of_magnitudes8(csimd_subtract8(bytes, paeth(left, over, corner))))
    index &+= csimd_width
  }
  sums[0] &+= csimd_sum64(none)
  sums[1] &+= csimd_sum64(sub)
  sums[2] &+= csimd_sum64(up)
  sums[3] &+= csimd_sum64(average)
  sums[4] &+= csimd_sum64(paethSum)
  return index
}

/// `PixelKernels`' filter, in whole vectors starting with the second pixel. Returns the index of the next byte.
@inline(never)
public func filter(
  _ destination: UnsafeMutableRawPointer, _ row: UnsafeRawPointer, _ above: UnsafeRawPointer, _ byteCount: Int,
  _ step: Int, _ filter: UInt8
) -> Int {
  var index = step
  while index &+ csimd_width <= byteCount {
    let bytes = row.loadUnaligned(fromByteOffset: index, as: Bytes.self)
    let left = row.loadUnaligned(fromByteOffset: index &- step, as: Bytes.self)
    let over = above.loadUnaligned(fromByteOffset: index, as: Bytes.self)
    let corner = above.loadUnaligned(fromByteOffset: index &- step, as: Bytes.self)
    let prediction: Bytes
    switch filter {
    case 1: prediction = left
    case 2: prediction = over
    case 3: prediction = meanBelow8(left, over)
    case 4: prediction = paeth(left, over, corner)
    default: prediction = csimd_words(0)
    }
    destination.storeBytes(of: csimd_subtract8(bytes, prediction), toByteOffset: index, as: Bytes.self)
    index &+= csimd_width
  }
  return index
}

/// Returns ⌊(a + b) / 2⌋ of bytes. The instruction itself rounds up.
@inline(__always)
private func meanBelow8(_ a: Bytes, _ b: Bytes) -> Bytes {
  csimd_subtract8(csimd_mean8(a, b), csimd_and(csimd_xor(a, b), csimd_words(0x0101_0101)))
}

/// Returns Paeth's predictions, computed within bytes.
///
/// With p = a − c and q = l − c, the distances are |p| to the left byte, |q| to the byte above and |p + q| to the
/// corner. If p and q have the same sign, |p + q| = |p| + |q| is at least as large as both, even when saturated at 255.
/// Otherwise it is the difference of |p| and |q|.
@inline(__always)
private func paeth(_ left: Bytes, _ above: Bytes, _ corner: Bytes) -> Bytes {
  let (highAbove, highLeft) = (csimd_greatest8(above, corner), csimd_greatest8(left, corner))
  let toLeft = csimd_subtract8(highAbove, csimd_least8(above, corner))
  let toAbove = csimd_subtract8(highLeft, csimd_least8(left, corner))
  let haveOneSign = csimd_equal8(csimd_equal8(highAbove, above), csimd_equal8(highLeft, left))
  let nearer = csimd_least8(toLeft, toAbove)
  let toCorner = csimd_where8(
    haveOneSign, csimd_add_to_255(toLeft, toAbove), csimd_subtract8(csimd_greatest8(toLeft, toAbove), nearer))
  let least = csimd_least8(nearer, toCorner)
  let other = csimd_where8(csimd_equal8(least, toAbove), above, corner)
  return csimd_where8(csimd_equal8(least, toLeft), left, other)
}
