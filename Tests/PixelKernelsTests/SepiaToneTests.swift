import Foundation
import PixelCore
import PixelKernels
import TestSupport
import Testing

/// Core Image's sepia compared with its formula in double precision, using the platform's `pow`.
@Suite struct SepiaToneTests {
  private static let formats = [PixelFormat.Depth.eight, .sixteen].flatMap { depth in
    [PixelFormat.Transfer.encoded, .linear].map { PixelFormat(depth: depth, transfer: $0, alpha: .premultiplied) }
  }

  @Test(arguments: CPULevel.available, formats) func opaqueColorsMatchTheFormula(
    _ level: CPULevel, _ format: PixelFormat
  ) {
    let largest = format.depth.largest
    let greys = (0...255).flatMap { grey in
      let value = grey * largest / 255
      return [value, value, value, largest]
    }
    // Dark tones, where the curve bends most.
    let darks = (0..<512).flatMap { [$0 % 8, $0 / 8 % 8, $0 / 64, largest] }
    let seed: UInt64 = 21
    var generator = SeededGenerator(seed: seed)
    let colours = (0..<(isThorough ? 200_000 : 3_000)).flatMap { _ in
      (0..<3).map { _ in Int.random(in: 0...largest, using: &generator) } + [largest]
    }
    expectCloseness(greys + darks + colours, level, format, "seed \(seed)")
  }

  @Test(arguments: CPULevel.available, formats) func translucentColorsMatchTheFormula(
    _ level: CPULevel, _ format: PixelFormat
  ) {
    let seed: UInt64 = 22
    var generator = SeededGenerator(seed: seed)
    let pixels = (0..<(isThorough ? 200_000 : 3_000)).flatMap { index in
      // As many low alphas as high ones.
      let alpha = Int.random(in: 0...(format.depth.largest >> (index % 8)), using: &generator)
      return (0..<3).map { _ in Int.random(in: 0...alpha, using: &generator) } + [alpha]
    }
    expectCloseness(pixels, level, format, "seed \(seed)")
  }

  /// Widths from zero to beyond two vectors, then a long row; runs of pixels of all kinds.
  @Test(arguments: CPULevel.available, formats) func everyLevelGivesTheScalarLoopsBytes(
    _ level: CPULevel, _ format: PixelFormat
  ) {
    let largest = format.depth.largest
    for (width, seed) in zip(Array(0...33) + [isThorough ? 50_000 : 1_000], UInt64(1)...) {
      var generator = SeededGenerator(seed: seed)
      let channels = (0..<width).flatMap { index in
        let random = (0..<4).map { _ in Int.random(in: 0...largest, using: &generator) }
        return random[..<3] + [index / 20 % 3 == 0 ? largest : index / 20 % 3 == 1 ? random[3] : 0]
      }
      for intensity in [0, 0.37, 1] {
        // In a row of one pixel, every level uses its scalar loop.
        let scalar = stride(from: 0, to: channels.count, by: 4).flatMap {
          toned(Array(channels[$0..<($0 + 4)]), level, format, intensity: intensity)
        }
        #expect(
          toned(channels, level, format, intensity: intensity) == scalar,
          "width \(width), intensity \(intensity), seed \(seed)")
      }
    }
  }

  @Test(arguments: CPULevel.available, formats) func intensityZeroChangesNothing(
    _ level: CPULevel, _ format: PixelFormat
  ) {
    let largest = format.depth.largest
    let step = isThorough || format.depth == .eight ? 1 : 97
    let opaque = stride(from: 0, through: largest, by: step).flatMap { [$0, largest - $0, $0 / 2, largest] }
    let translucent = stride(from: 0, through: largest, by: largest / 255).flatMap { alpha in
      stride(from: 0, through: alpha, by: format.depth == .eight ? 1 : 1009).flatMap {
        [$0, alpha - $0, $0 / 2, alpha]
      }
    }
    #expect(toned(opaque, level, format, intensity: 0) == opaque)
    #expect(toned(translucent, level, format, intensity: 0) == translucent)
  }

  @Test(arguments: CPULevel.available, formats) func alphaIsUnchangedAndColorNeverExceedsIt(
    _ level: CPULevel, _ format: PixelFormat
  ) {
    var generator = SeededGenerator(seed: 23)
    let channels = (0..<8_000).map { _ in Int.random(in: 0...format.depth.largest, using: &generator) }
    let toned = toned(channels, level, format, intensity: 1)
    #expect(channels.indices.allSatisfy { toned[$0] <= toned[$0 | 3] && toned[$0 | 3] == channels[$0 | 3] })
  }

  @Test(arguments: CPULevel.available, formats) func aRowCanBeTonedInPlace(_ level: CPULevel, _ format: PixelFormat) {
    var generator = SeededGenerator(seed: 24)
    let channels = (0..<(4 * 77)).map { _ in Int.random(in: 0...format.depth.largest, using: &generator) }
    let inPlace = result(of: channels, format.depth) { destination, source, count in
      destination.copyMemory(from: source, byteCount: count * format.bytesPerPixel)
      Kernels(level: level).sepiaTone(destination, destination, intensity: 0.7, count: count, format: format)
    }
    #expect(inPlace == toned(channels, level, format, intensity: 0.7))
  }

  private func toned(_ channels: [Int], _ level: CPULevel, _ format: PixelFormat, intensity: Double) -> [Int] {
    result(of: channels, format.depth) {
      Kernels(level: level).sepiaTone($0, $1, intensity: intensity, count: $2, format: format)
    }
  }

  /// Expects results close to the formula. Rounding alone takes up to half a level.
  private func expectCloseness(
    _ channels: [Int], _ level: CPULevel, _ format: PixelFormat, _ comment: Comment
  ) {
    for intensity in [0.25, 0.61803, 1] {
      let actual = toned(channels, level, format, intensity: intensity)
      var worst = (error: 0.0, pixel: [0, 0, 0, 0])
      for start in stride(from: 0, to: channels.count, by: 4) {
        let pixel = Array(channels[start..<(start + 4)])
        for (channel, exact) in Self.formula(pixel, format, intensity).enumerated() {
          let error = (Double(actual[start + channel]) - exact).magnitude
          if error > worst.error { worst = (error, pixel) }
        }
      }
      #expect(
        worst.error <= (format.transfer == .encoded ? 0.65 : 0.53),
        "\(worst.pixel) at intensity \(intensity), \(comment)")
    }
  }

  /// The toned, premultiplied pixel, unrounded.
  private static func formula(_ pixel: [Int], _ format: PixelFormat, _ intensity: Double) -> [Double] {
    let alpha = Double(pixel[3])
    guard alpha > 0 else { return [0, 0, 0, 0] }
    let light = pixel[..<3].map { channel in
      let straight = Double(channel) / alpha
      if format.transfer == .linear { return straight }
      return straight <= 0.04045 ? straight / 12.92 : pow((straight + 0.055) / 1.055, 2.4)
    }
    let luminance = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
    let tone = [pow(luminance, 0.781), 0.9888 * pow(luminance, 1.0849), 0.9145 * pow(luminance, 1.9023)]
    return zip(light, tone).map { light, tone in
      let mixed = (1 - intensity) * light + intensity * tone
      if format.transfer == .linear { return alpha * mixed }
      return alpha * (mixed <= 0.0031308 ? mixed * 12.92 : 1.055 * pow(mixed, 1 / 2.4) - 0.055)
    } + [alpha]
  }
}
