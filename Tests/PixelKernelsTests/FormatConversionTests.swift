import Foundation
import PixelCore
import PixelKernels
import Testing

/// Conversions compared with their formulas in integers and in double precision, using the platform's `pow`.
@Suite struct FormatConversionTests {
  @Test func wideningIsExactAndNarrowingRoundsToTheNearestLevel() {
    let wide: [UInt64] = convert((0...255).map { pixel($0, 255 - $0, 0, $0) }, .encodedStraight, .sixteenStraight)
    #expect(wide == (0...255).map { pixel16($0 * 257, (255 - $0) * 257, 0, $0 * 257) })

    let narrow: [UInt32] = convert(Self.everyLevel, .sixteenStraight, .encodedStraight)
    #expect(narrow == (0...65535).map { pixel(($0 + 128) / 257, (65535 - $0 + 128) / 257, 0, 255) })
  }

  @Test func theTransferOfStraightColorIsTheNearestLevel() {
    let levels = (0...255).map { pixel($0, 255 - $0, 0, $0) }
    for (curve, from, to) in [(Self.decode, Transfer.encoded, Transfer.linear), (Self.encode, .linear, .encoded)] {
      let eight = PixelFormat(depth: .eight, transfer: from, alpha: .straight)
      let sixteen = PixelFormat(depth: .sixteen, transfer: from, alpha: .straight)
      let eightAfter = PixelFormat(depth: .eight, transfer: to, alpha: .straight)
      let sixteenAfter = PixelFormat(depth: .sixteen, transfer: to, alpha: .straight)
      expectNearest(convert(levels, eight, eightAfter) as [UInt32], levels, curve)
      expectNearest(convert(levels, eight, sixteenAfter) as [UInt64], levels, curve)
      expectNearest(convert(Self.everyLevel, sixteen, eightAfter) as [UInt32], Self.everyLevel, curve)
      expectNearest(convert(Self.everyLevel, sixteen, sixteenAfter) as [UInt64], Self.everyLevel, curve)
    }
  }

  @Test func halfTheLightIsLevel188() {
    let grey: [UInt32] = convert([pixel16(32768, 32767, 0, 65535)], .light(.premultiplied), .encodedStraight)
    #expect(grey == [pixel(188, 188, 0, 255)])
  }

  @Test func everyEncodedPixelSurvivesLinearLight() {
    let straight = (0...255).map { pixel($0, 255 - $0, $0 ^ 85, 255 - $0 / 2) }
    let straightLight: [UInt64] = convert(straight, .encodedStraight, .light(.straight))
    #expect(convert(straightLight, .light(.straight), .encodedStraight) == straight)

    let step = isThorough ? 1 : 5
    let premultiplied = stride(from: 0, through: 255, by: step).flatMap { alpha in
      (0...alpha).map { pixel($0, alpha - $0, $0 / 2, alpha) }
    }
    let light: [UInt64] = convert(premultiplied, .encodedPremultiplied, .light(.premultiplied))
    #expect(convert(light, .light(.premultiplied), .encodedPremultiplied) == premultiplied)
  }

  /// ⌊x + ½⌋ of the exact quotient of integers, at the depth of the result.
  @Test(arguments: CPULevel.available) func changesOfAlphaAndDepthAreRoundedOnce(_ level: CPULevel) {
    func rounded(_ dividend: Int, _ divisor: Int) -> Int { (2 * dividend + divisor) / (2 * divisor) }
    let seed: UInt64 = 51
    let count = isThorough ? 300_000 : 5_000

    let straight = seededPixels(count, seed: seed, as: UInt64.self)
    let narrow: [UInt32] = convert(straight, .sixteenStraight, .encodedPremultiplied, level)
    expect(narrow, straight, "16 straight to 8 premultiplied, seed \(seed)") { before in
      before[..<3].map { rounded($0 * before[3], 65535 * 257) } + [rounded(before[3], 257)]
    }

    let premultiplied = seededPixels(count, seed: seed, premultiplied: true)
    let wide: [UInt64] = convert(premultiplied, .encodedPremultiplied, .sixteenStraight, level)
    expect(wide, premultiplied, "8 premultiplied to 16 straight, seed \(seed)") { before in
      before[..<3].map { before[3] == 0 ? 0 : rounded($0 * 65535, before[3]) } + [before[3] * 257]
    }

    let premultiplied16 = seededPixels(count, seed: seed, premultiplied: true, as: UInt64.self)
    let narrowStraight: [UInt32] = convert(premultiplied16, .sixteenPremultiplied, .encodedStraight, level)
    expect(narrowStraight, premultiplied16, "16 premultiplied to 8 straight, seed \(seed)") { before in
      before[..<3].map { before[3] == 0 ? 0 : rounded($0 * 255, before[3]) } + [rounded(before[3], 257)]
    }
  }

