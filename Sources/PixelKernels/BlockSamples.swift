// Samples of JPEG blocks at 1/8, 1/4 or 1/2 of their size (the inverse DCT of 1, 2 or 4 points over the block's lowest
// coefficients), and of whole blocks. The reduced samples are close to the result of a wide filter over all of the
// block's samples, as close as so few samples can be. libjpeg's own reduced samples use odd coefficients up to the
// seventh. libjpeg's samples are means of 2 × 2 or 4 × 4 samples, and further from that result. Whole blocks equal
// libjpeg's to the bit, for planes used together with planes at another scale.

/// A row of blocks in the order of a scan: groups of adjacent blocks at a fixed distance.
package struct BlockRow: Sendable {
  /// Number of blocks in a group.
  public var across: Int
  /// Bytes from the first block of a group to the first of the next.
  public var distance: Int
  /// Total number of blocks.
  public var count: Int

  public init(across: Int, distance: Int, count: Int) {
    (self.across, self.distance, self.count) = (across, distance, count)
  }
}

extension Kernels {
  /// Computes the samples of a row of blocks.
  ///
  /// With d the coefficients times their quantisers, as 16-bit products:
  ///
  ///     1: value = 128 + (d + 4) >> 3
  ///     2: value = 128 + (d₀₀ ± d₀₁ ± d₁₀ ± d₁₁ + 4) >> 3, sums in 16 bits
  ///     4: c = ⌊8192 · √2 · cos π/8⌉ = 10703, s = ⌊8192 · √2 · sin π/8⌉ = 4433
  ///        down:   e = 8192 · (d₀ ± d₂), o = c · d₁ + s · d₃ or s · d₁ − c · d₃, t = (e ± o + 2¹⁰) >> 11, held within 16 bits
  ///        across: the same of t, value = 128 + (e ± o + 2¹⁷) >> 18
  ///     8: the same with the 8192nds of `WholeBlock`
  ///
  /// clamped to 0…255.
  ///
  /// - Parameters:
  ///   - destination: `side` rows of `side` bytes for each block, each row `stride` bytes after the one above it.
  ///   - side: 1, 2, 4 or 8.
  ///   - blocks: The first block. Each has `side` · `side` values of `Int16`, row by row.
  ///   - row: The arrangement of the blocks.
  ///   - quantisers: One for each of a block's values, as `Int16` with the bits of a `UInt16`.
  public func makeBlockSamples(
    _ destination: UnsafeMutableRawPointer, stride: Int, side: Int, blocks: UnsafeRawPointer, row: BlockRow,
    quantisers: UnsafePointer<Int16>
  ) {
    let loop =
      switch side {
      case 1: vectors.makeBlockSamples1
      case 2: vectors.makeBlockSamples2
      case 4: vectors.makeBlockSamples4
      default: vectors.makeBlockSamples8
      }
    let done = loop(destination, stride, blocks, row.across, row.distance, quantisers, row.count)
    let blockBytes = 2 * side * side
    var (index, left) = (done, row.across - done % row.across)
    var block = blocks + done / row.across * row.distance + done % row.across * blockBytes
    while index < row.count {
      let values = block.assumingMemoryBound(to: Int16.self)
      let place = destination + index * side
      switch side {
      case 1: place.storeBytes(of: Self.sample(Int32((values[0] &* quantisers[0] &+ 4) &>> 3)), as: UInt8.self)
      case 2: Self.makeTwoByTwo(place, stride, values, quantisers)
      case 4: Self.makeFourByFour(place, stride, values, quantisers)
      default: Self.makeWhole(place, stride, values, quantisers)
      }
      (index, left, block) = (index + 1, left - 1, block + blockBytes)
      if left == 0 { (left, block) = (row.across, block + (row.distance - row.across * blockBytes)) }
    }
  }

  @inline(__always)
  private static func sample(_ value: Int32) -> UInt8 { UInt8(truncatingIfNeeded: max(0, min(255, value &+ 128))) }

