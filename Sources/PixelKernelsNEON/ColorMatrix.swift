import CSimd

// `PixelKernels`' colour matrix by columns, two pixels at a time, in double precision. The functions return the number
// of pixels processed. If the matrix isn't affine in colour, they stop at the first group that isn't opaque, or doesn't
// stay opaque.

/// Applies a colour matrix to 8-bit pixels.
@inline(never)
public func colorMatrix(
  _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ matrix: UnsafePointer<Double>,
  _ isAffine: Bool, _ count: Int
) -> Int {
  let columns = loaded(matrix)
  let alphas: UInt64 = 0xFF00_0000_FF00_0000
  var index = 0
  while index &+ 2 <= count {
    let pixels = source.loadUnaligned(fromByteOffset: index &* 4, as: UInt64.self)
    let words = vmovl_u8(unsafeBitCast(pixels, to: uint8x8_t.self))
    let both = vcombine_u16(product(columns, vget_low_u16(words)), product(columns, vget_high_u16(words)))
    let products = unsafeBitCast(vmovn_u16(both), to: UInt64.self)
    if !isAffine && pixels & products & alphas != alphas { return index }
    destination.storeBytes(of: products, toByteOffset: index &* 4, as: UInt64.self)
    index &+= 2
  }
  return index
}

/// Applies a colour matrix to 16-bit pixels.
@inline(never)
public func colorMatrix16(
  _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ matrix: UnsafePointer<Double>,
  _ isAffine: Bool, _ count: Int
) -> Int {
  let columns = loaded(matrix)
  var index = 0
  while index &+ 2 <= count {
    let pixels = words(source, index &* 8)
    let products = vcombine_u16(product(columns, vget_low_u16(pixels)), product(columns, vget_high_u16(pixels)))
    if !isAffine {
      let both = vandq_u16(pixels, products)
      if both[3] & both[7] != 0xFFFF { return index }
    }
    store(products, destination, index &* 8)
    index &+= 2
  }
  return index
}

/// The contributions of red, green, blue and alpha, each to red and green, then to blue and alpha.
private typealias Columns = (
  red: (float64x2_t, float64x2_t), green: (float64x2_t, float64x2_t), blue: (float64x2_t, float64x2_t),
  alpha: (float64x2_t, float64x2_t)
)

@inline(__always)
private func loaded(_ matrix: UnsafePointer<Double>) -> Columns {
  (column(matrix), column(matrix + 4), column(matrix + 8), column(matrix + 12))
}

@inline(__always)
private func column(_ coefficients: UnsafePointer<Double>) -> (float64x2_t, float64x2_t) {
  let place = UnsafeRawPointer(coefficients)
  return (
    place.loadUnaligned(as: float64x2_t.self), place.loadUnaligned(fromByteOffset: 16, as: float64x2_t.self)
  )
}

/// Returns the matrix times a pixel's channels, limited by its alpha and rounded.
@inline(__always)
private func product(_ columns: Columns, _ channels: uint16x4_t) -> uint16x4_t {
  let words = vmovl_u16(channels)
  let redGreen = vcvtq_f64_u64(vmovl_u32(vget_low_u32(words)))
  let blueAlpha = vcvtq_f64_u64(vmovl_high_u32(words))
  let alpha = neon_copied_second(blueAlpha)
  let first = vaddq_f64(
    vaddq_f64(neon_times_first(columns.red.0, redGreen), neon_times_second(columns.green.0, redGreen)),
    vaddq_f64(neon_times_first(columns.blue.0, blueAlpha), neon_times_second(columns.alpha.0, blueAlpha)))
  let second = vaddq_f64(
    vaddq_f64(neon_times_first(columns.red.1, redGreen), neon_times_second(columns.green.1, redGreen)),
    vaddq_f64(neon_times_first(columns.blue.1, blueAlpha), neon_times_second(columns.alpha.1, blueAlpha)))
  return vmovn_u32(vcombine_u32(vmovn_u64(rounded(first, alpha)), vmovn_u64(rounded(second, alpha))))
}

/// Clamps sums of millionths to 0…`limit` and rounds them to integers. The factor is slightly too large, as in the
/// scalar loop, so that halves are rounded upwards.
@inline(__always)
private func rounded(_ sums: float64x2_t, _ limit: float64x2_t) -> uint64x2_t {
  let values = vmulq_f64(sums, vdupq_n_f64((1 + 0x1p-50) / 1_000_000))
  return vcvtnq_u64_f64(vmaxq_f64(vminq_f64(values, limit), vdupq_n_f64(0)))
}