  @Test(arguments: CPULevel.available) func premultipliedLightIsWithinTheDocumentedError(_ level: CPULevel) {
    let count = isThorough ? 300_000 : 5_000
    let light = seededPixels(count, seed: 52, premultiplied: true, as: UInt64.self)
    let encoded = PixelFormat.sixteenPremultiplied
    expectWithin(7.5, convert(light, .light(.premultiplied), encoded, level) as [UInt64], light, Self.encode)
    expectWithin(2.5, convert(light, encoded, .light(.premultiplied), level) as [UInt64], light, Self.decode)
    expectWithin(
      0.53, convert(light, .light(.premultiplied), .encodedPremultiplied, level) as [UInt32], light, Self.encode)
    let eight = seededPixels(count, seed: 53, premultiplied: true)
    expectWithin(
      2.5, convert(eight, .encodedPremultiplied, .light(.premultiplied), level) as [UInt64], eight, Self.decode)
  }

  @Test func opaquePixelsConvertTheSameWhateverTheirAlphaFormat() {
    let pixels = seededPixels(600, seed: 54).map { $0 | 0xFF00_0000 }
    let light: [UInt64] = convert(pixels, .encodedOpaque, .light(.opaque))
    for alpha in [Alpha.premultiplied, .straight] {
      #expect(convert(pixels, .encodedOpaque, .light(alpha)) == light, "to \(alpha)")
      #expect(convert(pixels, .encodedOpaque.with(alpha: alpha), .light(.premultiplied)) == light, "from \(alpha)")
    }
    #expect(convert(light, .light(.premultiplied), .encodedStraight) == pixels)
    #expect(convert(light, .light(.premultiplied), .encodedPremultiplied) == pixels)
    #expect(convert(light, .light(.opaque), .encodedOpaque) == pixels)
  }

  @Test func aConversionWithoutEffectIsRecognized() {
    for (from, to) in Self.everyPair {
      let keepsAlpha = from.alpha == to.alpha || from.alpha == .opaque
      let isIdentity = keepsAlpha && from.depth == to.depth && from.transfer == to.transfer
      #expect(FormatConversion(from: from, to: to, kernels: .current).isIdentity == isIdentity, "\(from) to \(to)")
    }
  }

  /// Every pixel of a row that is converted in several pieces equals the pixel converted alone, and in place.
  @Test(arguments: CPULevel.available) func everyConversionTreatsPixelsIndependently(_ level: CPULevel) {
    for (from, to) in Self.everyPair {
      switch (from.depth, to.depth) {
      case (.eight, .eight): expectOneByOne(from, to, level, UInt32.self, UInt32.self)
      case (.eight, .sixteen): expectOneByOne(from, to, level, UInt32.self, UInt64.self)
      case (.sixteen, .eight): expectOneByOne(from, to, level, UInt64.self, UInt32.self)
      case (.sixteen, .sixteen): expectOneByOne(from, to, level, UInt64.self, UInt64.self)
      }
    }
  }

  private func expectOneByOne<From: PixelWord, To: PixelWord>(
    _ from: PixelFormat, _ to: PixelFormat, _ level: CPULevel, _: From.Type, _: To.Type
  ) {
    let pixels = seededPixels(1031, seed: 55, premultiplied: from.alpha == .premultiplied, as: From.self)
    let row: [To] = convert(pixels, from, to, level)
    #expect(row == pixels.flatMap { convert([$0], from, to, level) as [To] }, "\(from) to \(to)")
    if from.depth == to.depth {
      let inPlace = result(of: pixels) { destination, rows, count in
        destination.copyMemory(from: rows[0], byteCount: count * MemoryLayout<From>.size)
        FormatConversion(from: from, to: to, kernels: Kernels(level: level)).apply(
          destination, destination, count: count)
      }
      #expect(inPlace.map { To($0) } == row, "\(from) to \(to) in place")
    }
  }

