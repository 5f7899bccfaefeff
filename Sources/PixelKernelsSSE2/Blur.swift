import CSimd

// `PixelKernels`' steps of a blur. In `weigh` the last vector of a row may overlap the previous one, because no row is
// processed in place. Then no scalar loop is needed for the rest.

/// `PixelKernels`' Gaussian, two pixels at a time. Returns the number of pixels processed.
///
/// 16-bit means are made signed for `madd`. That subtracts 2¹⁵ times the sum of the weights from the sum, which is
/// added again at the end.
@inline(never)
public func weigh(
  _ destination: UnsafeMutableRawPointer, _ neighbours: UnsafePointer<UnsafeRawPointer>, _ taps: UnsafePointer<Int16>,
  _ radius: Int, _ isSixteen: Bool, _ count: Int
) -> Int {
  guard count >= 2 else { return 0 }
  let half = _mm_set1_epi32(1 << 13)
  let sign = _mm_set1_epi16(isSixteen ? Int16.min : 0)
  var index = 0
  while true {
    let offset = index &* 8
    var (first, second) = (half, half)
    var distance = 0
    while distance <= radius {
      // The last weight may be followed by a 0, which is applied to the last pair again.
      let next = min(distance &+ 1, radius)
      let weights = _mm_set1_epi32(UnsafeRawPointer(taps + distance).loadUnaligned(as: Int32.self))
      let near = _mm_xor_si128(mean(neighbours[radius &- distance], neighbours[radius &+ distance], offset), sign)
      let far = _mm_xor_si128(mean(neighbours[radius &- next], neighbours[radius &+ next], offset), sign)
      first = _mm_add_epi32(first, _mm_madd_epi16(_mm_unpacklo_epi16(near, far), weights))
      second = _mm_add_epi32(second, _mm_madd_epi16(_mm_unpackhi_epi16(near, far), weights))
      distance &+= 2
    }
    let value = _mm_packs_epi32(_mm_srai_epi32(first, 15), _mm_srai_epi32(second, 15))
    destination.storeBytes(of: _mm_xor_si128(value, sign), toByteOffset: offset, as: __m128i.self)
    index &+= 2
    if index == count { return count }
    index = min(index, count &- 2)
  }
}

/// `PixelKernels`' halving of columns, two pixels of the result at a time. Returns the number of pixels processed.
@inline(never)
public func halveColumns(_ destination: UnsafeMutableRawPointer, _ row: UnsafeRawPointer, _ count: Int) -> Int {
  var index = 0
  while index &+ 2 <= count {
    let source = row + index &* 16
    let (first, third, fifth) = (load(source, 0), load(source, 16), load(source, 32))
    let seventh = load(source, 48)
    let value = halved(
      _mm_unpacklo_epi64(first, third), _mm_unpackhi_epi64(first, third), _mm_unpacklo_epi64(third, fifth),
      _mm_unpackhi_epi64(third, fifth), _mm_unpacklo_epi64(fifth, seventh))
    destination.storeBytes(of: value, toByteOffset: index &* 8, as: __m128i.self)
    index &+= 2
  }
  return index
}

/// `PixelKernels`' doubling of columns, four pixels of the result at a time. Returns the number of pixels processed.
@inline(never)
public func doubleColumns(_ destination: UnsafeMutableRawPointer, _ row: UnsafeRawPointer, _ count: Int) -> Int {
  var index = 0
  while index &+ 4 <= count {
    let source = row + index &* 4
    let (first, second, third) = (load(source, 0), load(source, 8), load(source, 16))
    let even = quarter(meanBelow16(first, third), second)
    let odd = _mm_avg_epu16(second, third)
    destination.storeBytes(of: _mm_unpacklo_epi64(even, odd), toByteOffset: index &* 8, as: __m128i.self)
    destination.storeBytes(of: _mm_unpackhi_epi64(even, odd), toByteOffset: index &* 8 &+ 16, as: __m128i.self)
    index &+= 4
  }
  return index
}

/// `PixelKernels`' conversion to the format of a blur's steps, four pixels at a time. Returns the number of pixels
/// processed.
@inline(never)
public func widenForBlur(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) -> Int {
  let zero = _mm_setzero_si128()
  var index = 0
  while index &+ 4 <= count {
    let bytes = load(source, index &* 4)
    // A byte in the upper half of a word is multiplied by 2⁸.
    let low = _mm_srli_epi16(_mm_unpacklo_epi8(zero, bytes), 1)
    let high = _mm_srli_epi16(_mm_unpackhi_epi8(zero, bytes), 1)
    destination.storeBytes(of: low, toByteOffset: index &* 8, as: __m128i.self)
    destination.storeBytes(of: high, toByteOffset: index &* 8 &+ 16, as: __m128i.self)
    index &+= 4
  }
  return index
}

/// `PixelKernels`' conversion from the format of a blur's steps, four pixels at a time. Returns the number of pixels
/// processed.
@inline(never)
public func narrowFromBlur(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) -> Int {
  let half = _mm_set1_epi16(64)
  var index = 0
  while index &+ 4 <= count {
    let first = _mm_srli_epi16(_mm_add_epi16(load(source, index &* 8), half), 7)
    let second = _mm_srli_epi16(_mm_add_epi16(load(source, index &* 8 &+ 16), half), 7)
    destination.storeBytes(of: _mm_packus_epi16(first, second), toByteOffset: index &* 4, as: __m128i.self)
    index &+= 4
  }
  return index
}
