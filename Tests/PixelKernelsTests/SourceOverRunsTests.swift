import PixelCore
import PixelKernels
import TestSupport
import Testing

/// Source-over skips groups of opaque and of transparent pixels: rows of a few kinds of pixels compared with the formula, at
/// every level of this machine.
@Suite struct SourceOverRunsTests {
  /// The kinds of pixels in a run.
  enum Kind: CaseIterable {
    case opaque, clear, translucent
    /// Light without coverage: alpha is 0 but the colour isn't, so it is added to the background.
    case glow
  }

  @Test(arguments: CPULevel.available) func onePixelOfAnotherKindIsFoundAtEveryOffset(_ level: CPULevel) {
    for (kind, other) in Self.pairs {
      // Beyond two of the widest vectors.
      for offset in 0...33 {
        let kinds = (0...33).map { $0 == offset ? other : kind }
        expectFormula(kinds, level, "\(other) at \(offset) of \(kind)")
      }
    }
  }

  @Test(arguments: CPULevel.available) func runsMeetAtEveryOffset(_ level: CPULevel) {
    for (first, second) in Self.pairs {
      // Lengths on either side of the groups that are blended unchecked.
      for length in Array(1...33) + [63, 64, 65, 255, 256, 257] {
        let kinds = (0..<length).map { _ in first } + (0..<33).map { _ in second } + [first]
        expectFormula(kinds, level, "\(length) of \(first), then \(second)")
      }
    }
  }

  @Test(arguments: CPULevel.available, 0...3) func rowsOfRunsOfAnyLengthMatchTheFormula(_ level: CPULevel, _ seed: Int)
  {
    var generator = SeededGenerator(seed: UInt64(seed))
    var kinds: [Kind] = []
    while kinds.count < 2_000 {
      let kind = Kind.allCases.randomElement(using: &generator)!
      kinds += (0...Int.random(in: 0...90, using: &generator)).map { _ in kind }
    }
    expectFormula(kinds, level, "seed \(seed)")
  }

  private static let pairs = Kind.allCases.flatMap { kind in
    Kind.allCases.filter { $0 != kind }.map { (kind, $0) }
  }

  private func expectFormula(_ kinds: [Kind], _ level: CPULevel, _ comment: String) {
    expectFormula(kinds, level, .eight, UInt32.self, comment)
    expectFormula(kinds, level, .sixteen, UInt64.self, comment)
  }

  private func expectFormula<Word: PixelWord>(
    _ kinds: [Kind], _ level: CPULevel, _ depth: PixelFormat.Depth, _ type: Word.Type, _ comment: String
  ) {
    var generator = SeededGenerator(seed: UInt64(kinds.count))
    let largest = 1 << depth.rawValue - 1
    let foreground: [[Int]] = kinds.map { Self.pixel(of: $0, largest, &generator) }
    let background: [[Int]] = kinds.map { _ in
      let alpha = Int.random(in: 0...largest, using: &generator)
      return (0..<3).map { _ in Int.random(in: 0...alpha, using: &generator) } + [alpha]
    }
    let expected = zip(foreground, background).map { over, under in
      zip(over, under).map { min(largest, $0 + (2 * $1 * (largest - over[3]) + largest) / (2 * largest)) }
    }
    let (overs, unders) = (foreground.map { Self.word($0, type) }, background.map { Self.word($0, type) })
    let kernels = Kernels(level: level)
    let apart = result(of: unders, overs) {
      kernels.sourceOver($0, background: $1[0], foreground: $1[1], count: $2, depth: depth)
    }
    let inPlace = result(of: unders, overs) { destination, rows, count in
      destination.copyMemory(from: rows[0], byteCount: count * MemoryLayout<Word>.size)
      kernels.sourceOver(
        destination, background: UnsafeRawPointer(destination), foreground: rows[1], count: count, depth: depth)
    }
    let words = expected.map { Self.word($0, type) }
    #expect(apart == words, "\(comment), \(depth.rawValue) bits")
    #expect(inPlace == words, "\(comment), \(depth.rawValue) bits, in place")
  }

  private static func pixel(of kind: Kind, _ largest: Int, _ generator: inout SeededGenerator) -> [Int] {
    let alpha =
      switch kind {
      case .opaque: largest
      case .clear, .glow: 0
      case .translucent: Int.random(in: 1..<largest, using: &generator)
      }
    let brightest = kind == .glow ? largest : alpha
    let dimmest = kind == .glow ? 1 : 0
    return (0..<3).map { _ in Int.random(in: dimmest...brightest, using: &generator) } + [alpha]
  }

  private static func word<Word: PixelWord>(_ channels: [Int], _ type: Word.Type) -> Word {
    Word(channels.reversed().reduce(UInt64(0)) { $0 << (Word.bitWidth / 4) | UInt64($1) })
  }
}
