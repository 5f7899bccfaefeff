import CSimd

/// `PixelKernels`' conversion to sRGB, two pixels at a time. Returns the number of pixels processed. The tables are
/// described in `PixelKernels`.
///
/// The three channels of a pixel are added and clamped together. The table of levels is read entry by entry, because
/// gathering is slower.
@inline(never)
public func convertToSRGB(
  _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ contributions: UnsafePointer<Int32>,
  _ encoded: UnsafePointer<UInt8>, _ count: Int
) -> Int {
  let parts = UnsafeRawPointer(contributions)
  let most = _mm_set1_epi16(1 << 14)
  let none = _mm_setzero_si128()
  var index = 0
  while index &+ 2 <= count {
    let pixels = source.loadUnaligned(fromByteOffset: index &* 4, as: UInt64.self)
    let lights = _mm_packs_epi32(light(pixels, parts), light(pixels &>> 32, parts))
    let clamped = _mm_max_epi16(_mm_min_epi16(lights, most), none)
    let first = UInt64(bitPattern: Int64(_mm_cvtsi128_si64(clamped)))
    let second = UInt64(bitPattern: Int64(_mm_cvtsi128_si64(_mm_unpackhi_epi64(clamped, clamped))))
    let colours = levels(first, encoded) | levels(second, encoded) &<< 32
    destination.storeBytes(
      of: colours | pixels & 0xFF00_0000_FF00_0000, toByteOffset: index &* 4, as: UInt64.self)
    index &+= 2
  }
  return index
}

/// Returns the light of a pixel's red, green and blue in units of 2⁻¹⁴.
@inline(__always)
private func light(_ pixel: UInt64, _ parts: UnsafeRawPointer) -> __m128i {
  let red = parts.loadUnaligned(fromByteOffset: Int(pixel & 0xFF) &* 16, as: __m128i.self)
  let green = parts.loadUnaligned(fromByteOffset: Int((pixel &>> 8) & 0xFF) &* 16 &+ 4096, as: __m128i.self)
  let blue = parts.loadUnaligned(fromByteOffset: Int((pixel &>> 16) & 0xFF) &* 16 &+ 8192, as: __m128i.self)
  return _mm_srai_epi32(_mm_add_epi32(_mm_add_epi32(red, green), blue), 8)
}

/// Returns the levels for three 16-bit values of light, in the lowest bytes.
@inline(__always)
private func levels(_ lights: UInt64, _ encoded: UnsafePointer<UInt8>) -> UInt64 {
  func level(_ light: UInt64) -> UInt64 { UInt64(encoded[Int(light & 0xFFFF)]) }
  return level(lights) | level(lights &>> 16) &<< 8 | level(lights &>> 32) &<< 16
}