  private static func makeTwoByTwo(
    _ destination: UnsafeMutableRawPointer, _ stride: Int, _ block: UnsafePointer<Int16>,
    _ quantisers: UnsafePointer<Int16>
  ) {
    let (mean, across) = (block[0] &* quantisers[0] &+ 4, block[1] &* quantisers[1])
    let (down, both) = (block[2] &* quantisers[2], block[3] &* quantisers[3])
    let (upper, upperSlope) = (mean &+ down, across &+ both)
    let (lower, lowerSlope) = (mean &- down, across &- both)
    for (y, value, slope) in [(0, upper, upperSlope), (1, lower, lowerSlope)] {
      let row = destination + y * stride
      row.storeBytes(of: sample(Int32((value &+ slope) &>> 3)), as: UInt8.self)
      (row + 1).storeBytes(of: sample(Int32((value &- slope) &>> 3)), as: UInt8.self)
    }
  }

  private static func makeFourByFour(
    _ destination: UnsafeMutableRawPointer, _ stride: Int, _ block: UnsafePointer<Int16>,
    _ quantisers: UnsafePointer<Int16>
  ) {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 16) { values in
      for index in 0..<16 { values[index] = Int32(block[index] &* quantisers[index]) }
      for x in 0..<4 {
        let column = transformed(values[x], values[4 + x], values[8 + x], values[12 + x])
        for y in 0..<4 { values[4 * y + x] = max(-32768, min(32767, (column[y] &+ 1 << 10) >> 11)) }
      }
      for y in 0..<4 {
        let row = transformed(values[4 * y], values[4 * y + 1], values[4 * y + 2], values[4 * y + 3])
        for x in 0..<4 {
          (destination + y * stride + x).storeBytes(of: sample((row[x] &+ 1 << 17) >> 18), as: UInt8.self)
        }
      }
    }
  }

  private static func makeWhole(
    _ destination: UnsafeMutableRawPointer, _ stride: Int, _ block: UnsafePointer<Int16>,
    _ quantisers: UnsafePointer<Int16>
  ) {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 64) { values in
      for index in 0..<64 { values[index] = Int32(block[index] &* quantisers[index]) }
      for x in 0..<8 {
        let column = WholeBlock.transformed { values[8 * $0 + x] }
        for y in 0..<8 { values[8 * y + x] = max(-32768, min(32767, (column[y] &+ 1 << 10) >> 11)) }
      }
      for y in 0..<8 {
        let row = WholeBlock.transformed { values[8 * y + $0] }
        for x in 0..<8 {
          (destination + y * stride + x).storeBytes(of: sample((row[x] &+ 1 << 17) >> 18), as: UInt8.self)
        }
      }
    }
  }

  /// Returns the inverse DCT of four 16-bit values, scaled by 8192 · 2 · √2.
  private static func transformed(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) -> SIMD4<Int32> {
    let (outer, inner) = (8192 &* (a &+ c), 8192 &* (a &- c))
    let (steep, flat) = (10703 &* b &+ 4433 &* d, 4433 &* b &- 10703 &* d)
    return SIMD4(outer &+ steep, inner &+ flat, inner &- flat, outer &- steep)
  }
}

/// The inverse DCT of eight 16-bit values.
///
/// Its factors are √2 · cos kπ/16 in units of 1/8192. Some of the factors for odd values differ by one, because they
/// are sums of the numbers that libjpeg multiplies by, each of which is rounded (C. Loeffler, A. Ligtenberg, G.
/// Moschytz, ICASSP 1989).
private enum WholeBlock {
  /// Factors of values 2 and 6 in the first two results, and of values 1, 3, 5 and 7 in the first four.
  private static let even = [[10703, 4433], [4433, -10704]] as [[Int32]]
  private static let odd =
    [
      [11363, 9633, 6437, 2260], [9633, -2259, -11362, -6436], [6437, -11362, 2261, 9633], [2260, -6436, 9633, -11363],
    ] as [[Int32]]

  /// Returns the transformed values, scaled by 8192 · √8.
  static func transformed(_ value: (Int) -> Int32) -> SIMD8<Int32> {
    let (outer, inner) = (8192 &* (value(0) &+ value(4)), 8192 &* (value(0) &- value(4)))
    let steep = even[0][0] &* value(2) &+ even[0][1] &* value(6)
    let flat = even[1][0] &* value(2) &+ even[1][1] &* value(6)
    let evens = [outer &+ steep, inner &+ flat, inner &- flat, outer &- steep]
    var result = SIMD8<Int32>()
    for y in 0..<4 {
      let sum = (0..<4).reduce(Int32(0)) { $0 &+ odd[y][$1] &* value(2 * $1 + 1) }
      (result[y], result[7 - y]) = (evens[y] &+ sum, evens[y] &- sum)
    }
    return result
  }
}
