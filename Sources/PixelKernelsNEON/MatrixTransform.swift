import CSimd

/// `PixelKernels`' conversion to sRGB, two pixels at a time. Returns the number of pixels processed. The tables are
/// described in `PixelKernels`.
///
/// The three channels of a pixel are added and clamped together. The table of levels is read entry by entry.
@inline(never)
public func convertToSRGB(
  _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ contributions: UnsafePointer<Int32>,
  _ encoded: UnsafePointer<UInt8>, _ count: Int
) -> Int {
  let parts = UnsafeRawPointer(contributions)
  let most = vdupq_n_s16(1 << 14)
  let none = vdupq_n_s16(0)
  var index = 0
  while index &+ 2 <= count {
    let pixels = source.loadUnaligned(fromByteOffset: index &* 4, as: UInt64.self)
    let lights = vcombine_s16(light(pixels, parts), light(pixels &>> 32, parts))
    let clamped = vreinterpretq_u64_s16(vmaxq_s16(vminq_s16(lights, most), none))
    let colours = levels(clamped[0], encoded) | levels(clamped[1], encoded) &<< 32
    destination.storeBytes(
      of: colours | pixels & 0xFF00_0000_FF00_0000, toByteOffset: index &* 4, as: UInt64.self)
    index &+= 2
  }
  return index
}

/// Returns the light of a pixel's red, green and blue in units of 2⁻¹⁴, held within 16 bits.
@inline(__always)
private func light(_ pixel: UInt64, _ parts: UnsafeRawPointer) -> int16x4_t {
  let red = parts.loadUnaligned(fromByteOffset: Int(pixel & 0xFF) &* 16, as: int32x4_t.self)
  let green = parts.loadUnaligned(fromByteOffset: Int((pixel &>> 8) & 0xFF) &* 16 &+ 4096, as: int32x4_t.self)
  let blue = parts.loadUnaligned(fromByteOffset: Int((pixel &>> 16) & 0xFF) &* 16 &+ 8192, as: int32x4_t.self)
  return neon_saturated8_s32(vaddq_s32(vaddq_s32(red, green), blue))
}

/// Returns the levels for three 16-bit values of light, in the lowest bytes.
@inline(__always)
private func levels(_ lights: UInt64, _ encoded: UnsafePointer<UInt8>) -> UInt64 {
  let red = UInt64(encoded[Int(lights & 0xFFFF)])
  let green = UInt64(encoded[Int((lights &>> 16) & 0xFFFF)])
  let blue = UInt64(encoded[Int((lights &>> 32) & 0xFFFF)])
  return red | green &<< 8 | blue &<< 16
}
