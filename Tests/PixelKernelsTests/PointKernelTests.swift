import PixelKernels
import Testing

/// The point kernels compared with their formulas in integers, at every level of this machine.
@Suite struct PointKernelTests {
  /// All pairs of background and transparency, with every foreground value in release builds.
  @Test(arguments: CPULevel.available) func sourceOverEqualsTheRoundedFormula(_ level: CPULevel) {
    let kernels = Kernels(level: level)
    let backgrounds = (0...255).map { pixel($0, $0, $0, $0) }
    for alpha in stride(from: 0, through: 255, by: isThorough ? 1 : 5) {
      let shining = (0...255).map { (2 * $0 * (255 - alpha) + 255) / 510 }
      // Three foreground values at a time, in red, green and blue.
      for value in stride(from: 0, through: 255, by: isThorough ? 3 : 51) {
        let sources = [value, min(255, value + 1), min(255, value + 2), alpha]
        let foreground = pixel(sources[0], sources[1], sources[2], sources[3])
        let foregrounds = [UInt32](repeating: foreground, count: 256)
        let expected = shining.map { shine in
          let sums = sources.map { min(255, $0 + shine) }
          return pixel(sums[0], sums[1], sums[2], sums[3])
        }
        let actual = result(of: backgrounds, foregrounds) {
          kernels.sourceOver($0, background: $1[0], foreground: $1[1], count: $2, depth: .eight)
        }
        #expect(actual == expected, "foreground \(sources)")
      }
    }
  }

  @Test(arguments: CPULevel.available) func premultiplyRoundsEveryProduct(_ level: CPULevel) {
    for alpha in 0...255 {
      let actual = result(of: Self.ramps(alpha)) {
        Kernels(level: level).premultiply($0, $1[0], count: $2, depth: .eight)
      }
      let expected = Self.ramps(alpha) { (2 * $0 * alpha + 255) / 510 }
      #expect(actual == expected, "alpha \(alpha)")
    }
  }

  @Test(arguments: CPULevel.available) func unpremultiplyRoundsEveryQuotient(_ level: CPULevel) {
    for alpha in 0...255 {
      let actual = result(of: Self.ramps(alpha)) {
        Kernels(level: level).unpremultiply($0, $1[0], count: $2, depth: .eight)
      }
      let expected = Self.ramps(alpha) { alpha == 0 ? 0 : min(255, (2 * $0 * 255 + alpha) / (2 * alpha)) }
      #expect(actual == expected, "alpha \(alpha)")
    }
  }

  @Test(arguments: CPULevel.available) func unpremultiplyingAnOpaqueOrPremultipliedColorLosesNothing(_ level: CPULevel)
  {
    let kernels = Kernels(level: level)
    for alpha in 0...255 {
      let colours = (0...alpha).map { pixel($0, alpha - $0, 0, alpha) }
      let straight = result(of: colours) { kernels.unpremultiply($0, $1[0], count: $2, depth: .eight) }
      #expect(
        result(of: straight) { kernels.premultiply($0, $1[0], count: $2, depth: .eight) } == colours, "alpha \(alpha)")
    }
  }

  @Test(arguments: CPULevel.available) func scaleRoundsEveryProduct(_ level: CPULevel) {
    let kernels = Kernels(level: level)
    let ramp = (0...255).map { pixel(255 - $0, $0, $0 / 2, $0) }
    let step = isThorough ? 7 : 4_999
    // Including ties: half of an odd number.
    for millionths in [500_000, 1_000_000] + stride(from: 0, through: 1_000_000, by: step) {
      let actual = result(of: ramp) { kernels.scale($0, $1[0], millionths: millionths, count: $2, depth: .eight) }
      let expected = ramp.map { word in
        let scaled = channels(word).map { (2 * $0 * millionths + 1_000_000) / 2_000_000 }
        return pixel(scaled[0], scaled[1], scaled[2], scaled[3])
      }
      #expect(actual == expected, "\(millionths) millionths")
    }
  }

  /// All levels of a channel at one alpha, in three orders.
  private static func ramps(_ alpha: Int, _ map: (Int) -> Int = { $0 }) -> [UInt32] {
    (0...255).map { pixel(map($0), map(255 - $0), map($0 ^ 85), alpha) }
  }
}
