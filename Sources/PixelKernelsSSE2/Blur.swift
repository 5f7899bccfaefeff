import CSimd

// `PixelKernels`' steps of a blur. The last vector of a row may begin within the one before it, as no row is in its own place:
// then no scalar loop has to do the rest.

/// `PixelKernels`' Gaussian, two pixels at a time; returns how many pixels it did.
///
/// Means of 16 bits are made signed for `madd`, which takes 2¹⁵ times the sum of the weights from the sum, and back at the end.
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
      // Behind the last weight stands a 0, which goes with the last pair once more.
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

/// `PixelKernels`' halving of columns, two pixels of the half at a time; returns how many it did.
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

/// `PixelKernels`' doubling of columns, four pixels of the double at a time; returns how many it did.
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

/// `PixelKernels`' pixels for the steps of a blur, four at a time; returns how many it did.
@inline(never)
public func widenForBlur(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) -> Int {
  let zero = _mm_setzero_si128()
  var index = 0
  while index &+ 4 <= count {
    let bytes = load(source, index &* 4)
    // A byte in a word's upper half is 2⁸ times as large.
    let low = _mm_srli_epi16(_mm_unpacklo_epi8(zero, bytes), 1)
    let high = _mm_srli_epi16(_mm_unpackhi_epi8(zero, bytes), 1)
    destination.storeBytes(of: low, toByteOffset: index &* 8, as: __m128i.self)
    destination.storeBytes(of: high, toByteOffset: index &* 8 &+ 16, as: __m128i.self)
    index &+= 4
  }
  return index
}

/// `PixelKernels`' pixels from those of a blur's steps, four at a time; returns how many it did.
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
