import CSimd

/// `PixelKernels`' scale on whole groups of sixteen pixels; returns how many pixels it did.
@inline(never)
public func scale(
  _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ millionths: Int32, _ count: Int
) -> Int {
  let factor = _mm512_set1_epi32(millionths)
  let byte = _mm512_set1_epi32(0xFF)
  var index = 0
  while index &+ 16 <= count {
    let pixels = source.loadUnaligned(fromByteOffset: index &* 4, as: __m512i.self)
    let red = _mm512_and_si512(pixels, byte)
    let green = _mm512_and_si512(_mm512_srli_epi32(pixels, 8), byte)
    let blue = _mm512_and_si512(_mm512_srli_epi32(pixels, 16), byte)
    let alpha = _mm512_srli_epi32(pixels, 24)
    let scaled = packed(
      roundedMillionths(_mm512_mullo_epi32(red, factor)), roundedMillionths(_mm512_mullo_epi32(green, factor)),
      roundedMillionths(_mm512_mullo_epi32(blue, factor)), roundedMillionths(_mm512_mullo_epi32(alpha, factor)))
    destination.storeBytes(of: scaled, toByteOffset: index &* 4, as: __m512i.self)
    index &+= 16
  }
  return index
}
