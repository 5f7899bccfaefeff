import CSimd

// `PixelKernels`' steps of a blur between rows, and functions shared with the steps within a row. The last vector of a
// row may overlap the previous one, because no row is processed in place. Then no scalar loop is needed for the rest.

/// Returns means of two rows' words, rounded up.
@inline(__always)
func mean(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, _ offset: Int) -> csimd_words_t {
  csimd_mean16(load(first, offset), load(second, offset))
}

@inline(__always)
func load(_ row: UnsafeRawPointer, _ offset: Int) -> csimd_words_t {
  row.loadUnaligned(fromByteOffset: offset, as: csimd_words_t.self)
}

/// Returns means of words, rounded down. Rounding up adds the lowest bit of the difference (exclusive or), which is
/// subtracted.
@inline(__always)
func meanBelow16(_ first: csimd_words_t, _ second: csimd_words_t) -> csimd_words_t {
  csimd_subtract16(
    csimd_mean16(first, second), csimd_and(csimd_xor(first, second), csimd_words16(1)))
}

/// Returns `(a + 3b + 2) >> 2`, as ⌈⌊a, b⌋, b⌉.
@inline(__always)
func quarter(_ a: csimd_words_t, _ b: csimd_words_t) -> csimd_words_t { csimd_mean16(meanBelow16(a, b), b) }

/// Returns the mean of five values with the weights 1 4 6 4 1.
@inline(__always)
func halved(_ a: csimd_words_t, _ b: csimd_words_t, _ c: csimd_words_t, _ d: csimd_words_t, _ e: csimd_words_t)
  -> csimd_words_t
{
  csimd_mean16(quarter(csimd_mean16(a, e), c), meanBelow16(b, d))
}

/// `PixelKernels`' halving of rows, a whole vector of pixels at a time. Returns the number of pixels processed.
@inline(never)
public func halveRows(
  _ destination: UnsafeMutableRawPointer, _ rows: UnsafePointer<UnsafeRawPointer>, _ count: Int
) -> Int {
  guard count >= csimd_lanes / 2 else { return 0 }
  let (a, b, c, d, e) = (rows[0], rows[1], rows[2], rows[3], rows[4])
  var index = 0
  while true {
    let offset = index &* 8
    let value = halved(load(a, offset), load(b, offset), load(c, offset), load(d, offset), load(e, offset))
    destination.storeBytes(of: value, toByteOffset: offset, as: csimd_words_t.self)
    index &+= csimd_lanes / 2
    if index == count { return count }
    index = min(index, count &- csimd_lanes / 2)
  }
}

/// `PixelKernels`' doubling of rows, a whole vector of pixels at a time. Returns the number of pixels processed.
@inline(never)
public func doubleRows(
  _ destination: UnsafeMutableRawPointer, _ before: UnsafeRawPointer?, _ middle: UnsafeRawPointer,
  _ behind: UnsafeRawPointer, _ count: Int
) -> Int {
  guard count >= csimd_lanes / 2 else { return 0 }
  var index = 0
  while true {
    let offset = index &* 8
    let (second, third) = (load(middle, offset), load(behind, offset))
    let value =
      before == nil ? csimd_mean16(second, third) : quarter(meanBelow16(load(before!, offset), third), second)
    destination.storeBytes(of: value, toByteOffset: offset, as: csimd_words_t.self)
    index &+= csimd_lanes / 2
    if index == count { return count }
    index = min(index, count &- csimd_lanes / 2)
  }
}
