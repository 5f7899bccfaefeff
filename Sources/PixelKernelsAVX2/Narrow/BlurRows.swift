import CSimd

// `PixelKernels`' steps of a blur between rows, and what steps within a row share with them. The last vector of a row may begin
// within the one before it, as no row is in its own place: then no scalar loop has to do the rest.

/// Means of two rows' words, rounded up.
@inline(__always)
func mean(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, _ offset: Int) -> csimd_words_t {
  csimd_mean16(load(first, offset), load(second, offset))
}

@inline(__always)
func load(_ row: UnsafeRawPointer, _ offset: Int) -> csimd_words_t {
  row.loadUnaligned(fromByteOffset: offset, as: csimd_words_t.self)
}

/// Means of words, rounded down: what rounding up has added is the lowest bit of where they differ.
@inline(__always)
func meanBelow16(_ first: csimd_words_t, _ second: csimd_words_t) -> csimd_words_t {
  csimd_subtract16(
    csimd_mean16(first, second), csimd_and(csimd_xor(first, second), csimd_words16(1)))
}

/// `(a + 3b + 2) >> 2`, as ⌈⌊a, b⌋, b⌉.
@inline(__always)
func quarter(_ a: csimd_words_t, _ b: csimd_words_t) -> csimd_words_t { csimd_mean16(meanBelow16(a, b), b) }

/// Five values weighed 1 4 6 4 1.
@inline(__always)
func halved(_ a: csimd_words_t, _ b: csimd_words_t, _ c: csimd_words_t, _ d: csimd_words_t, _ e: csimd_words_t)
  -> csimd_words_t
{
  csimd_mean16(quarter(csimd_mean16(a, e), c), meanBelow16(b, d))
}

/// `PixelKernels`' halving of rows, as many pixels at a time as a vector has; returns how many pixels it did.
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

/// `PixelKernels`' doubling of rows, as many pixels at a time as a vector has; returns how many pixels it did.
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
