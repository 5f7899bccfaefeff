import Foundation
import PixelKernels
import TestSupport
import Testing

@Suite struct BlockSamplesTests {
  /// The formulas applied block by block.
  private func samples(_ block: [Int16], _ quantisers: [Int16], side: Int) -> [[UInt8]] {
    let d = zip(block, quantisers).map { Int($0 &* $1) }
    func byte(_ value: Int) -> UInt8 { UInt8(max(0, min(255, value + 128))) }
    switch side {
    case 1: return [[byte(Int(Int16(truncatingIfNeeded: d[0] + 4)) >> 3)]]
    case 2:
      return [1, -1].map { down in
        [1, -1].map { across in
          byte(Int(Int16(truncatingIfNeeded: d[0] + across * d[1] + down * d[2] + across * down * d[3] + 4)) >> 3)
        }
      }
    default:
      let factors = side == 4 ? Self.factorsOfFour : Self.factorsOfEight
      let columns = (0..<side).map { x in
        factors.map { row in
          max(-32768, min(32767, ((0..<side).reduce(0) { $0 + row[$1] * d[side * $1 + x] } + 1 << 10) >> 11))
        }
      }
      return (0..<side).map { y in
        factors.map { row in byte(((0..<side).reduce(0) { $0 + row[$1] * columns[$1][y] } + 1 << 17) >> 18) }
      }
    }
  }

  /// The factor of each coefficient in each sample, in 8192nds.
  private static let factorsOfFour = [
    [8192, 10703, 8192, 4433], [8192, 4433, -8192, -10703], [8192, -4433, -8192, 10703],
    [8192, -10703, 8192, -4433],
  ]
  private static let factorsOfEight = [
    [8192, 11363, 10703, 9633, 8192, 6437, 4433, 2260], [8192, 9633, 4433, -2259, -8192, -11362, -10704, -6436],
    [8192, 6437, -4433, -11362, -8192, 2261, 10704, 9633], [8192, 2260, -10703, -6436, 8192, 9633, -4433, -11363],
    [8192, -2260, -10703, 6436, 8192, -9633, -4433, 11363], [8192, -6437, -4433, 11362, -8192, -2261, 10704, -9633],
    [8192, -9633, 4433, 2259, -8192, 11362, -10704, 6436], [8192, -11363, 10703, -9633, 8192, -6437, 4433, -2260],
  ]

  /// √2 · cos kπ/16, to the precision of libjpeg's constants.
  @Test func theFactorsAreCosines() {
    for (factors, side) in [(Self.factorsOfFour, 4), (Self.factorsOfEight, 8)] {
      for (x, row) in factors.enumerated() {
        for (u, factor) in row.enumerated() {
          let exact = cos(Double((2 * x + 1) * u) * .pi / Double(2 * side)) * (u == 0 ? 8192 : 8192 * 2.0.squareRoot())
          #expect((Double(factor) - exact).magnitude < 2)
        }
      }
    }
  }

  /// Single blocks and any number of neighbours, with coefficients of pictures and random ones.
  @Test(arguments: CPULevel.available, [1, 2, 4, 8])
  func everyLevelMatchesTheFormulas(level: CPULevel, side: Int) {
    var random = SeededGenerator(seed: UInt64(side))
    let values = side * side
    for (across, perDistance) in [(1, 1), (1, 3), (2, 4), (2, 6), (3, 5), (4, 6)] {
      for count in [1, 2, 3, 5, 7, 8, 9, 16, 24, 33] {
        let isAny = count == 16
        let quantisers = (0..<values).map { _ in Int16.random(in: isAny ? -32768...32767 : 1...60, using: &random) }
        let blockCount = (count / across + 1) * perDistance
        // Some blocks have only a first coefficient, which levels may treat separately.
        let isFlat = (0..<blockCount).map { _ in count % 8 < 4 && Bool.random(using: &random) }
        let coefficients = (0..<blockCount * values).map { index -> Int16 in
          if isFlat[index / values], index % values > 0 { return 0 }
          let limit = isAny ? 32767 : (index % values == 0 ? 1000 : 400) / Int(quantisers[index % values])
          return Int16.random(in: Int16(-limit)...Int16(limit), using: &random)
        }
        let stride = count * side + 5
        var result = [UInt8](repeating: 7, count: side * stride)
        result.withUnsafeMutableBytes { bytes in
          coefficients.withUnsafeBytes { blocks in
            Kernels(level: level).makeBlockSamples(
              bytes.baseAddress!, stride: stride, side: side, blocks: blocks.baseAddress!,
              row: BlockRow(across: across, distance: perDistance * values * 2, count: count), quantisers: quantisers)
          }
        }
        var expected = [UInt8](repeating: 7, count: side * stride)
        for index in 0..<count {
          let start = (index / across * perDistance + index % across) * values
          let rows = samples(Array(coefficients[start..<start + values]), quantisers, side: side)
          for (y, row) in rows.enumerated() {
            for (x, sample) in row.enumerated() { expected[y * stride + index * side + x] = sample }
          }
        }
        #expect(result == expected, "\(count) blocks, \(across) side by side of \(perDistance)")
      }
    }
  }
}
