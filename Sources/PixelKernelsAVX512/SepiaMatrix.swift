import CSimd

/// `PixelKernels`' sepia matrix on whole groups of sixteen pixels; returns how many pixels it did. The nine coefficients
/// are in millionths, row by row.
@inline(never)
public func sepiaMatrix(
  _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ coefficients: UnsafePointer<Int32>,
  _ count: Int
) -> Int {
  let byte = _mm512_set1_epi32(0xFF)
  var index = 0
  while index &+ 16 <= count {
    let pixels = source.loadUnaligned(fromByteOffset: index &* 4, as: __m512i.self)
    let red = _mm512_and_si512(pixels, byte)
    let green = _mm512_and_si512(_mm512_srli_epi32(pixels, 8), byte)
    let blue = _mm512_and_si512(_mm512_srli_epi32(pixels, 16), byte)
    let alpha = _mm512_srli_epi32(pixels, 24)
    let toned = packed(
      _mm512_min_epi32(alpha, roundedMillionths(product(coefficients, red, green, blue))),
      _mm512_min_epi32(alpha, roundedMillionths(product(coefficients + 3, red, green, blue))),
      _mm512_min_epi32(alpha, roundedMillionths(product(coefficients + 6, red, green, blue))), alpha)
    destination.storeBytes(of: toned, toByteOffset: index &* 4, as: __m512i.self)
    index &+= 16
  }
  return index
}

/// One row of the matrix times the colour.
@inline(__always)
private func product(_ row: UnsafePointer<Int32>, _ red: __m512i, _ green: __m512i, _ blue: __m512i) -> __m512i {
  _mm512_add_epi32(
    _mm512_add_epi32(
      _mm512_mullo_epi32(red, _mm512_set1_epi32(row[0])), _mm512_mullo_epi32(green, _mm512_set1_epi32(row[1]))),
    _mm512_mullo_epi32(blue, _mm512_set1_epi32(row[2])))
}
