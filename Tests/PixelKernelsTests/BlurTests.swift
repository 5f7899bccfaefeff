import PixelCore
import PixelKernels
import TestSupport
import Testing

/// The steps of a blur match the formulas at every level.
@Suite struct BlurTests {
  /// Words of seeded pixels: below 2¹⁵ as pixels of 8 bits are, or any; some at the ends of the range.
  private func words(_ count: Int, _ depth: PixelFormat.Depth, seed: UInt64) -> [UInt16] {
    var random = SeededGenerator(seed: seed)
    let largest: UInt16 = depth == .eight ? 255 << 7 : .max
    return (0..<count * 4).map { _ in
      [0, largest, UInt16.random(in: 0...largest, using: &random)].randomElement(using: &random)!
    }
  }

  /// The words that a loop writes: `count` pixels and no more.
  private func made(_ count: Int, _ loop: (UnsafeMutableRawPointer) -> Void) -> [Int] {
    var row = [UInt16](repeating: 0xABCD, count: count * 4 + 4)
    row.withUnsafeMutableBytes { loop($0.baseAddress!) }
    #expect(row.suffix(4).allSatisfy { $0 == 0xABCD }, "it writes only its row")
    return row.dropLast(4).map(Int.init)
  }

  private func mean(_ a: Int, _ b: Int) -> Int { (a + b + 1) / 2 }

  private func halved(_ values: [Int]) -> Int {
    mean((mean(values[0], values[4]) + 3 * values[2] + 2) / 4, (values[1] + values[3]) / 2)
  }

  private func doubled(_ values: [Int]) -> Int { ((values[0] + values[2]) / 2 + 3 * values[1] + 2) / 4 }

  @Test(arguments: CPULevel.available, PixelFormat.Depth.allCases)
  func weighingIsTheWeightedSum(_ level: CPULevel, _ depth: PixelFormat.Depth) {
    for sigma in [0.4, 0.9, 1.3, 3, 4.9] {
      let weights = GaussianWeights(sigma: sigma)
      #expect(weights.halvings == 0)
      for count in Array(1...20) + [33] {
        let line = words(count + 2 * weights.radius, depth, seed: UInt64(count))
        let result = line.withUnsafeBytes { line in
          let places = (0...2 * weights.radius).map { line.baseAddress! + $0 * 8 }
          return made(count) { Kernels(level: level).weigh($0, places, weights, count: count, depth: depth) }
        }
        for index in 0..<count * 4 {
          func word(_ neighbour: Int) -> Int { Int(line[index + neighbour * 4]) }
          let sum = (0...weights.radius).reduce(0) {
            $0 + weights.weight($1) * mean(word(weights.radius - $1), word(weights.radius + $1))
          }
          #expect(result[index] == (sum + 8192) >> 15, "sigma \(sigma), \(count) pixels")
        }
      }
    }
  }

  @Test(arguments: CPULevel.available) func rowsAreHalvedAndDoubled(_ level: CPULevel) {
    let kernels = Kernels(level: level)
    for count in Array(1...20) + [33] {
      let rows = (0..<5).map { words(count, .sixteen, seed: UInt64(count * 5 + $0)) }
      let places = rows.map { row in
        let place = UnsafeMutableRawPointer.allocate(byteCount: count * 8, alignment: 2)
        row.withUnsafeBytes { place.copyMemory(from: $0.baseAddress!, byteCount: count * 8) }
        return UnsafeRawPointer(place)
      }
      defer { for place in places { place.deallocate() } }
      let column = { (index: Int) in rows.map { Int($0[index]) } }
      let half = made(count) { kernels.halveRows($0, places, count: count) }
      #expect(half == (0..<count * 4).map { halved(column($0)) })
      let on = made(count) { kernels.doubleRows($0, places[0], places[1], places[2], count: count) }
      #expect(on == (0..<count * 4).map { doubled(column($0)) })
      let between = made(count) { kernels.doubleRows($0, nil, places[1], places[2], count: count) }
      #expect(between == (0..<count * 4).map { mean(column($0)[1], column($0)[2]) })
    }
  }

  @Test(arguments: CPULevel.available) func columnsAreHalvedAndDoubled(_ level: CPULevel) {
    let kernels = Kernels(level: level)
    for count in Array(1...24) + [65] {
      let row = words(2 * count + 4, .sixteen, seed: UInt64(count))
      func word(_ pixel: Int, _ channel: Int) -> Int { Int(row[pixel * 4 + channel]) }
      let half = row.withUnsafeBytes { row in made(count) { kernels.halveColumns($0, row.baseAddress!, count: count) } }
      #expect(
        half == (0..<count * 4).map { index in halved((0..<5).map { word(index / 4 * 2 + $0, index % 4) }) })
      let short = Array(row.prefix(((count + 1) / 2 + 2) * 4))
      let double = short.withUnsafeBytes { row in
        made(count) { kernels.doubleColumns($0, row.baseAddress!, count: count) }
      }
      #expect(
        double
          == (0..<count * 4).map { index in
            let values = (0..<3).map { word(index / 8 + $0, index % 4) }
            return index / 4 % 2 == 0 ? doubled(values) : mean(values[1], values[2])
          })
    }
  }

  /// Every possible word, and back to the nearest level.
  @Test(arguments: CPULevel.available) func levelsGainAndLoseFractionBits(_ level: CPULevel) {
    let kernels = Kernels(level: level)
    let words = (0...UInt16(255 << 7)).map { $0 } + [0, 0, 0]
    var bytes = [UInt8](repeating: 0, count: words.count)
    kernels.narrowFromBlur(&bytes, words, count: words.count / 4, depth: .eight)
    #expect(bytes.map(Int.init) == words.map { (Int($0) + 64) / 128 })
    var wide = [UInt16](repeating: 0, count: words.count)
    kernels.widenForBlur(&wide, bytes, count: words.count / 4, depth: .eight)
    #expect(wide == bytes.map { UInt16($0) * 128 })
  }

  @Test(arguments: [0, 0.2, 0.3, 1, 2.5, 4.99, 5, 9.9, 10, 333, 1000]) func weightsSumToOne(sigma: Double) {
    let weights = GaussianWeights(sigma: sigma)
    guard weights.radius > 0 else { return }
    let pairs = (1...weights.radius).map(weights.weight)
    #expect(weights.weight(0) + pairs.reduce(0, +) == 32768)
    #expect(pairs.allSatisfy { $0 > 0 } && weights.radius <= 20)
    #expect(pairs == pairs.sorted(by: >) && 2 * weights.weight(0) >= pairs[0])
  }
}
