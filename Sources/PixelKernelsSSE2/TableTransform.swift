import CSimd

/// `PixelKernels`' conversion to sRGB by a profile's grid, on whole groups of four pixels; returns how many pixels it did.
///
/// Up to 64 pixels become L*a*b*, then light, and then levels of one channel after the other: so that the steps of a pixel, which
/// wait for each other, are few enough for the CPU to begin with the next pixels meanwhile, and that what they share stays in registers.
///
/// - Parameters:
///   - tables: Places, nodes, lines, constants and layout, as they are described there.
///   - scratch: 1536 bytes to work with, from a multiple of 32: the values of 64 pixels, L*, a* and b* or light of these, and the nodes
///     of a group, which are read from there one by one.
///   - flip: The bits of four values that are turned over.
///   - hasInks: Whether a pixel has four values; otherwise three and alpha.
@inline(never)
public func convertToSRGBByTable(
  _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ tables: UnsafePointer<UnsafeRawPointer>,
  _ scratch: UnsafeMutableRawPointer, _ flip: UInt32, _ hasInks: Bool, _ count: Int
) -> Int {
  let whole = count & ~3
  let labs = scratch + 256
  let turned = _mm_set1_epi32(Int32(bitPattern: flip))
  let opaque = _mm_set1_epi32(hasInks ? -0x0100_0000 : 0)
  var index = 0
  while index < whole {
    let part = min(64, whole &- index)
    for pixel in stride(from: 0, to: part, by: 4) {
      let pixels = source.loadUnaligned(fromByteOffset: (index &+ pixel) &* 4, as: __m128i.self)
      scratch.storeBytes(of: _mm_xor_si128(pixels, turned), toByteOffset: pixel &* 4, as: __m128i.self)
    }
    // Each with a copy of the loop without a choice in it.
    if hasInks {
      makeLab(labs, of: scratch, tables, true, part)
    } else {
      makeLab(labs, of: scratch, tables, false, part)
    }
    makeLight(labs, tables, part)
    let result = destination + index &* 4
    for pixel in stride(from: 0, to: part, by: 4) {
      let values = scratch.load(fromByteOffset: pixel &* 4, as: __m128i.self)
      let alpha = _mm_or_si128(_mm_and_si128(values, _mm_set1_epi32(-0x0100_0000)), opaque)
      result.storeBytes(of: alpha, toByteOffset: pixel &* 4, as: __m128i.self)
    }
    for channel in 0..<3 { addLevels(of: channel, to: result, labs, tables, part) }
    index &+= part
  }
  return whole
}

// MARK: Places and nodes

/// L*, a* and b* of pixels, each from −32768: three vectors for each group of them.
@inline(__always)
private func makeLab(
  _ labs: UnsafeMutableRawPointer, of scratch: UnsafeMutableRawPointer, _ tables: UnsafePointer<UnsafeRawPointer>,
  _ hasInks: Bool, _ count: Int
) {
  let firstStep = tables[4].load(as: Int32.self)
  let corners = scratch + 1024
  for pixel in stride(from: 0, to: count, by: 4) {
    let lab = lab(of: scratch + pixel &* 4, tables[0], tables[1], firstStep, corners, hasInks)
    let result = labs + pixel &* 12
    result.storeBytes(of: lab.l, as: __m128i.self)
    result.storeBytes(of: lab.a, toByteOffset: 16, as: __m128i.self)
    result.storeBytes(of: lab.b, toByteOffset: 32, as: __m128i.self)
  }
}

