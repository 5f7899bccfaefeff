import CSimd

/// `PixelKernels`' sums of differences, indexed by filter type, in whole vectors starting with the second pixel.
/// Returns the index of the next byte.
@inline(never)
public func addDifferences(
  _ sums: UnsafeMutablePointer<UInt64>, _ row: UnsafeRawPointer, _ above: UnsafeRawPointer, _ byteCount: Int,
  _ step: Int
) -> Int {
  let zero = vdupq_n_u32(0)
  var (none, sub, up, average, paethSum) = (zero, zero, zero, zero, zero)
  var index = step
  while index &+ 16 <= byteCount {
    // As many vectors as 16 bits can add magnitudes of, at most 128 each and two to a sum.
    let end = min(byteCount, index &+ 16 &* 255)
    let short = vdupq_n_u16(0)
    var (shortNone, shortSub, shortUp, shortAverage, shortPaeth) = (short, short, short, short, short)
    while index &+ 16 <= end {
      let (here, left) = (bytes(row, index), bytes(row, index &- step))
      let (over, corner) = (bytes(above, index), bytes(above, index &- step))
      shortNone = vpadalq_u8(shortNone, magnitudes(here))
      shortSub = vpadalq_u8(shortSub, magnitudes(vsubq_u8(here, left)))
      shortUp = vpadalq_u8(shortUp, magnitudes(vsubq_u8(here, over)))
      shortAverage = vpadalq_u8(shortAverage, magnitudes(vsubq_u8(here, vhaddq_u8(left, over))))
      shortPaeth = vpadalq_u8(shortPaeth, magnitudes(vsubq_u8(here, paeth(left, over, corner))))
      index &+= 16
    }
    none = vpadalq_u16(none, shortNone)
    sub = vpadalq_u16(sub, shortSub)
    up = vpadalq_u16(up, shortUp)
    average = vpadalq_u16(average, shortAverage)
    paethSum = vpadalq_u16(paethSum, shortPaeth)
  }
  sums[0] &+= vaddlvq_u32(none)
  sums[1] &+= vaddlvq_u32(sub)
  sums[2] &+= vaddlvq_u32(up)
  sums[3] &+= vaddlvq_u32(average)
  sums[4] &+= vaddlvq_u32(paethSum)
  return index
}

/// Returns the magnitudes of bytes taken as −128 to 127.
@inline(__always)
private func magnitudes(_ differences: uint8x16_t) -> uint8x16_t {
  vreinterpretq_u8_s8(vabsq_s8(vreinterpretq_s8_u8(differences)))
}

/// `PixelKernels`' filter, in whole vectors starting with the second pixel. Returns the index of the next byte.
@inline(never)
public func filter(
  _ destination: UnsafeMutableRawPointer, _ row: UnsafeRawPointer, _ above: UnsafeRawPointer, _ byteCount: Int,
  _ step: Int, _ filter: UInt8
) -> Int {
  var index = step
  while index &+ 16 <= byteCount {
    let left = bytes(row, index &- step)
    let over = bytes(above, index)
    let prediction: uint8x16_t
    switch filter {
    case 1: prediction = left
    case 2: prediction = over
    case 3: prediction = vhaddq_u8(left, over)
    case 4: prediction = paeth(left, over, bytes(above, index &- step))
    default: prediction = vdupq_n_u8(0)
    }
    store(vsubq_u8(bytes(row, index), prediction), destination, index)
    index &+= 16
  }
  return index
}

/// Returns Paeth's predictions. The distance to the corner, |(left − corner) + (above − corner)|, may exceed a byte; it is
/// then held at 255, which is no less than the other distances.
@inline(__always)
private func paeth(_ left: uint8x16_t, _ above: uint8x16_t, _ corner: uint8x16_t) -> uint8x16_t {
  let (toLeft, toAbove) = (vabdq_u8(above, corner), vabdq_u8(left, corner))
  let low = vabdq_u16(
    vaddl_u8(vget_low_u8(left), vget_low_u8(above)), vaddl_u8(vget_low_u8(corner), vget_low_u8(corner)))
  let high = vabdq_u16(vaddl_high_u8(left, above), vaddl_high_u8(corner, corner))
  let toCorner = vcombine_u8(vqmovn_u16(low), vqmovn_u16(high))
  let other = vbslq_u8(vcleq_u8(toAbove, toCorner), above, corner)
  return vbslq_u8(vcleq_u8(toLeft, vminq_u8(toAbove, toCorner)), left, other)
}
