import CSimd

/// `PixelKernels`' samples of whole blocks. Returns the number of blocks processed.
@inline(never)
public func makeBlockSamples8(
  _ destination: UnsafeMutableRawPointer, _ stride: Int, _ blocks: UnsafeRawPointer, _ across: Int, _ distance: Int,
  _ quantisers: UnsafePointer<Int16>, _ count: Int
) -> Int {
  let firstFactor = int16x8_t(quantisers[0], 0, 0, 0, 0, 0, 0, 0)
  var (block, left) = (blocks, across)
  var index = 0
  while index < count {
    let place = destination + 8 &* index
    @inline(__always) func coefficients(_ y: Int) -> int16x8_t { signedWords(block, 16 &* y) }
    let others = vorrq_s16(
      vorrq_s16(vorrq_s16(coefficients(1), coefficients(2)), vorrq_s16(coefficients(3), coefficients(4))),
      vorrq_s16(
        vorrq_s16(coefficients(5), coefficients(6)), vorrq_s16(coefficients(7), neon_without_first(coefficients(0)))))
    if vmaxvq_u32(vreinterpretq_u32_s16(others)) == 0 {
      // All samples are the same.
      let eighths = vqaddq_s16(vmulq_s16(coefficients(0), firstFactor), vdupq_n_s16(4))
      let sample = vqmovun_s16(vaddq_s16(neon_right3_s16(eighths), vdupq_n_s16(128)))
      let samples = vdup_n_u8(sample[0])
      for y in 0..<8 { place.storeBytes(of: samples, toByteOffset: y &* stride, as: uint8x8_t.self) }
    } else {
      @inline(__always) func row(_ y: Int) -> int16x8_t { vmulq_s16(coefficients(y), signedWords(quantisers, 16 &* y)) }
      let values = (row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7))
      let (a, b) = (
        transformed(low(values), vdupq_n_s32(1 << 10)), transformed(high(values), vdupq_n_s32(1 << 10))
      )
      let down = transposed(
        (
          saturated(a.0, b.0), saturated(a.1, b.1), saturated(a.2, b.2), saturated(a.3, b.3), saturated(a.4, b.4),
          saturated(a.5, b.5), saturated(a.6, b.6), saturated(a.7, b.7)
        ))
      let (c, d) = (transformed(low(down), vdupq_n_s32(1 << 17)), transformed(high(down), vdupq_n_s32(1 << 17)))
      let rows = transposed(
        (
          narrowed(c.0, d.0), narrowed(c.1, d.1), narrowed(c.2, d.2), narrowed(c.3, d.3), narrowed(c.4, d.4),
          narrowed(c.5, d.5), narrowed(c.6, d.6), narrowed(c.7, d.7)
        ))
      @inline(__always) func store(_ y: Int, _ row: int16x8_t) {
        // Narrowing has shifted out 16 of the 18 bits already.
        let samples = vqmovun_s16(vaddq_s16(neon_right2_s16(row), vdupq_n_s16(128)))
        place.storeBytes(of: samples, toByteOffset: y &* stride, as: uint8x8_t.self)
      }
      store(0, rows.0)
      store(1, rows.1)
      store(2, rows.2)
      store(3, rows.3)
      store(4, rows.4)
      store(5, rows.5)
      store(6, rows.6)
      store(7, rows.7)
    }
    index &+= 1
    left &-= 1
    block += 128
    if left == 0 {
      left = across
      block += distance &- 128 &* across
    }
  }
  return index
}

/// Eight rows of eight values, of four values, and of four sums.
private typealias Rows = (
  int16x8_t, int16x8_t, int16x8_t, int16x8_t, int16x8_t, int16x8_t, int16x8_t, int16x8_t
)
private typealias HalfRows = (
  int16x4_t, int16x4_t, int16x4_t, int16x4_t, int16x4_t, int16x4_t, int16x4_t, int16x4_t
)
private typealias Sums = (int32x4_t, int32x4_t, int32x4_t, int32x4_t, int32x4_t, int32x4_t, int32x4_t, int32x4_t)

@inline(__always)
private func low(_ rows: Rows) -> HalfRows {
  (
    vget_low_s16(rows.0), vget_low_s16(rows.1), vget_low_s16(rows.2), vget_low_s16(rows.3), vget_low_s16(rows.4),
    vget_low_s16(rows.5), vget_low_s16(rows.6), vget_low_s16(rows.7)
  )
}

