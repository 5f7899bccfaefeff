import CSimd

/// `PixelKernels`' sepia matrix on whole groups of eight pixels; returns how many pixels it did. The nine coefficients
/// are in millionths, row by row.
@inline(never)
public func sepiaMatrix(
  _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ coefficients: UnsafePointer<Int32>,
  _ count: Int
) -> Int {
  let byte = _mm256_set1_epi32(0xFF)
  var index = 0
  while index &+ 8 <= count {
    let pixels = source.loadUnaligned(fromByteOffset: index &* 4, as: __m256i.self)
    let red = _mm256_and_si256(pixels, byte)
    let green = _mm256_and_si256(_mm256_srli_epi32(pixels, 8), byte)
    let blue = _mm256_and_si256(_mm256_srli_epi32(pixels, 16), byte)
    let alpha = _mm256_srli_epi32(pixels, 24)
    let toned = packed(
      _mm256_min_epi32(alpha, roundedMillionths(product(coefficients, red, green, blue))),
      _mm256_min_epi32(alpha, roundedMillionths(product(coefficients + 3, red, green, blue))),
      _mm256_min_epi32(alpha, roundedMillionths(product(coefficients + 6, red, green, blue))), alpha)
    destination.storeBytes(of: toned, toByteOffset: index &* 4, as: __m256i.self)
    index &+= 8
  }
  return index
}

/// One row of the matrix times the colour.
@inline(__always)
private func product(_ row: UnsafePointer<Int32>, _ red: __m256i, _ green: __m256i, _ blue: __m256i) -> __m256i {
  _mm256_add_epi32(
    _mm256_add_epi32(
      _mm256_mullo_epi32(red, _mm256_set1_epi32(row[0])), _mm256_mullo_epi32(green, _mm256_set1_epi32(row[1]))),
    _mm256_mullo_epi32(blue, _mm256_set1_epi32(row[2])))
}