@inline(__always)
private func lab(
  of pixels: UnsafeRawPointer, _ places: UnsafeRawPointer, _ nodes: UnsafeRawPointer, _ firstStep: Int32,
  _ corners: UnsafeMutableRawPointer, _ hasInks: Bool
) -> (l: __m128i, a: __m128i, b: __m128i) {
  let values = pixels + (hasInks ? 1 : 0)
  let one = entries(of: values, places + 2048)
  let two = entries(of: values + 1, places + 4096)
  let three = entries(of: values + 2, places + 6144)
  var starts = (
    _mm_add_epi32(_mm_add_epi32(one.0, two.0), three.0),
    _mm_add_epi32(_mm_add_epi32(one.1, two.1), three.1)
  )
  var further = _mm_setzero_si128()
  if hasInks {
    let first = entries(of: pixels, places)
    starts = (_mm_add_epi32(starts.0, first.0), _mm_add_epi32(starts.1, first.1))
    further = _mm_srli_epi32(ways(first), 16)
  }
  // The three ways in the order of how far they go.
  let (high, low) = sorted(ways(one), ways(two))
  let (middle, c) = sorted(low, ways(three))
  let (a, b) = sorted(high, middle)
  let parts = (_mm_srli_epi32(a, 16), _mm_srli_epi32(b, 16), _mm_srli_epi32(c, 16))
  let one14 = _mm_set1_epi32(16384)
  let weights = (
    paired(_mm_sub_epi32(one14, parts.0), _mm_sub_epi32(parts.0, parts.1)),
    paired(_mm_sub_epi32(parts.1, parts.2), parts.2)
  )
  let steps = _mm_set1_epi32(0xFFFF)
  let start = csimd_even_words_128(starts.0, starts.1)
  let second = _mm_add_epi32(start, _mm_and_si128(a, steps))
  let third = _mm_add_epi32(second, _mm_and_si128(b, steps))
  let fourth = _mm_add_epi32(third, _mm_and_si128(c, steps))
  store(start, second, third, fourth, corners)
  var colours = (
    interpolated(0, corners, nodes, weights), interpolated(1, corners, nodes, weights),
    interpolated(2, corners, nodes, weights), interpolated(3, corners, nodes, weights)
  )
  if hasInks && _mm_movemask_epi8(_mm_cmpgt_epi32(further, _mm_setzero_si128())) != 0 {
    // Where the first value is at a node, there may be no next.
    let isThere = _mm_cmpgt_epi32(further, _mm_setzero_si128())
    let step = _mm_and_si128(isThere, _mm_set1_epi32(firstStep))
    store(
      _mm_add_epi32(start, step), _mm_add_epi32(second, step), _mm_add_epi32(third, step),
      _mm_add_epi32(fourth, step), corners + 64)
    let mix = paired(_mm_sub_epi32(one14, further), further)
    colours = (
      mixed(colours.0, interpolated(0, corners + 64, nodes, weights), copied(mix, 0)),
      mixed(colours.1, interpolated(1, corners + 64, nodes, weights), copied(mix, 1)),
      mixed(colours.2, interpolated(2, corners + 64, nodes, weights), copied(mix, 2)),
      mixed(colours.3, interpolated(3, corners + 64, nodes, weights), copied(mix, 3))
    )
  }
  let (low01, low23) = (_mm_unpacklo_epi32(colours.0, colours.1), _mm_unpacklo_epi32(colours.2, colours.3))
  let (high01, high23) = (_mm_unpackhi_epi32(colours.0, colours.1), _mm_unpackhi_epi32(colours.2, colours.3))
  return (
    _mm_unpacklo_epi64(low01, low23), _mm_unpackhi_epi64(low01, low23), _mm_unpacklo_epi64(high01, high23)
  )
}

/// The places of every fourth of 16 values: those of pixels 0 and 1 and of 2 and 3.
@inline(__always)
private func entries(of values: UnsafeRawPointer, _ places: UnsafeRawPointer) -> (__m128i, __m128i) {
  (
    _mm_set_epi64x(entry(values, 1, places), entry(values, 0, places)),
    _mm_set_epi64x(entry(values, 3, places), entry(values, 2, places))
  )
}

@inline(__always)
private func entry(_ values: UnsafeRawPointer, _ pixel: Int, _ places: UnsafeRawPointer) -> Int64 {
  let value = values.load(fromByteOffset: pixel &* 4, as: UInt8.self)
  return places.loadUnaligned(fromByteOffset: Int(value) &* 8, as: Int64.self)
}

@inline(__always)
private func ways(_ entries: (__m128i, __m128i)) -> __m128i { csimd_odd_words_128(entries.0, entries.1) }

@inline(__always)
private func sorted(_ a: __m128i, _ b: __m128i) -> (high: __m128i, low: __m128i) {
  let high = chosen(_mm_cmpgt_epi32(a, b), a, b)
  return (high, _mm_xor_si128(_mm_xor_si128(a, b), high))
}

@inline(__always)
private func store(
  _ first: __m128i, _ second: __m128i, _ third: __m128i, _ fourth: __m128i, _ corners: UnsafeMutableRawPointer
) {
  corners.storeBytes(of: first, as: __m128i.self)
  corners.storeBytes(of: second, toByteOffset: 16, as: __m128i.self)
  corners.storeBytes(of: third, toByteOffset: 32, as: __m128i.self)
  corners.storeBytes(of: fourth, toByteOffset: 48, as: __m128i.self)
}

