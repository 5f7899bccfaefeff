import PixelCore
import PixelKernels
import Testing

@Suite struct ColorMatrixTests {
  static let matrices: [(name: String, matrix: ColorCoefficients)] = [
    ("identity", .identity),
    // The luminance of Rec. 709 in every channel.
    (
      "grey",
      ColorCoefficients(rows: Array(repeating: [0.2126, 0.7152, 0.0722, 0, 0], count: 3) + [[0, 0, 0, 1, 0]])!
    ),
    (
      "inversion",
      ColorCoefficients(rows: [[-1, 0, 0, 0, 1], [0, -1, 0, 0, 1], [0, 0, -1, 0, 1], [0, 0, 0, 1, 0]])!
    ),
    (
      "half as opaque",
      ColorCoefficients(rows: [[1, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0.5, 0]])!
    ),
    (
      "luminance to alpha",
      ColorCoefficients(rows: Array(repeating: [0, 0, 0, 0, 0], count: 3) + [[0.2125, 0.7154, 0.0721, 0, 0]])!
    ),
    (
      "alpha to colour",
      ColorCoefficients(rows: [[0.5, 0, 0, 0.5, 0], [0, 1, 0, -0.25, 0], [0, 0, 0, 1, 0], [0, 0, 0, 1, 0]])!
    ),
    ("fill", ColorCoefficients(rows: [[0, 0, 0, 0, 0.9], [0, 0, 0, 0, 0.1], [0, 0, 0, 0, 0], [0, 0, 0, 0, 1]])!),
    (
      "the limits",
      ColorCoefficients(rows: [
        [1000, -1000, 1000, 0, 0], [-1000, 1000, -1000, -1000, 1000], [1000, 1000, 1000, 1000, 1000],
        [-1000, 1000, 1000, 1000, -1000],
      ])!
    ),
    (
      "odd millionths",
      ColorCoefficients(rows: [
        [0.333333, 0.123457, -0.222223, 0.1, 0.000001], [1.7, -0.999999, 0.3, 0, -0.05], [0.1, 0.2, 0.3, 0.4, -0.25],
        [0.1, -0.2, 0.3, 0.712345, 0.05],
      ])!
    ),
  ]