  // MARK: The formulas

  private typealias Transfer = PixelFormat.Transfer
  private typealias Alpha = PixelFormat.Alpha

  private static func decode(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  private static func encode(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// All 16-bit levels, rising and falling.
  private static let everyLevel = (0...65535).map { pixel16($0, 65535 - $0, 0, 65535) }

  private static let everyPair: [(PixelFormat, PixelFormat)] = {
    let formats = [PixelFormat.Depth.eight, .sixteen].flatMap { depth in
      [Transfer.encoded, .linear].flatMap { transfer in
        [Alpha.premultiplied, .straight, .opaque].map { PixelFormat(depth: depth, transfer: transfer, alpha: $0) }
      }
    }
    return formats.flatMap { from in formats.map { (from, $0) } }
      .filter { from, to in to.alpha != .opaque || from.alpha == .opaque }
  }()

  private func convert<From: PixelWord, To: PixelWord>(
    _ pixels: [From], _ from: PixelFormat, _ to: PixelFormat, _ level: CPULevel = .detected
  ) -> [To] {
    let conversion = FormatConversion(from: from, to: to, kernels: Kernels(level: level))
    return [To](unsafeUninitializedCapacity: pixels.count) { result, count in
      pixels.withUnsafeBytes { conversion.apply(result.baseAddress!, $0.baseAddress!, count: pixels.count) }
      count = pixels.count
    }
  }

  private func expect<From: PixelWord, To: PixelWord>(
    _ after: [To], _ before: [From], _ comment: Comment, formula: ([Int]) -> [Int]
  ) {
    if let (before, after) = zip(before, after).first(where: { formula(channels($0)) != channels($1) }) {
      Issue.record("\(channels(before)) became \(channels(after)), not \(formula(channels(before))); \(comment)")
    }
  }

  /// Expects straight pixels within half a level of the curve, or a tie too close to decide.
  private func expectNearest<From: PixelWord, To: PixelWord>(
    _ after: [To], _ before: [From], _ curve: (Double) -> Double
  ) {
    let (largest, largestAfter) = (Self.largest(From.self), Self.largest(To.self))
    expectWithin(0.5 + 1e-9, after, before) { channels in
      let values = channels.map { $0 / largest }
      return (values[..<3].map(curve) + [values[3]]).map { $0 * largestAfter }
    }
  }

  /// Expects premultiplied pixels within `levels` of the curve applied to their straight colour.
  private func expectWithin<From: PixelWord, To: PixelWord>(
    _ levels: Double, _ after: [To], _ before: [From], _ curve: (Double) -> Double
  ) {
    let scale = Self.largest(To.self) / Self.largest(From.self)
    expectWithin(levels, after, before) { channels in
      let alpha = channels[3]
      return channels[..<3].map { alpha == 0 ? 0 : curve($0 / alpha) * alpha * scale } + [alpha * scale]
    }
  }

  private func expectWithin<From: PixelWord, To: PixelWord>(
    _ levels: Double, _ after: [To], _ before: [From], formula: ([Double]) -> [Double]
  ) {
    var worst = 0.0
    for (before, after) in zip(before, after) {
      for (value, channel) in zip(formula(channels(before).map(Double.init)), channels(after)) {
        worst = max(worst, (value - Double(channel)).magnitude)
      }
    }
    #expect(worst <= levels)
  }

  private static func largest<Word: PixelWord>(_: Word.Type) -> Double { Word.self == UInt32.self ? 255 : 65535 }
}

extension PixelFormat {
  fileprivate static let sixteenStraight = PixelFormat(depth: .sixteen, transfer: .encoded, alpha: .straight)
  fileprivate static let sixteenPremultiplied = PixelFormat(depth: .sixteen, transfer: .encoded, alpha: .premultiplied)

  /// 16 bits of linear light.
  fileprivate static func light(_ alpha: Alpha) -> PixelFormat {
    PixelFormat(depth: .sixteen, transfer: .linear, alpha: alpha)
  }
}
