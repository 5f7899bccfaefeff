import CSimd

/// `PixelKernels`' conversion of luma and chroma, eight pixels at a time. Returns the number of pixels processed.
///
/// A factor that doesn't fit into 16 bits is split into a whole number and a rest, as on x86-64: 91881 = 65536 + 26345,
/// −46802 = −65536 + 18734 and 116130 = 2 · 65536 − 14942. The whole number is added after the shift.
@inline(never)
public func convertToRGB(
  _ destination: UnsafeMutableRawPointer, _ luma: UnsafeRawPointer, _ blue: UnsafeRawPointer, _ red: UnsafeRawPointer,
  _ count: Int
) -> Int {
  let middle = vdup_n_u8(128)
  var index = 0
  while index &+ 8 <= count {
    let y = vreinterpretq_s16_u16(vmovl_u8(luma.loadUnaligned(fromByteOffset: index, as: uint8x8_t.self)))
    let b = vreinterpretq_s16_u16(vsubl_u8(blue.loadUnaligned(fromByteOffset: index, as: uint8x8_t.self), middle))
    let r = vreinterpretq_s16_u16(vsubl_u8(red.loadUnaligned(fromByteOffset: index, as: uint8x8_t.self), middle))
    let green = rounded(
      vmlal_n_s16(vmull_n_s16(vget_low_s16(b), -22_554), vget_low_s16(r), 18_734),
      vmlal_n_s16(vmull_n_s16(vget_high_s16(b), -22_554), vget_high_s16(r), 18_734))
    neon_store_channels(
      destination + index &* 4,
      vqmovun_s16(vaddq_s16(vaddq_s16(y, r), product(r, 26_345))), vqmovun_s16(vaddq_s16(vsubq_s16(y, r), green)),
      vqmovun_s16(vaddq_s16(vaddq_s16(y, vaddq_s16(b, b)), product(b, -14_942))), vdup_n_u8(255))
    index &+= 8
  }
  return index
}

/// Returns `(factor · values + half) >> 16`.
@inline(__always)
private func product(_ values: int16x8_t, _ factor: Int16) -> int16x8_t {
  rounded(vmull_n_s16(vget_low_s16(values), factor), vmull_n_s16(vget_high_s16(values), factor))
}

@inline(__always)
private func rounded(_ low: int32x4_t, _ high: int32x4_t) -> int16x8_t {
  vcombine_s16(neon_rounded16_s32(low), neon_rounded16_s32(high))
}
