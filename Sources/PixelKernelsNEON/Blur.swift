import CSimd

// `PixelKernels`' steps of a blur. In `weigh`, `halveRows` and `doubleRows` the last vector of a row may overlap the
// previous one, because no row is processed in place. Then no scalar loop is needed for the rest.

/// `PixelKernels`' Gaussian, four pixels at a time. Returns the number of pixels processed.
///
/// Values and weights are unsigned and the weights sum to 2¹⁵, so a sum of 16-bit values fits into 32 bits. Both depths
/// use the same loop.
@inline(never)
public func weigh(
  _ destination: UnsafeMutableRawPointer, _ neighbours: UnsafePointer<UnsafeRawPointer>, _ taps: UnsafePointer<Int16>,
  _ radius: Int, _ isSixteen: Bool, _ count: Int
) -> Int {
  guard count >= 4 else { return 0 }
  let half = vdupq_n_u32(1 << 13)
  var index = 0
  while true {
    let offset = index &* 8
    var (sum0, sum1, sum2, sum3) = (half, half, half, half)
    var distance = 0
    while distance <= radius {
      let (before, behind) = (neighbours[radius &- distance], neighbours[radius &+ distance])
      let weight = vdupq_n_u16(UInt16(bitPattern: taps[distance]))
      let first = vrhaddq_u16(words(before, offset), words(behind, offset))
      let second = vrhaddq_u16(words(before, offset &+ 16), words(behind, offset &+ 16))
      sum0 = vmlal_u16(sum0, vget_low_u16(first), vget_low_u16(weight))
      sum1 = vmlal_high_u16(sum1, first, weight)
      sum2 = vmlal_u16(sum2, vget_low_u16(second), vget_low_u16(weight))
      sum3 = vmlal_high_u16(sum3, second, weight)
      distance &+= 1
    }
    store(vcombine_u16(neon_narrowed15_u32(sum0), neon_narrowed15_u32(sum1)), destination, offset)
    store(vcombine_u16(neon_narrowed15_u32(sum2), neon_narrowed15_u32(sum3)), destination, offset &+ 16)
    index &+= 4
    if index == count { return count }
    index = min(index, count &- 4)
  }
}

/// `PixelKernels`' halving of rows, two pixels at a time. Returns the number of pixels processed.
@inline(never)
public func halveRows(
  _ destination: UnsafeMutableRawPointer, _ rows: UnsafePointer<UnsafeRawPointer>, _ count: Int
) -> Int {
  guard count >= 2 else { return 0 }
  let (a, b, c, d, e) = (rows[0], rows[1], rows[2], rows[3], rows[4])
  var index = 0
  while true {
    let offset = index &* 8
    store(
      halved(words(a, offset), words(b, offset), words(c, offset), words(d, offset), words(e, offset)), destination,
      offset)
    index &+= 2
    if index == count { return count }
    index = min(index, count &- 2)
  }
}

/// `PixelKernels`' halving of columns, two pixels of the result at a time. Returns the number of pixels processed.
@inline(never)
public func halveColumns(_ destination: UnsafeMutableRawPointer, _ row: UnsafeRawPointer, _ count: Int) -> Int {
  guard count >= 2 else { return 0 }
  var index = 0
  var here = neon_load_alternate_pixels16(row).val
  while index &+ 2 <= count {
    // The row is readable for one pixel behind those of the result.
    let next = neon_load_alternate_pixels16(row + (index &+ 2) &* 16).val
    let value = halved(
      here.0, here.1, neon_next_pixel16(here.0, next.0), neon_next_pixel16(here.1, next.1), next.0)
    store(value, destination, index &* 8)
    here = next
    index &+= 2
  }
  return index
}

/// `PixelKernels`' doubling of columns, four pixels of the result at a time. Returns the number of pixels processed.
@inline(never)
public func doubleColumns(_ destination: UnsafeMutableRawPointer, _ row: UnsafeRawPointer, _ count: Int) -> Int {
  var index = 0
  while index &+ 4 <= count {
    let source = row + index &* 4
    let (first, second, third) = (words(source, 0), words(source, 8), words(source, 16))
    neon_store_alternate_pixels16(
      destination + index &* 8, quarter(vhaddq_u16(first, third), second), vrhaddq_u16(second, third))
    index &+= 4
  }
  return index
}

/// Returns `(a + 3b + 2) >> 2`, as ⌈⌊a, b⌋, b⌉.
@inline(__always)
private func quarter(_ a: uint16x8_t, _ b: uint16x8_t) -> uint16x8_t { vrhaddq_u16(vhaddq_u16(a, b), b) }

/// Returns the mean of five values with the weights 1 4 6 4 1.
@inline(__always)
private func halved(_ a: uint16x8_t, _ b: uint16x8_t, _ c: uint16x8_t, _ d: uint16x8_t, _ e: uint16x8_t) -> uint16x8_t {
  vrhaddq_u16(quarter(vrhaddq_u16(a, e), c), vhaddq_u16(b, d))
}