/// The colour of a pixel between four nodes.
@inline(__always)
private func interpolated(
  _ pixel: Int, _ corners: UnsafeMutableRawPointer, _ nodes: UnsafeRawPointer, _ weights: (__m128i, __m128i)
) -> __m128i {
  let before = _mm_unpacklo_epi16(node(pixel, corners, nodes), node(pixel, corners + 16, nodes))
  let behind = _mm_unpacklo_epi16(node(pixel, corners + 32, nodes), node(pixel, corners + 48, nodes))
  let sum = _mm_add_epi32(
    _mm_madd_epi16(before, copied(weights.0, pixel)), _mm_madd_epi16(behind, copied(weights.1, pixel)))
  return _mm_srai_epi32(_mm_add_epi32(sum, _mm_set1_epi32(8192)), 14)
}

@inline(__always)
private func node(_ pixel: Int, _ corners: UnsafeMutableRawPointer, _ nodes: UnsafeRawPointer) -> __m128i {
  let offset = Int(corners.load(fromByteOffset: pixel &* 4, as: UInt32.self)) &* 8
  return _mm_cvtsi64_si128(nodes.loadUnaligned(fromByteOffset: offset, as: Int64.self))
}

/// Four copies of one word.
@inline(__always)
private func copied(_ words: __m128i, _ word: Int) -> __m128i {
  let pairs = word < 2 ? _mm_unpacklo_epi32(words, words) : _mm_unpackhi_epi32(words, words)
  return word & 1 == 0 ? _mm_unpacklo_epi64(pairs, pairs) : _mm_unpackhi_epi64(pairs, pairs)
}

/// The low 16 bits of each 32-bit word of `low`, and those of `high` above them.
@inline(__always)
private func paired(_ low: __m128i, _ high: __m128i) -> __m128i {
  _mm_or_si128(_mm_and_si128(low, _mm_set1_epi32(0xFFFF)), _mm_slli_epi32(high, 16))
}

/// The bits of `a` where `mask` has any, otherwise of `b`.
@inline(__always)
private func chosen(_ mask: __m128i, _ a: __m128i, _ b: __m128i) -> __m128i {
  _mm_or_si128(_mm_and_si128(mask, a), _mm_andnot_si128(mask, b))
}

/// Between one slice of the grid and the next.
@inline(__always)
private func mixed(_ here: __m128i, _ there: __m128i, _ weights: __m128i) -> __m128i {
  let sum = _mm_madd_epi16(paired(here, there), weights)
  return _mm_srai_epi32(_mm_add_epi32(sum, _mm_set1_epi32(8192)), 14)
}

// MARK: Light

/// L*, a* and b* to the light of X, Y and Z, in their place.
@inline(__always)
private func makeLight(_ labs: UnsafeMutableRawPointer, _ tables: UnsafePointer<UnsafeRawPointer>, _ count: Int) {
  let (lines, shift) = (tables[2], tables[4].load(fromByteOffset: 4, as: Int32.self))
  for pixel in stride(from: 0, to: count, by: 4) {
    let lab = labs + pixel &* 12
    let (l, a) = (lab.load(as: __m128i.self), lab.load(fromByteOffset: 16, as: __m128i.self))
    let roots = roots(of: (l, a, lab.load(fromByteOffset: 32, as: __m128i.self)), lines, shift)
    lab.storeBytes(of: light(of: roots.x), as: __m128.self)
    lab.storeBytes(of: light(of: roots.y), toByteOffset: 16, as: __m128.self)
    lab.storeBytes(of: light(of: roots.z), toByteOffset: 32, as: __m128.self)
  }
}

/// Puts a channel's levels into pixels where it is 0.
@inline(__always)
private func addLevels(
  of channel: Int, to pixels: UnsafeMutableRawPointer, _ lights: UnsafeMutableRawPointer,
  _ tables: UnsafePointer<UnsafeRawPointer>, _ count: Int
) {
  let constants = tables[3].assumingMemoryBound(to: Float.self)
  let (row, p) = (constants + 4 &* channel, constants + 12)
  let shift = _mm_cvtsi32_si128(Int32(8 &* channel))
  for pixel in stride(from: 0, to: count, by: 4) {
    let xyz = lights + pixel &* 12
    let (x, y) = (xyz.load(as: __m128.self), xyz.load(fromByteOffset: 16, as: __m128.self))
    let level = level((x, y, xyz.load(fromByteOffset: 32, as: __m128.self)), row, p)
    let others = pixels.loadUnaligned(fromByteOffset: pixel &* 4, as: __m128i.self)
    pixels.storeBytes(
      of: _mm_or_si128(others, _mm_sll_epi32(level, shift)), toByteOffset: pixel &* 4, as: __m128i.self)
  }
}

