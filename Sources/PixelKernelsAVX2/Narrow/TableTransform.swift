import CSimd

private typealias Words = csimd_words_t
private typealias Floats = csimd_floats_t

/// `PixelKernels`' conversion to sRGB by a profile's grid, a whole vector of pixels at a time. Returns the number of
/// pixels processed.
///
/// Up to 64 pixels are converted to L*a*b*, then to light, and then to levels of one channel after the other. The steps
/// of a pixel depend on each other. With few steps per loop, the CPU can start with the next pixels meanwhile, and
/// shared values stay in registers.
///
/// - Parameters:
///   - tables: Places, nodes, lines, constants and layout, as described in `PixelKernels`.
///   - scratch: 1536 bytes of scratch memory, aligned to 32: the values of 64 pixels, their L*, a* and b* or light, and
///     the nodes of a group, which are read one by one.
///   - flip: The bits of four values to invert.
///   - isCMYK: Whether a pixel has four values; otherwise it has three and alpha.
@inline(never)
public func convertToSRGBByTable(
  _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ tables: UnsafePointer<UnsafeRawPointer>,
  _ scratch: UnsafeMutableRawPointer, _ flip: UInt32, _ isCMYK: Bool, _ count: Int
) -> Int {
  let whole = count & ~(csimd_lanes &- 1)
  let labs = scratch + 256
  let turned = csimd_words(Int32(bitPattern: flip))
  let opaque = csimd_words(isCMYK ? -0x0100_0000 : 0)
  var index = 0
  while index < whole {
    let part = min(64, whole &- index)
    for pixel in stride(from: 0, to: part, by: csimd_lanes) {
      let pixels = source.loadUnaligned(fromByteOffset: (index &+ pixel) &* 4, as: Words.self)
      scratch.storeBytes(of: csimd_xor(pixels, turned), toByteOffset: pixel &* 4, as: Words.self)
    }
    // Constant arguments give each case its own copy of the loop, without a branch.
    if isCMYK {
      makeLab(labs, of: scratch, tables, true, part)
    } else {
      makeLab(labs, of: scratch, tables, false, part)
    }
    makeLight(labs, tables, part)
    let result = destination + index &* 4
    for pixel in stride(from: 0, to: part, by: csimd_lanes) {
      let values = scratch.load(fromByteOffset: pixel &* 4, as: Words.self)
      let alpha = csimd_or(csimd_and(values, csimd_words(-0x0100_0000)), opaque)
      result.storeBytes(of: alpha, toByteOffset: pixel &* 4, as: Words.self)
    }
    for channel in 0..<3 { addLevels(of: channel, to: result, labs, tables, part) }
    index &+= part
  }
  return whole
}

// MARK: Places and nodes

/// Computes L*, a* and b* of pixels, each starting at −32768: three vectors for each group.
@inline(__always)
private func makeLab(
  _ labs: UnsafeMutableRawPointer, of scratch: UnsafeMutableRawPointer, _ tables: UnsafePointer<UnsafeRawPointer>,
  _ isCMYK: Bool, _ count: Int
) {
  let firstStep = tables[4].load(as: Int32.self)
  let corners = scratch + 1024
  for pixel in stride(from: 0, to: count, by: csimd_lanes) {
    let lab = lab(of: scratch + pixel &* 4, tables[0], tables[1], firstStep, corners, isCMYK)
    let result = labs + pixel &* 12
    result.storeBytes(of: lab.l, as: Words.self)
    result.storeBytes(of: lab.a, toByteOffset: csimd_width, as: Words.self)
    result.storeBytes(of: lab.b, toByteOffset: 2 &* csimd_width, as: Words.self)
  }
}

