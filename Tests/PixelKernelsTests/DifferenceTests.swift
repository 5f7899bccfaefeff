import PixelCore
import PixelKernels
import TestSupport
import Testing

@Suite struct DifferenceTests {
  @Test(arguments: [0, 1, 7, 255, 256, 257, 1000])
  func eightBitRowsGiveTheLargestChannelDifference(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    let first = (0..<count * 4).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let second = first.map { Bool.random(using: &generator) ? $0 : UInt8.random(in: 0...255, using: &generator) }
    var found = [UInt16](repeating: 9, count: count + 1)
    let largest = Kernels.current.differences(&found, first, second, count: count, depth: .eight)
    let expected = (0..<count).map { pixel in
      (0..<4).map { abs(Int(first[4 * pixel + $0]) - Int(second[4 * pixel + $0])) }.max()!
    }
    #expect(found.dropLast().map(Int.init) == expected)
    #expect(found.last == 9)
    #expect(Int(largest) == expected.max() ?? 0)
  }

  @Test(arguments: [0, 1, 300])
  func sixteenBitRowsGiveTheLargestChannelDifference(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    let first = (0..<count * 4).map { _ in UInt16.random(in: 0...65535, using: &generator) }
    let second = first.map { Bool.random(using: &generator) ? $0 : UInt16.random(in: 0...65535, using: &generator) }
    var found = [UInt16](repeating: 9, count: count + 1)
    let largest = Kernels.current.differences(&found, first, second, count: count, depth: .sixteen)
    let expected = (0..<count).map { pixel in
      (0..<4).map { abs(Int(first[4 * pixel + $0]) - Int(second[4 * pixel + $0])) }.max()!
    }
    #expect(found.dropLast().map(Int.init) == expected)
    #expect(found.last == 9)
    #expect(Int(largest) == expected.max() ?? 0)
  }
}
