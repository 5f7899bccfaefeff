import PixelKernels
import TestSupport
import Testing

/// The point kernels at 16 bits compared with their formulas in wide integers, at every level of this machine.
@Suite struct PointKernel16Tests {
  @Test(arguments: CPULevel.available) func sourceOverEqualsTheRoundedFormula(_ level: CPULevel) {
    // The foreground's colour, and the transparency in all four channels.
    let foregrounds = Self.pairs.map { pixel16($0.channel, 65535 - $0.channel, 0, 65535 - $0.alpha) }
    let backgrounds = Self.pairs.map { pixel16($0.channel, $0.channel, $0.channel, $0.channel) }
    let actual = result(of: backgrounds, foregrounds) {
      Kernels(level: level).sourceOver($0, background: $1[0], foreground: $1[1], count: $2, depth: .sixteen)
    }
    expect(actual, Self.pairs) { channel, transparency in
      let shining = (2 * channel * transparency + 65535) / 131_070
      return [channel, 65535 - channel, 0, 65535 - transparency].map { min(65535, $0 + shining) }
    }
  }

  @Test(arguments: CPULevel.available) func premultiplyRoundsEveryProduct(_ level: CPULevel) {
    let actual = result(of: Self.pixels) { Kernels(level: level).premultiply($0, $1[0], count: $2, depth: .sixteen) }
    expect(actual, Self.pairs) { channel, alpha in
      Self.colour(channel).map { (2 * $0 * alpha + 65535) / 131_070 } + [alpha]
    }
  }

  @Test(arguments: CPULevel.available) func unpremultiplyRoundsEveryQuotient(_ level: CPULevel) {
    let actual = result(of: Self.pixels) { Kernels(level: level).unpremultiply($0, $1[0], count: $2, depth: .sixteen) }
    expect(actual, Self.pairs) { channel, alpha in
      Self.colour(channel).map { alpha == 0 ? 0 : min(65535, (2 * $0 * 65535 + alpha) / (2 * alpha)) } + [alpha]
    }
  }

  @Test(arguments: CPULevel.available) func unpremultiplyRoundsHalvesUp(_ level: CPULevel) {
    // Half of an even alpha is straight 32767½.
    let alphas = Array(stride(from: 2, through: 65534, by: isThorough ? 2 : 146))
    let actual = result(of: alphas.map { pixel16($0 / 2, 0, $0, $0) }) {
      Kernels(level: level).unpremultiply($0, $1[0], count: $2, depth: .sixteen)
    }
    #expect(actual == alphas.map { pixel16(32768, 0, 65535, $0) })
  }

  @Test(arguments: CPULevel.available) func unpremultiplyingAnOpaqueOrPremultipliedColorLosesNothing(_ level: CPULevel)
  {
    let kernels = Kernels(level: level)
    let colours = Self.pairs.filter { $0.channel <= $0.alpha }.map { channel, alpha in
      pixel16(channel, alpha - channel, alpha, alpha)
    }
    let straight = result(of: colours) { kernels.unpremultiply($0, $1[0], count: $2, depth: .sixteen) }
    #expect(result(of: straight) { kernels.premultiply($0, $1[0], count: $2, depth: .sixteen) } == colours)
  }

  @Test(arguments: CPULevel.available) func scaleRoundsEveryProduct(_ level: CPULevel) {
    // Including ties: half of an odd number, and odd multiples of 2⁻⁶.
    for millionths in [0, 1, 15_625, 123_457, 500_000, 703_125, 999_999, 1_000_000] {
      let actual = result(of: Self.pixels) {
        Kernels(level: level).scale($0, $1[0], millionths: millionths, count: $2, depth: .sixteen)
      }
      expect(actual, Self.pairs, "\(millionths) millionths") { channel, alpha in
        (Self.colour(channel) + [alpha]).map { (2 * $0 * millionths + 1_000_000) / 2_000_000 }
      }
    }
  }

  @Test(arguments: CPULevel.available) func sepiaSumsAreRoundedOnceAndBoundedByAlpha(_ level: CPULevel) {
    for intensity in [0, 1, 333, 500, 1000] {
      let matrix = SepiaMatrix(intensityThousandths: intensity)
      let actual = result(of: Self.pixels) {
        Kernels(level: level).sepiaMatrix($0, $1[0], matrix, count: $2, depth: .sixteen)
      }
      expect(actual, Self.pairs, "intensity \(intensity) thousandths") { channel, alpha in
        let colour = Self.colour(channel)
        return (0..<3).map { row in
          let sum = (0..<3).reduce(0) { $0 + Int(matrix.millionths[row * 3 + $1]) * colour[$1] }
          return min(alpha, (sum + 500_000) / 1_000_000)
        } + [alpha]
      }
    }
  }

  private typealias Pair = (channel: Int, alpha: Int)

  /// Expects that every pixel equals the formula's result for its pair, and reports the first that doesn't.
  private func expect(
    _ actual: [UInt64], _ pairs: [Pair], _ comment: String = "", formula: (_ channel: Int, _ alpha: Int) -> [Int]
  ) {
    let wrong = zip(pairs, actual).first { pair, pixel in formula(pair.channel, pair.alpha) != channels(pixel) }
    if let (pair, pixel) = wrong {
      Issue.record("\(pair) gave \(channels(pixel)), not \(formula(pair.channel, pair.alpha)); \(comment)")
    }
  }

  private static let pixels = pairs.map { channel, alpha in
    pixel16(channel, 65535 - channel, channel ^ 0x5555, alpha)
  }

  /// The colour of a pair's pixel.
  private static func colour(_ channel: Int) -> [Int] { [channel, 65535 - channel, channel ^ 0x5555] }

  /// A grid over all channels and alphas with the ends of both, the products that are hardest to round, and a seeded sample.
  private static let pairs: [Pair] = {
    let values =
      Array(stride(from: 0, through: 65535, by: isThorough ? 151 : 2_731))
      + [1, 2, 127, 128, 129, 255, 256, 257, 32_767, 32_768, 65_279, 65_534]
    let grid = values.flatMap { channel in values.map { (channel, $0) } }

    // c · a / 65535 next to a half: c · a is 32767 or 32768 modulo 65535.
    let hard = stride(from: 1, through: 65535, by: isThorough ? 1 : 67).flatMap { alpha -> [Pair] in
      guard let inverse = inverse(of: alpha) else { return [] }
      return [32_767, 32_768].map { ($0 * inverse % 65535, alpha) }
    }

    var generator = SeededGenerator(seed: 31)
    let sample = (0..<(isThorough ? 500_000 : 1_000)).map { _ in
      (Int.random(in: 0...65535, using: &generator), Int.random(in: 0...65535, using: &generator))
    }
    return grid + hard + sample
  }()

  /// The inverse of `value` modulo 65535, by Euclid's algorithm, or nil if they share a factor.
  private static func inverse(of value: Int) -> Int? {
    var (old, new) = ((remainder: value, factor: 1), (remainder: 65535, factor: 0))
    while new.remainder != 0 {
      let quotient = old.remainder / new.remainder
      (old, new) = (new, (old.remainder - quotient * new.remainder, old.factor - quotient * new.factor))
    }
    return old.remainder == 1 ? (old.factor + 65535) % 65535 : nil
  }
}
