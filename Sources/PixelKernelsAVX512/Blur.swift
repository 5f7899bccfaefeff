import CSimd

/// `PixelKernels`' Gaussian, eight pixels at a time. Returns the number of pixels processed.
///
/// 16-bit means are made signed for `madd`. That subtracts 2¹⁵ times the sum of the weights from the sum, which is
/// added again at the end. The last vector may overlap the previous one, because no row is processed in place.
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
  let half = _mm512_set1_epi32(1 << 13)
  let sign = _mm512_set1_epi16(Int16.min)
  var (first, second) = (half, half)
  var distance = 0
  while distance <= radius {
    // The last weight may be followed by a 0, which is applied to the last pair again.
    let next = min(distance &+ 1, radius)
    let weights = _mm512_set1_epi32(UnsafeRawPointer(taps + distance).loadUnaligned(as: Int32.self))
    var near = mean(neighbours[radius &- distance], neighbours[radius &+ distance], offset)
    var far = mean(neighbours[radius &- next], neighbours[radius &+ next], offset)
    if flips { (near, far) = (_mm512_xor_si512(near, sign), _mm512_xor_si512(far, sign)) }
    first = _mm512_add_epi32(first, _mm512_madd_epi16(_mm512_unpacklo_epi16(near, far), weights))
    second = _mm512_add_epi32(second, _mm512_madd_epi16(_mm512_unpackhi_epi16(near, far), weights))
    distance &+= 2
  }
  var value = _mm512_packs_epi32(_mm512_srai_epi32(first, 15), _mm512_srai_epi32(second, 15))
  if flips { value = _mm512_xor_si512(value, sign) }
  destination.storeBytes(of: value, toByteOffset: offset, as: __m512i.self)
}

/// Returns means of two rows' words, rounded up.
@inline(__always)
private func mean(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, _ offset: Int) -> __m512i {
  _mm512_avg_epu16(
    first.loadUnaligned(fromByteOffset: offset, as: __m512i.self),
    second.loadUnaligned(fromByteOffset: offset, as: __m512i.self))
}