@inline(__always)
private func lab(
  of pixels: UnsafeRawPointer, _ places: UnsafeRawPointer, _ nodes: UnsafeRawPointer, _ firstStep: Int32,
  _ corners: UnsafeMutableRawPointer, _ isCMYK: Bool
) -> (l: Words, a: Words, b: Words) {
  let values = pixels + (isCMYK ? 1 : 0)
  let one = entries(of: values, places + 2048)
  let two = entries(of: values + 1, places + 4096)
  let three = entries(of: values + 2, places + 6144)
  var starts = (
    csimd_add32(csimd_add32(one.0, two.0), three.0),
    csimd_add32(csimd_add32(one.1, two.1), three.1)
  )
  var further = csimd_words(0)
  if isCMYK {
    let first = entries(of: pixels, places)
    starts = (csimd_add32(starts.0, first.0), csimd_add32(starts.1, first.1))
    further = csimd_right32(ways(first), 16)
  }
  // Sorts the three by distance.
  let (high, low) = sorted(ways(one), ways(two))
  let (middle, c) = sorted(low, ways(three))
  let (a, b) = sorted(high, middle)
  let parts = (csimd_right32(a, 16), csimd_right32(b, 16), csimd_right32(c, 16))
  let one14 = csimd_words(16384)
  let weights = (
    csimd_paired(csimd_subtract32(one14, parts.0), csimd_subtract32(parts.0, parts.1)),
    csimd_paired(csimd_subtract32(parts.1, parts.2), parts.2)
  )
  let steps = csimd_words(0xFFFF)
  let start = csimd_even_words(starts.0, starts.1)
  let second = csimd_add32(start, csimd_and(a, steps))
  let third = csimd_add32(second, csimd_and(b, steps))
  let fourth = csimd_add32(third, csimd_and(c, steps))
  store(start, second, third, fourth, corners)
  var colours = (
    interpolated(0, corners, nodes, weights), interpolated(1, corners, nodes, weights),
    interpolated(2, corners, nodes, weights), interpolated(3, corners, nodes, weights)
  )
  if isCMYK && csimd_is_zero(further) == 0 {
    // If the first value is exactly at a node, there may be no next node.
    let isThere = csimd_greater32(further, csimd_words(0))
    let step = csimd_and(isThere, csimd_words(firstStep))
    store(
      csimd_add32(start, step), csimd_add32(second, step), csimd_add32(third, step),
      csimd_add32(fourth, step), corners + 4 &* csimd_width)
    let mix = csimd_paired(csimd_subtract32(one14, further), further)
    colours = (
      mixed(colours.0, interpolated(0, corners + 4 &* csimd_width, nodes, weights), csimd_copied(mix, 0)),
      mixed(colours.1, interpolated(1, corners + 4 &* csimd_width, nodes, weights), csimd_copied(mix, 1)),
      mixed(colours.2, interpolated(2, corners + 4 &* csimd_width, nodes, weights), csimd_copied(mix, 2)),
      mixed(colours.3, interpolated(3, corners + 4 &* csimd_width, nodes, weights), csimd_copied(mix, 3))
    )
  }
  let (low01, low23) = (csimd_low32(colours.0, colours.1), csimd_low32(colours.2, colours.3))
  let (high01, high23) = (csimd_high32(colours.0, colours.1), csimd_high32(colours.2, colours.3))
  return (
    csimd_low64(low01, low23), csimd_high64(low01, low23), csimd_low64(high01, high23)
  )
}

/// Returns the places of every fourth value: of the first two pixels of each 128 bits, then of the others.
@inline(__always)
private func entries(of values: UnsafeRawPointer, _ places: UnsafeRawPointer) -> (Words, Words) {
  (csimd_entries64(values, 0, places), csimd_entries64(values, 2, places))
}

@inline(__always)
private func ways(_ entries: (Words, Words)) -> Words { csimd_odd_words(entries.0, entries.1) }

@inline(__always)
private func sorted(_ a: Words, _ b: Words) -> (high: Words, low: Words) {
  (csimd_greatest32(a, b), csimd_least32(a, b))
}

@inline(__always)
private func store(
  _ first: Words, _ second: Words, _ third: Words, _ fourth: Words, _ corners: UnsafeMutableRawPointer
) {
  corners.storeBytes(of: first, as: Words.self)
  corners.storeBytes(of: second, toByteOffset: csimd_width, as: Words.self)
  corners.storeBytes(of: third, toByteOffset: 2 &* csimd_width, as: Words.self)
  corners.storeBytes(of: fourth, toByteOffset: 3 &* csimd_width, as: Words.self)
}

/// Interpolates the colours of a pixel and of the fourth after it, each between four nodes.
@inline(__always)
private func interpolated(
  _ pixel: Int32, _ corners: UnsafeMutableRawPointer, _ nodes: UnsafeRawPointer, _ weights: (Words, Words)
) -> Words {
  let before = csimd_low16(csimd_pixels64(corners, pixel, nodes), csimd_pixels64(corners + csimd_width, pixel, nodes))
  let behind = csimd_low16(
    csimd_pixels64(corners + 2 &* csimd_width, pixel, nodes), csimd_pixels64(corners + 3 &* csimd_width, pixel, nodes))
  let sum = csimd_add32(
    csimd_sums_of_products16(before, csimd_copied(weights.0, pixel)),
    csimd_sums_of_products16(behind, csimd_copied(weights.1, pixel)))
  return csimd_signed_right32(csimd_add32(sum, csimd_words(8192)), 14)
}

/// Interpolates between one slice of the grid and the next.
@inline(__always)
private func mixed(_ here: Words, _ there: Words, _ weights: Words) -> Words {
  let sum = csimd_sums_of_products16(csimd_paired(here, there), weights)
  return csimd_signed_right32(csimd_add32(sum, csimd_words(8192)), 14)
}

// MARK: Light

