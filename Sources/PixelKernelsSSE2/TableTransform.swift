import CSimd

/// `PixelKernels`' conversion to sRGB by a profile's grid, the three values of a pixel at once; returns how many pixels it did.
///
/// - Parameters:
///   - tables: Places, nodes, roots, light, levels and the matrix, as they are described there.
///   - flip: The bits of four values that are turned over.
///   - hasInks: Whether a pixel has four values; otherwise three and alpha.
@inline(never)
public func convertToSRGBByTable(
  _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ tables: UnsafePointer<UnsafeRawPointer>,
  _ flip: UInt32, _ hasInks: Bool, _ count: Int
) -> Int {
  let (places, nodes, roots) = (tables[0], tables[1], tables[2])
  let (light, encoded, matrix) = (tables[3], tables[4], tables[5].assumingMemoryBound(to: Int64.self))
  for index in 0..<count {
    let pixel = source.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)
    let values = hasInks ? pixel ^ flip : pixel &<< 8
    let lab = lab(of: values, places, nodes)
    let (first, last) = (_mm_cvtsi128_si64(lab), _mm_cvtsi128_si32(_mm_unpackhi_epi64(lab, lab)))
    let y = root(Int(first & 0xFFFF), roots)
    let x = y &+ root(16384 &+ Int(first &>> 32), roots)
    let z = y &+ root(32768 &+ Int(last), roots)
    let lights = (linear(x, light), linear(y, light), linear(z, light))
    let colour =
      level(lights, matrix, encoded) | level(lights, matrix + 4, encoded) &<< 8
      | level(lights, matrix + 8, encoded) &<< 16
    destination.storeBytes(
      of: colour | (hasInks ? 0xFF00_0000 : pixel & 0xFF00_0000), toByteOffset: index &* 4, as: UInt32.self)
  }
  return count
}

/// L*, a* and b* of four values, each in the 14 highest of its 16 bits.
@inline(__always)
private func lab(of values: UInt32, _ places: UnsafeRawPointer, _ nodes: UnsafeRawPointer) -> __m128i {
  let (first, one) = (place(values, 0, places), place(values, 1, places))
  let (two, three) = (place(values, 2, places), place(values, 3, places))
  // The three ways in the order of how far they go: no branch could be foreseen.
  let (high, low) = (larger(one.way, two.way), smaller(one.way, two.way))
  let (middle, c) = (larger(low, three.way), smaller(low, three.way))
  let (a, b) = (larger(high, middle), smaller(high, middle))
  let start = first.offset &+ one.offset &+ two.offset &+ three.offset
  let (parts, half) = ((part(a), part(b), part(c)), _mm_set1_epi32(8192))
  let weights = (
    _mm_set1_epi32((16384 &- parts.0) | (parts.0 &- parts.1) &<< 16),
    _mm_set1_epi32((parts.1 &- parts.2) | parts.2 &<< 16)
  )
  let offsets = (start, start &+ step(a), start &+ step(a) &+ step(b), start &+ step(a) &+ step(b) &+ step(c))
  @inline(__always)
  func interpolated(_ nodes: UnsafeRawPointer) -> __m128i {
    let before = _mm_unpacklo_epi16(node(offsets.0, nodes), node(offsets.1, nodes))
    let behind = _mm_unpacklo_epi16(node(offsets.2, nodes), node(offsets.3, nodes))
    let sum = _mm_add_epi32(_mm_madd_epi16(before, weights.0), _mm_madd_epi16(behind, weights.1))
    return _mm_srai_epi32(_mm_add_epi32(sum, half), 14)
  }
  var lab = interpolated(nodes)
  let further = part(first.way)
  if further != 0 {
    let there = interpolated(nodes + 2 &* step(first.way))
    let pairs = _mm_unpacklo_epi16(_mm_packs_epi32(lab, lab), _mm_packs_epi32(there, there))
    let sum = _mm_madd_epi16(pairs, _mm_set1_epi32((16384 &- further) | further &<< 16))
    lab = _mm_srai_epi32(_mm_add_epi32(sum, half), 14)
  }
  return _mm_srai_epi32(_mm_add_epi32(lab, _mm_set1_epi32(32768)), 2)
}

@inline(__always)
private func place(_ values: UInt32, _ channel: UInt32, _ places: UnsafeRawPointer) -> (offset: Int, way: UInt64) {
  let entry = places + (Int(channel) &* 256 &+ Int((values &>> (8 &* channel)) & 0xFF)) &* 16
  return (Int(entry.loadUnaligned(as: UInt32.self)), entry.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
}

@inline(__always)
private func larger(_ a: UInt64, _ b: UInt64) -> UInt64 { a > b ? a : b }

@inline(__always)
private func smaller(_ a: UInt64, _ b: UInt64) -> UInt64 { a > b ? b : a }

@inline(__always)
private func part(_ way: UInt64) -> Int32 { Int32(truncatingIfNeeded: way &>> 32) }

@inline(__always)
private func step(_ way: UInt64) -> Int { Int(truncatingIfNeeded: way & 0xFFFF_FFFF) }

@inline(__always)
private func node(_ offset: Int, _ nodes: UnsafeRawPointer) -> __m128i {
  _mm_cvtsi64_si128(nodes.loadUnaligned(fromByteOffset: 2 &* offset, as: Int64.self))
}

@inline(__always)
private func root(_ index: Int, _ roots: UnsafeRawPointer) -> Int32 {
  roots.loadUnaligned(fromByteOffset: 4 &* index, as: Int32.self)
}

@inline(__always)
private func linear(_ root: Int32, _ light: UnsafeRawPointer) -> Int64 {
  let index = Int((root &+ 2) &>> 2 &+ 12288)
  let clamped = index < 0 ? 0 : index > 40959 ? 40959 : index
  return Int64(light.loadUnaligned(fromByteOffset: 4 &* clamped, as: Int32.self))
}

@inline(__always)
private func level(
  _ lights: (Int64, Int64, Int64), _ row: UnsafePointer<Int64>, _ encoded: UnsafeRawPointer
) -> UInt32 {
  let sum = lights.0 &* row[0] &+ lights.1 &* row[1] &+ lights.2 &* row[2] &+ row[3]
  let light = sum &>> 30
  return UInt32(
    encoded.loadUnaligned(fromByteOffset: Int(light < 0 ? 0 : light > 16384 ? 16384 : light), as: UInt8.self))
}
