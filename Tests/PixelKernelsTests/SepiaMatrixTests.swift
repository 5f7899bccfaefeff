import PixelKernels
import Testing

@Suite struct SepiaMatrixTests {
  @Test func theMatrixIsTheSpecificationsBlendedWithTheIdentity() {
    #expect(
      SepiaMatrix(intensityThousandths: 1000).millionths
        == [393_000, 769_000, 189_000, 349_000, 686_000, 168_000, 272_000, 534_000, 131_000])
    #expect(SepiaMatrix(intensityThousandths: 0).millionths == [1_000_000, 0, 0, 0, 1_000_000, 0, 0, 0, 1_000_000])
    // 0.25 · 0.393 + 0.75, 0.25 · 0.769, …
    #expect(
      SepiaMatrix(intensityThousandths: 250).millionths
        == [848_250, 192_250, 47_250, 87_250, 921_500, 42_000, 68_000, 133_500, 782_750])
  }

  @Test(arguments: CPULevel.available) func sumsAreRoundedOnceAndBoundedByAlpha(_ level: CPULevel) {
    let seed: UInt64 = 11
    let pixels = seededPixels(isThorough ? 400_000 : 4_000, seed: seed)
    for intensity in [0, 1, 333, 500, 999, 1000] {
      let matrix = SepiaMatrix(intensityThousandths: intensity)
      let actual = result(of: pixels) { Kernels(level: level).sepiaMatrix($0, $1[0], matrix, count: $2, depth: .eight) }
      let expected = pixels.map { Self.sepia($0, matrix.millionths.map(Int.init)) }
      #expect(actual == expected, "intensity \(intensity) thousandths, seed \(seed)")
    }
  }

  @Test(arguments: CPULevel.available) func knownColorsMatchCSS(_ level: CPULevel) {
    // White: the rows sum to 1.351, 1.203 and 0.937. Red, green, blue: the columns times 255.
    let colours = [
      pixel(255, 255, 255, 255), pixel(255, 0, 0, 255), pixel(0, 255, 0, 255), pixel(0, 0, 255, 255), pixel(0, 0, 0, 0),
    ]
    let expected = [
      pixel(255, 255, 239, 255), pixel(100, 89, 69, 255), pixel(196, 175, 136, 255), pixel(48, 43, 33, 255),
      pixel(0, 0, 0, 0),
    ]
    let matrix = SepiaMatrix(intensityThousandths: 1000)
    #expect(
      result(of: colours) { Kernels(level: level).sepiaMatrix($0, $1[0], matrix, count: $2, depth: .eight) } == expected
    )
  }

  /// The formula in integer millionths.
  private static func sepia(_ word: UInt32, _ rows: [Int]) -> UInt32 {
    let colour = channels(word)
    let toned = (0..<3).map { row in
      let sum = (0..<3).reduce(0) { $0 + rows[row * 3 + $1] * colour[$1] }
      return min(colour[3], (sum + 500_000) / 1_000_000)
    }
    return pixel(toned[0], toned[1], toned[2], colour[3])
  }
}