@inline(__always)
private func high(_ rows: Rows) -> HalfRows {
  (
    vget_high_s16(rows.0), vget_high_s16(rows.1), vget_high_s16(rows.2), vget_high_s16(rows.3), vget_high_s16(rows.4),
    vget_high_s16(rows.5), vget_high_s16(rows.6), vget_high_s16(rows.7)
  )
}

@inline(__always)
private func saturated(_ low: int32x4_t, _ high: int32x4_t) -> int16x8_t {
  vcombine_s16(neon_saturated11_s32(low), neon_saturated11_s32(high))
}

@inline(__always)
private func narrowed(_ low: int32x4_t, _ high: int32x4_t) -> int16x8_t {
  vcombine_s16(neon_narrowed16_s32(low), neon_narrowed16_s32(high))
}

/// Transposes a block.
@inline(__always)
private func transposed(_ rows: Rows) -> Rows {
  let (a0, a1) = (words(vtrn1q_s16(rows.0, rows.1)), words(vtrn2q_s16(rows.0, rows.1)))
  let (a2, a3) = (words(vtrn1q_s16(rows.2, rows.3)), words(vtrn2q_s16(rows.2, rows.3)))
  let (a4, a5) = (words(vtrn1q_s16(rows.4, rows.5)), words(vtrn2q_s16(rows.4, rows.5)))
  let (a6, a7) = (words(vtrn1q_s16(rows.6, rows.7)), words(vtrn2q_s16(rows.6, rows.7)))
  let (b0, b2) = (doubles(vtrn1q_s32(a0, a2)), doubles(vtrn2q_s32(a0, a2)))
  let (b1, b3) = (doubles(vtrn1q_s32(a1, a3)), doubles(vtrn2q_s32(a1, a3)))
  let (b4, b6) = (doubles(vtrn1q_s32(a4, a6)), doubles(vtrn2q_s32(a4, a6)))
  let (b5, b7) = (doubles(vtrn1q_s32(a5, a7)), doubles(vtrn2q_s32(a5, a7)))
  return (
    values(vtrn1q_s64(b0, b4)), values(vtrn1q_s64(b1, b5)), values(vtrn1q_s64(b2, b6)), values(vtrn1q_s64(b3, b7)),
    values(vtrn2q_s64(b0, b4)), values(vtrn2q_s64(b1, b5)), values(vtrn2q_s64(b2, b6)), values(vtrn2q_s64(b3, b7))
  )
}

@inline(__always)
private func words(_ values: int16x8_t) -> int32x4_t { vreinterpretq_s32_s16(values) }

@inline(__always)
private func doubles(_ words: int32x4_t) -> int64x2_t { vreinterpretq_s64_s32(words) }

@inline(__always)
private func values(_ doubles: int64x2_t) -> int16x8_t { vreinterpretq_s16_s64(doubles) }

/// Returns the inverse DCT of each of four columns, scaled by 8192 · √8, with `rounding` added.
@inline(__always)
private func transformed(_ rows: HalfRows, _ rounding: int32x4_t) -> Sums {
  let outer = vaddq_s32(neon_left13_s32(vaddl_s16(rows.0, rows.4)), rounding)
  let inner = vaddq_s32(neon_left13_s32(vsubl_s16(rows.0, rows.4)), rounding)
  let steep = vmlal_n_s16(vmull_n_s16(rows.2, 10703), rows.6, 4433)
  let flat = vmlal_n_s16(vmull_n_s16(rows.2, 4433), rows.6, -10704)
  @inline(__always) func sum(_ a: Int16, _ b: Int16, _ c: Int16, _ d: Int16) -> int32x4_t {
    vmlal_n_s16(vmlal_n_s16(vmlal_n_s16(vmull_n_s16(rows.1, a), rows.3, b), rows.5, c), rows.7, d)
  }
  let odd0 = sum(11363, 9633, 6437, 2260)
  let odd1 = sum(9633, -2259, -11362, -6436)
  let odd2 = sum(6437, -11362, 2261, 9633)
  let odd3 = sum(2260, -6436, 9633, -11363)
  let (even0, even3) = (vaddq_s32(outer, steep), vsubq_s32(outer, steep))
  let (even1, even2) = (vaddq_s32(inner, flat), vsubq_s32(inner, flat))
  return (
    vaddq_s32(even0, odd0), vaddq_s32(even1, odd1), vaddq_s32(even2, odd2), vaddq_s32(even3, odd3),
    vsubq_s32(even3, odd3), vsubq_s32(even2, odd2), vsubq_s32(even1, odd1), vsubq_s32(even0, odd0)
  )
}
