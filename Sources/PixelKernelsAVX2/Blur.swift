import CSimd

// `PixelKernels`' steps of a blur. In `weigh` and `halveColumns` the last vector of a row may overlap the previous one,
// because no row is processed in place. Then no scalar loop is needed for the rest.

/// `PixelKernels`' Gaussian, eight pixels at a time. Returns the number of pixels processed.
///
/// 16-bit means are made signed for `madd`. That subtracts 2¹⁵ times the sum of the weights from the sum, which is
/// added again at the end.
@inline(never)
public func weigh(
  _ destination: UnsafeMutableRawPointer, _ neighbours: UnsafePointer<UnsafeRawPointer>, _ taps: UnsafePointer<Int16>,
  _ radius: Int, _ isSixteen: Bool, _ count: Int
) -> Int {
  guard count >= 8 else { return 0 }
  var index = 0
  while true {
    if isSixteen {
      weighEight(destination, neighbours, taps, radius, index &* 8, flips: true)
    } else {
      weighEight(destination, neighbours, taps, radius, index &* 8, flips: false)
    }
    index &+= 8
    if index == count { return count }
    index = min(index, count &- 8)
  }
}

@inline(__always)
private func weighEight(
  _ destination: UnsafeMutableRawPointer, _ neighbours: UnsafePointer<UnsafeRawPointer>, _ taps: UnsafePointer<Int16>,
  _ radius: Int, _ offset: Int, flips: Bool
) {
  let half = _mm256_set1_epi32(1 << 13)
  let sign = _mm256_set1_epi16(Int16.min)
  var (first, second, third, fourth) = (half, half, half, half)
  var distance = 0
  while distance <= radius {
    // The last weight may be followed by a 0, which is applied to the last pair again.
    let next = min(distance &+ 1, radius)
    let weights = _mm256_set1_epi32(UnsafeRawPointer(taps + distance).loadUnaligned(as: Int32.self))
    let (before, behind) = (neighbours[radius &- distance], neighbours[radius &+ distance])
    let (nextBefore, nextBehind) = (neighbours[radius &- next], neighbours[radius &+ next])
    var near = mean(before, behind, offset)
    var far = mean(nextBefore, nextBehind, offset)
    if flips { (near, far) = (_mm256_xor_si256(near, sign), _mm256_xor_si256(far, sign)) }
    first = _mm256_add_epi32(first, _mm256_madd_epi16(_mm256_unpacklo_epi16(near, far), weights))
    second = _mm256_add_epi32(second, _mm256_madd_epi16(_mm256_unpackhi_epi16(near, far), weights))
    near = mean(before, behind, offset &+ 32)
    far = mean(nextBefore, nextBehind, offset &+ 32)
    if flips { (near, far) = (_mm256_xor_si256(near, sign), _mm256_xor_si256(far, sign)) }
    third = _mm256_add_epi32(third, _mm256_madd_epi16(_mm256_unpacklo_epi16(near, far), weights))
    fourth = _mm256_add_epi32(fourth, _mm256_madd_epi16(_mm256_unpackhi_epi16(near, far), weights))
    distance &+= 2
  }
  var low = _mm256_packs_epi32(_mm256_srai_epi32(first, 15), _mm256_srai_epi32(second, 15))
  var high = _mm256_packs_epi32(_mm256_srai_epi32(third, 15), _mm256_srai_epi32(fourth, 15))
  if flips { (low, high) = (_mm256_xor_si256(low, sign), _mm256_xor_si256(high, sign)) }
  destination.storeBytes(of: low, toByteOffset: offset, as: __m256i.self)
  destination.storeBytes(of: high, toByteOffset: offset &+ 32, as: __m256i.self)
}

/// `PixelKernels`' halving of columns, four pixels of the result at a time. Returns the number of pixels processed.
@inline(never)
public func halveColumns(_ destination: UnsafeMutableRawPointer, _ row: UnsafeRawPointer, _ count: Int) -> Int {
  guard count >= 4 else { return 0 }
  // Restores the order after unpacking by halves.
  let order = _mm256_setr_epi32(0, 1, 4, 5, 2, 3, 6, 7)
  var index = 0
  while true {
    let source = row + index &* 16
    let (first, third, fifth) = (load(source, 0), load(source, 16), load(source, 32))
    let (seventh, ninth) = (load(source, 48), load(source, 64))
    let even0 = _mm256_unpacklo_epi64(first, fifth)
    let odd0 = _mm256_unpackhi_epi64(first, fifth)
    let even1 = _mm256_unpacklo_epi64(third, seventh)
    let odd1 = _mm256_unpackhi_epi64(third, seventh)
    let even2 = _mm256_unpacklo_epi64(fifth, ninth)
    let value = halved(even0, odd0, even1, odd1, even2)
    destination.storeBytes(
      of: _mm256_permutevar8x32_epi32(value, order), toByteOffset: index &* 8, as: __m256i.self)
    index &+= 4
    if index == count { return count }
    index = min(index, count &- 4)
  }
}

/// `PixelKernels`' doubling of columns, eight pixels of the result at a time. Returns the number of pixels processed.
@inline(never)
public func doubleColumns(_ destination: UnsafeMutableRawPointer, _ row: UnsafeRawPointer, _ count: Int) -> Int {
  var index = 0
  while index &+ 8 <= count {
    let source = row + index &* 4
    let (first, second, third) = (load(source, 0), load(source, 8), load(source, 16))
    let even = quarter(meanBelow16(first, third), second)
    let odd = _mm256_avg_epu16(second, third)
    let low = _mm256_unpacklo_epi64(even, odd)
    let high = _mm256_unpackhi_epi64(even, odd)
    destination.storeBytes(of: csimd_low_halves_256(low, high), toByteOffset: index &* 8, as: __m256i.self)
    destination.storeBytes(of: csimd_high_halves_256(low, high), toByteOffset: index &* 8 &+ 32, as: __m256i.self)
    index &+= 8
  }
  return index
}

/// `PixelKernels`' conversion to the format of a blur's steps, four pixels at a time. Returns the number of pixels
/// processed.
@inline(never)
public func widenForBlur(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) -> Int {
  var index = 0
  while index &+ 4 <= count {
    let bytes = source.loadUnaligned(fromByteOffset: index &* 4, as: __m128i.self)
    destination.storeBytes(
      of: _mm256_slli_epi16(_mm256_cvtepu8_epi16(bytes), 7), toByteOffset: index &* 8, as: __m256i.self)
    index &+= 4
  }
  return index
}

/// `PixelKernels`' conversion from the format of a blur's steps, eight pixels at a time. Returns the number of pixels
/// processed.
@inline(never)
public func narrowFromBlur(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) -> Int {
  let half = _mm256_set1_epi16(64)
  // Restores the order after packing by halves.
  let order = _mm256_setr_epi32(0, 1, 4, 5, 2, 3, 6, 7)
  var index = 0
  while index &+ 8 <= count {
    let first = _mm256_srli_epi16(_mm256_add_epi16(load(source, index &* 8), half), 7)
    let second = _mm256_srli_epi16(_mm256_add_epi16(load(source, index &* 8 &+ 32), half), 7)
    let bytes = _mm256_permutevar8x32_epi32(_mm256_packus_epi16(first, second), order)
    destination.storeBytes(of: bytes, toByteOffset: index &* 4, as: __m256i.self)
    index &+= 8
  }
  return index
}