  @Test func coefficientsAreRoundedToMillionths() {
    let matrix = ColorCoefficients(rows: [
      [1, 0.000_000_4, -0.000_000_6, 1000, -1000], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 1, 0.25],
    ])!
    #expect(matrix.millionths[..<5] == [1_000_000, 0, -1, 1_000_000_000, -1_000_000_000])
    #expect(matrix.millionths[15...] == [0, 0, 0, 1_000_000, 250_000])
  }

  @Test(arguments: CPULevel.available) func theIdentityChangesNoPremultipliedPixel(_ level: CPULevel) {
    let pixels = (0...255).flatMap { alpha in (0...alpha).map { pixel($0, alpha - $0, $0 / 2, alpha) } }
    let kernels = Kernels(level: level)
    #expect(result(of: pixels) { kernels.colorMatrix($0, $1[0], .identity, count: $2, depth: .eight) } == pixels)
    let pixels16 = seededPixels(10_000, seed: 41, premultiplied: true, as: UInt64.self)
    #expect(result(of: pixels16) { kernels.colorMatrix($0, $1[0], .identity, count: $2, depth: .sixteen) } == pixels16)
  }

  @Test(arguments: CPULevel.available) func knownColorsMatchTheirRows(_ level: CPULevel) {
    // Red, then half-transparent straight (1, ½, 0): inverted, and weighted by alpha. 128 · 127½ / 255 is 64.
    let colours = [pixel(255, 0, 0, 255), pixel(128, 64, 0, 128)]
    func made(_ name: String) -> [UInt32] {
      let matrix = Self.matrices.first { $0.name == name }!.matrix
      return result(of: colours) { Kernels(level: level).colorMatrix($0, $1[0], matrix, count: $2, depth: .eight) }
    }
    #expect(made("inversion") == [pixel(0, 255, 255, 255), pixel(0, 64, 128, 128)])
    #expect(made("grey") == [pixel(54, 54, 54, 255), pixel(73, 73, 73, 128)])
    #expect(made("half as opaque") == [pixel(128, 0, 0, 128), pixel(64, 32, 0, 64)])
    // 0.2125 · 255 = 54.19; (0.2125 + 0.7154 / 2) · 255 = 145.40.
    #expect(made("luminance to alpha") == [pixel(0, 0, 0, 54), pixel(0, 0, 0, 145)])
    #expect(made("fill") == [pixel(230, 26, 0, 255), pixel(230, 26, 0, 255)])
  }

  @Test(arguments: CPULevel.available, matrices.indices) func everyEightBitChannelIsRoundedOnce(
    _ level: CPULevel, matrix index: Int
  ) {
    let colours = stride(from: 0, through: 255, by: isThorough ? 1 : 15).flatMap { alpha in
      stride(from: 0, through: alpha, by: isThorough ? 1 : 7).map {
        pixel($0, alpha - $0, $0 * 37 % (alpha + 1), alpha)
      }
    }
    let seed: UInt64 = 42
    let pixels = colours + seededPixels(isThorough ? 100_000 : 500, seed: seed, premultiplied: true)
    expectRoundedOnce(pixels, level, .eight, Self.matrices[index], "seed \(seed)")
  }

  @Test(arguments: CPULevel.available, matrices.indices) func everySixteenBitChannelIsRoundedOnce(
    _ level: CPULevel, matrix index: Int
  ) {
    let seed: UInt64 = 43
    let pixels = seededPixels(isThorough ? 200_000 : 1_000, seed: seed, premultiplied: true, as: UInt64.self)
    let faint = (0...9).flatMap { alpha in (0...alpha).map { pixel16($0, alpha - $0, $0 / 2, alpha) } }
    expectRoundedOnce(pixels + faint, level, .sixteen, Self.matrices[index], "seed \(seed)")
  }

  @Test(arguments: CPULevel.available) func colorNeverExceedsAlpha(_ level: CPULevel) {
    let pixels = seededPixels(2_000, seed: 44)
    for (name, matrix) in Self.matrices {
      let after = result(of: pixels) {
        Kernels(level: level).colorMatrix($0, $1[0], matrix, count: $2, depth: .eight)
      }
      #expect(after.allSatisfy { word in channels(word).allSatisfy { $0 <= word >> 24 } }, "\(name)")
    }
  }

  private func expectRoundedOnce<Word: PixelWord>(
    _ pixels: [Word], _ level: CPULevel, _ depth: PixelFormat.Depth, _ named: (name: String, matrix: ColorCoefficients),
    _ comment: Comment
  ) {
    let actual = result(of: pixels) {
      Kernels(level: level).colorMatrix($0, $1[0], named.matrix, count: $2, depth: depth)
    }
    let wrong = zip(pixels, actual).first { before, after in
      !Self.isRoundedOnce(channels(before), channels(after), named.matrix.millionths, depth.largest)
    }
    if let (before, after) = wrong {
      Issue.record("\(named.name): \(channels(before)) became \(channels(after)); \(comment)")
    }
  }

  /// Whether each channel `r` of the result is ⌊x + ½⌋ for the exact x = n / d, that is (2r − 1) d ≤ 2n < (2r + 1) d.
  private static func isRoundedOnce(_ before: [Int], _ after: [Int], _ millionths: [Int32], _ largest: Int) -> Bool {
    let alpha = before[3]
    // 1, and each straight value as a fraction with the denominator `one`.
    let one = max(alpha, 1) * largest
    let straight = before[..<3].map { alpha == 0 ? 0 : $0 * largest } + [alpha * max(alpha, 1), one]
    return (0..<4).allSatisfy { row in
      var sum = Int128(0)
      for column in 0..<5 { sum += Int128(millionths[row * 5 + column]) * Int128(straight[column]) }
      let d = Int128(one) * 1_000_000
      let n = min(max(sum, 0), d) * Int128(row == 3 ? largest : after[3])
      let r = Int128(after[row])
      return (2 * r - 1) * d <= 2 * n && 2 * n < (2 * r + 1) * d
    }
  }
}