/// Converts L*, a* and b* to the light of X, Y and Z, in place.
@inline(__always)
private func makeLight(_ labs: UnsafeMutableRawPointer, _ tables: UnsafePointer<UnsafeRawPointer>, _ count: Int) {
  let (lines, shift) = (tables[2], tables[4].load(fromByteOffset: 4, as: Int32.self))
  for pixel in stride(from: 0, to: count, by: csimd_lanes) {
    let lab = labs + pixel &* 12
    let (l, a) = (lab.load(as: Words.self), lab.load(fromByteOffset: csimd_width, as: Words.self))
    let roots = roots(of: (l, a, lab.load(fromByteOffset: 2 &* csimd_width, as: Words.self)), lines, shift)
    lab.storeBytes(of: light(of: roots.x), as: Floats.self)
    lab.storeBytes(of: light(of: roots.y), toByteOffset: csimd_width, as: Floats.self)
    lab.storeBytes(of: light(of: roots.z), toByteOffset: 2 &* csimd_width, as: Floats.self)
  }
}

/// Adds a channel's levels to pixels in which the channel is 0.
@inline(__always)
private func addLevels(
  of channel: Int, to pixels: UnsafeMutableRawPointer, _ lights: UnsafeMutableRawPointer,
  _ tables: UnsafePointer<UnsafeRawPointer>, _ count: Int
) {
  let constants = tables[3].assumingMemoryBound(to: Float.self)
  let (row, p) = (constants + 4 &* channel, constants + 12)
  let shift = Int32(8 &* channel)
  for pixel in stride(from: 0, to: count, by: csimd_lanes) {
    let xyz = lights + pixel &* 12
    let (x, y) = (xyz.load(as: Floats.self), xyz.load(fromByteOffset: csimd_width, as: Floats.self))
    let level = level((x, y, xyz.load(fromByteOffset: 2 &* csimd_width, as: Floats.self)), row, p)
    let others = pixels.loadUnaligned(fromByteOffset: pixel &* 4, as: Words.self)
    pixels.storeBytes(
      of: csimd_or(others, csimd_shifted_left32(level, shift)), toByteOffset: pixel &* 4, as: Words.self)
  }
}

/// Returns the roots of the light of X, Y and Z.
@inline(__always)
private func roots(
  of lab: (l: Words, a: Words, b: Words), _ lines: UnsafeRawPointer, _ shift: Int32
) -> (x: Floats, y: Floats, z: Floats) {
  let next = 8 &* (65536 &>> Int(shift))
  let y = onLine(lab.l, lines, shift)
  return (
    csimd_add(y, onLine(lab.a, lines + next, shift)), y,
    csimd_add(y, onLine(lab.b, lines + 2 &* next, shift))
  )
}

@inline(__always)
private func onLine(_ values: Words, _ lines: UnsafeRawPointer, _ shift: Int32) -> Floats {
  let values = csimd_add32(values, csimd_words(32768))
  if shift == 16 {
    let base = csimd_floats(lines.load(as: Float.self))
    let slope = csimd_floats(lines.load(fromByteOffset: 4, as: Float.self))
    return csimd_add(base, csimd_multiply(slope, csimd_to_floats(values)))
  }
  let line = csimd_shifted_right32(values, shift)
  let rest = csimd_and(values, csimd_words(1 &<< shift &- 1))
  let base = csimd_words_of_pairs(lines, line, 0)
  let slope = csimd_words_of_pairs(lines, line, 1)
  return csimd_add(base, csimd_multiply(slope, csimd_to_floats(rest)))
}

@inline(__always)
private func light(of root: Floats) -> Floats {
  let cube = csimd_multiply(csimd_multiply(root, root), root)
  let line = csimd_multiply(csimd_subtract(root, csimd_floats(16 / 116)), csimd_floats(108 / 841))
  return csimd_where_greater(root, csimd_floats(24 / 116), cube, line)
}

/// Returns sRGB's levels of the light computed from a row of the matrix.
@inline(__always)
private func level(
  _ lights: (Floats, Floats, Floats), _ row: UnsafePointer<Float>, _ p: UnsafePointer<Float>
) -> Words {
  let red = csimd_multiply(csimd_floats(row[0]), lights.0)
  let green = csimd_multiply(csimd_floats(row[1]), lights.1)
  let blue = csimd_multiply(csimd_floats(row[2]), lights.2)
  let sum = csimd_add(csimd_add(csimd_add(red, green), blue), csimd_floats(row[3]))
  let light = csimd_least(csimd_greatest(sum, csimd_floats(0)), csimd_floats(1))
  let straight = csimd_add(csimd_multiply(light, csimd_floats(255 * 12.92)), csimd_floats(0.5))
  let root = csimd_square_root(light)
  let square = csimd_multiply(root, root)
  let (low, middle) = (line(p, root), csimd_multiply(line(p + 2, root), square))
  let (high, highest) = (line(p + 4, root), csimd_multiply(line(p + 6, root), square))
  let fourth = csimd_multiply(square, square)
  let curve = csimd_add(
    csimd_add(low, middle), csimd_multiply(csimd_add(high, highest), fourth))
  return csimd_to_words(csimd_where_greater(light, csimd_floats(0.003_130_8), curve, straight))
}

@inline(__always)
private func line(_ p: UnsafePointer<Float>, _ x: Floats) -> Floats {
  csimd_add(csimd_floats(p[0]), csimd_multiply(csimd_floats(p[1]), x))
}