/// The roots of the light of X, Y and Z.
@inline(__always)
private func roots(
  of lab: (l: __m128i, a: __m128i, b: __m128i), _ lines: UnsafeRawPointer, _ shift: Int32
) -> (x: __m128, y: __m128, z: __m128) {
  let next = 8 &* (65536 &>> Int(shift))
  let y = onLine(lab.l, lines, shift)
  return (
    _mm_add_ps(y, onLine(lab.a, lines + next, shift)), y,
    _mm_add_ps(y, onLine(lab.b, lines + 2 &* next, shift))
  )
}

@inline(__always)
private func onLine(_ values: __m128i, _ lines: UnsafeRawPointer, _ shift: Int32) -> __m128 {
  let values = _mm_add_epi32(values, _mm_set1_epi32(32768))
  if shift == 16 {
    let base = _mm_set1_ps(lines.load(as: Float.self))
    let slope = _mm_set1_ps(lines.load(fromByteOffset: 4, as: Float.self))
    return _mm_add_ps(base, _mm_mul_ps(slope, _mm_cvtepi32_ps(values)))
  }
  let line = _mm_srl_epi32(values, _mm_cvtsi32_si128(shift))
  let rest = _mm_and_si128(values, _mm_set1_epi32(1 &<< shift &- 1))
  let next = _mm_unpackhi_epi64(line, line)
  let (first, second) = (pair(_mm_cvtsi128_si64(line), lines), pair(_mm_cvtsi128_si64(next), lines))
  let base = _mm_castsi128_ps(csimd_even_words_128(first, second))
  let slope = _mm_castsi128_ps(csimd_odd_words_128(first, second))
  return _mm_add_ps(base, _mm_mul_ps(slope, _mm_cvtepi32_ps(rest)))
}

/// The lines of two words.
@inline(__always)
private func pair(_ words: Int64, _ lines: UnsafeRawPointer) -> __m128i {
  let (low, high) = (Int(words & 0xFFFF_FFFF), Int(words &>> 32))
  return _mm_set_epi64x(
    lines.loadUnaligned(fromByteOffset: high &* 8, as: Int64.self),
    lines.loadUnaligned(fromByteOffset: low &* 8, as: Int64.self))
}

@inline(__always)
private func chosen(_ mask: __m128, _ a: __m128, _ b: __m128) -> __m128 {
  _mm_or_ps(_mm_and_ps(mask, a), _mm_andnot_ps(mask, b))
}

@inline(__always)
private func light(of root: __m128) -> __m128 {
  let cube = _mm_mul_ps(_mm_mul_ps(root, root), root)
  let line = _mm_mul_ps(_mm_sub_ps(root, _mm_set1_ps(16 / 116)), _mm_set1_ps(108 / 841))
  return chosen(_mm_cmpgt_ps(root, _mm_set1_ps(24 / 116)), cube, line)
}

/// sRGB's levels of the light that a row of the matrix makes.
@inline(__always)
private func level(
  _ lights: (__m128, __m128, __m128), _ row: UnsafePointer<Float>, _ p: UnsafePointer<Float>
) -> __m128i {
  let red = _mm_mul_ps(_mm_set1_ps(row[0]), lights.0)
  let green = _mm_mul_ps(_mm_set1_ps(row[1]), lights.1)
  let blue = _mm_mul_ps(_mm_set1_ps(row[2]), lights.2)
  let sum = _mm_add_ps(_mm_add_ps(_mm_add_ps(red, green), blue), _mm_set1_ps(row[3]))
  let light = _mm_min_ps(_mm_max_ps(sum, _mm_setzero_ps()), _mm_set1_ps(1))
  let straight = _mm_add_ps(_mm_mul_ps(light, _mm_set1_ps(255 * 12.92)), _mm_set1_ps(0.5))
  let root = _mm_sqrt_ps(light)
  let square = _mm_mul_ps(root, root)
  let (low, middle) = (line(p, root), _mm_mul_ps(line(p + 2, root), square))
  let (high, highest) = (line(p + 4, root), _mm_mul_ps(line(p + 6, root), square))
  let fourth = _mm_mul_ps(square, square)
  let curve = _mm_add_ps(
    _mm_add_ps(low, middle), _mm_mul_ps(_mm_add_ps(high, highest), fourth))
  return _mm_cvttps_epi32(chosen(_mm_cmpgt_ps(light, _mm_set1_ps(0.003_130_8)), curve, straight))
}

@inline(__always)
private func line(_ p: UnsafePointer<Float>, _ x: __m128) -> __m128 {
  _mm_add_ps(_mm_set1_ps(p[0]), _mm_mul_ps(_mm_set1_ps(p[1]), x))
}
