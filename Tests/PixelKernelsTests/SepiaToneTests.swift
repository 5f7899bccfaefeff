import Foundation
import PixelKernels
import Testing

/// Core Image's sepia against its formula in double precision, with the platform's `pow`.
@Suite struct SepiaToneTests {
  @Test(arguments: CPULevel.available, [0.5, 1]) func opaqueColoursAreWithinOneLevel(
    _ level: CPULevel, intensity: Double
  ) {
    let seed: UInt64 = 21
    var generator = SeededGenerator(seed: seed)
    let greys = (0...255).map { pixel($0, $0, $0, 255) }
    let colours = (0..<(isThorough ? 1_000_000 : 5_000)).map { _ in
      UInt32.random(in: 0xFF00_0000...0xFFFF_FFFF, using: &generator)
    }
    expectWithinOneLevel(greys + colours, level, intensity, "seed \(seed)")
  }

  @Test(arguments: CPULevel.available, [0.25, 1]) func translucentColoursAreWithinOneLevel(
    _ level: CPULevel, intensity: Double
  ) {
    let seed: UInt64 = 22
    let pixels = seededPixels(isThorough ? 1_000_000 : 5_000, seed: seed, premultiplied: true)
    expectWithinOneLevel(pixels, level, intensity, "seed \(seed)")
  }

  @Test(arguments: CPULevel.available) func intensityZeroChangesNothing(_ level: CPULevel) {
    for alpha in 0...255 {
      let colours = (0...alpha).map { pixel($0, alpha - $0, $0 / 2, alpha) }
      let actual = result(of: colours) {
        Kernels(level: level).sepiaTone($0, $1[0], intensity: 0, count: $2, format: .encodedPremultiplied)
      }
      #expect(actual == colours, "alpha \(alpha)")
    }
  }

  @Test(arguments: CPULevel.available) func colourNeverExceedsAlpha(_ level: CPULevel) {
    let pixels = seededPixels(2_000, seed: 23)
    let toned = result(of: pixels) {
      Kernels(level: level).sepiaTone($0, $1[0], intensity: 1, count: $2, format: .encodedPremultiplied)
    }
    #expect(toned.allSatisfy { word in channels(word).allSatisfy { $0 <= word >> 24 } })
  }

  private func expectWithinOneLevel(_ pixels: [UInt32], _ level: CPULevel, _ intensity: Double, _ comment: Comment) {
    let actual = result(of: pixels) {
      Kernels(level: level).sepiaTone($0, $1[0], intensity: intensity, count: $2, format: .encodedPremultiplied)
    }
    let far = zip(pixels, actual).first { before, after in
      zip(Self.formula(before, intensity), channels(after)).contains { ($0 - Double($1)).magnitude > 1 }
    }
    if let (before, after) = far {
      Issue.record("\(channels(before)) became \(channels(after)), not \(Self.formula(before, intensity)); \(comment)")
    }
  }

  /// The toned, premultiplied pixel, not rounded.
  private static func formula(_ word: UInt32, _ intensity: Double) -> [Double] {
    let alpha = Double(word >> 24)
    guard alpha > 0 else { return [0, 0, 0, 0] }
    let light = channels(word)[..<3].map { channel in
      let straight = Double(channel) / alpha
      return straight <= 0.04045 ? straight / 12.92 : pow((straight + 0.055) / 1.055, 2.4)
    }
    let luminance = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
    let tone = [pow(luminance, 0.781), 0.9888 * pow(luminance, 1.0849), 0.9145 * pow(luminance, 1.9023)]
    return zip(light, tone).map { light, tone in
      let mixed = (1 - intensity) * light + intensity * tone
      return alpha * (mixed <= 0.0031308 ? mixed * 12.92 : 1.055 * pow(mixed, 1 / 2.4) - 0.055)
    } + [alpha]
  }
}
