import PixelKernels
import TestSupport
import Testing

@Suite struct BlockSamplesTests {
  /// The formulas, block by block.
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
      // Each sample's factor of the first, second, third and fourth value, in 8192nds.
      let factors = [
        [8192, 10703, 8192, 4433], [8192, 4433, -8192, -10703], [8192, -4433, -8192, 10703],
        [8192, -10703, 8192, -4433],
      ]
      let columns = (0..<4).map { x in
        factors.map { row in
          max(-32768, min(32767, ((0..<4).reduce(0) { $0 + row[$1] * d[4 * $1 + x] } + 1 << 10) >> 11))
        }
      }
      return (0..<4).map { y in
        factors.map { row in byte(((0..<4).reduce(0) { $0 + row[$1] * columns[$1][y] } + 1 << 17) >> 18) }
      }
    }
  }

  /// Blocks alone and side by side, in any number, with values of pictures and with any.
  @Test(arguments: CPULevel.available, [1, 2, 4])
  func everyLevelMakesTheSamplesOfTheFormulas(level: CPULevel, side: Int) {
    var random = SeededGenerator(seed: UInt64(side))
    let values = side * side
    for (across, perDistance) in [(1, 1), (1, 3), (2, 4), (2, 6), (3, 5), (4, 6)] {
      for count in [1, 2, 3, 5, 7, 8, 9, 16, 24, 33] {
        let isAny = count == 16
        let quantisers = (0..<values).map { _ in Int16.random(in: isAny ? -32768...32767 : 1...60, using: &random) }
        let blockCount = (count / across + 1) * perDistance
        let coefficients = (0..<blockCount * values).map { index in
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
