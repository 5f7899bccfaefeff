import Filters
import Foundation
import Parameters
import PixelCore
import PixelKernels
import Testing

/// A correction with its formula in double precision, on straight values of 0…1 of the given transfer.
struct Correction: CustomTestStringConvertible, Sendable {
  let filter: any Filter
  let transfer: PixelFormat.Transfer
  let formula: @Sendable (SIMD3<Double>) -> SIMD3<Double>

  var testDescription: String { filter.canonicalText }

  /// A correction that maps each channel by itself.
  static func each(
    _ filter: any Filter, in transfer: PixelFormat.Transfer, _ formula: @escaping @Sendable (Double) -> Double
  ) -> Correction {
    Correction(filter: filter, transfer: transfer) { SIMD3(formula($0.x), formula($0.y), formula($0.z)) }
  }

  static let all: [Correction] =
    [-3.0, -0.4, 0.7, 1, 4].map { stops in
      .each(Exposure(stops: stops), in: .linear) { $0 * pow(2, stops) }
    }
    + [0, 0.35, 1.25, 6].map { amount in .each(Brightness(amount: amount), in: .encoded) { $0 * amount } }
    + [0, 0.5, 1.4, 8].map { amount in
      .each(Contrast(amount: amount), in: .encoded) { ($0 - 0.5) * amount + 0.5 }
    }
    + [0.3, 0.8, 1.5, 2.2].map { gamma in .each(Gamma(gamma: gamma), in: .encoded) { pow($0, 1 / gamma) } }
    + [(0.08, 0.92, 1.0), (0, 0.5, 1.6), (0.3, 1, 0.7)].map { black, white, gamma in
      .each(Levels(black: black, white: white, gamma: gamma), in: .encoded) {
        pow(min(1, max(0, ($0 - black) / (white - black))), 1 / gamma)
      }
    }
    + [Color(css: "#e8d9c0")!, Color(css: "#8090a8")!].map { color in
      let light = SIMD3(
        decode(Double(color.red) / 255), decode(Double(color.green) / 255), decode(Double(color.blue) / 255))
      return Correction(filter: WhiteBalance(neutral: .color(color)), transfer: .linear) {
        $0 * (luminance(light) / light)
      }
    }
    + [0, 0.4, 1.8].flatMap { amount in
      [false, true].map { linear in
        Correction(filter: Saturation(amount: amount, linear: linear), transfer: linear ? .linear : .encoded) {
          luminance($0) + amount * ($0 - luminance($0))
        }
      }
    }
    + [0.6, 1].flatMap { amount in
      [false, true].map { linear in
        Correction(filter: Greyscale(amount: amount, linear: linear), transfer: linear ? .linear : .encoded) {
          (1 - amount) * $0 + amount * luminance($0)
        }
      }
    }

  static func luminance(_ color: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(repeating: 0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z)
  }

  /// IEC 61966-2-1.
  static func decode(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  static func encode(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// Returns the result for straight values in a transfer.
  func expected(_ straight: SIMD3<Double>, in other: PixelFormat.Transfer) -> SIMD3<Double> {
    func each(_ values: SIMD3<Double>, _ change: (Double) -> Double) -> SIMD3<Double> {
      SIMD3(change(values.x), change(values.y), change(values.z)).clamped(lowerBound: .zero, upperBound: .one)
    }
    switch (transfer, other) {
    case (.linear, .encoded): return each(each(formula(each(straight, Self.decode)), { $0 }), Self.encode)
    case (.encoded, .linear): return each(each(formula(each(straight, Self.encode)), { $0 }), Self.decode)
    default: return each(formula(straight), { $0 })
    }
  }
}

@Suite struct CorrectionTests {
  /// Every channel under every alpha, and random pixels: rounded once, apart from the bounds that the filters state.
  @Test(arguments: Correction.all, PixelFormat.working)
  func areWithinHalfALevelOfTheFormula(correction: Correction, format: PixelFormat) throws {
    let largest = Double(format.depth.largest)
    let image = Image.random(ImageShape(size: PixelSize(width: 400, height: 40), format: format), seed: 17)
    let images =
      format.depth == .eight && format.alpha == .premultiplied
      ? [image, .everyChannelUnderEveryAlpha(format)] : [image]
    let isMatrix = correction.filter is Saturation || correction.filter is Greyscale
    for image in images {
      let corrected = try render(of: correction.filter, image)
      #expect(corrected.shape == image.shape)
      let (before, after) = (image.channels, corrected.channels)
      var worst = 0.0
      for pixel in stride(from: 0, to: before.count, by: 4) {
        let alpha = Double(before[pixel + 3])
        #expect(after[pixel + 3] == before[pixel + 3])
        guard alpha > 0 else {
          #expect(after[pixel..<pixel + 3].allSatisfy { $0 == 0 })
          continue
        }
        let straight = SIMD3(Double(before[pixel]), Double(before[pixel + 1]), Double(before[pixel + 2])) / alpha
        let expected = correction.expected(straight, in: format.transfer) * alpha
        for channel in 0..<3 { worst = max(worst, abs(Double(after[pixel + channel]) - expected[channel])) }
      }
      let bound =
        switch (isMatrix, format.depth, format.alpha) {
        // Another transfer is converted with 16 bits and back.
        case (true, .eight, _): correction.transfer == format.transfer ? 0.5 : 0.75
        case (true, .sixteen, _): correction.transfer == format.transfer ? 0.5 : 24
        case (false, .sixteen, .premultiplied): 2.5
        default: 0.5
        }
      #expect(worst <= bound + 1e-6, "\(worst) of \(largest)")
    }
  }

  @Test(
    arguments: [
      Exposure(stops: 0), Brightness(amount: 1), Contrast(amount: 1), Gamma(gamma: 1), Levels(), Saturation(amount: 1),
      Saturation(amount: 1, linear: true), Greyscale(amount: 0), Greyscale(amount: 0, linear: true),
      WhiteBalance(neutral: .color(Color(css: "#808080")!)),
    ] as [any Filter])
  func withoutEffectDoNothing(filter: any Filter) throws {
    let shape = ImageShape(size: PixelSize(width: 4, height: 4), format: .encodedPremultiplied)
    let plan = try filter.plan(shape, in: PlanContext())
    guard case .nothing = plan.work else {
      Issue.record("\(filter.canonicalText) has work to do")
      return
    }
  }

  @Test(
    arguments: [
      ("exposure", 0.5, Exposure(stops: 0.5)), ("CIExposureAdjust", ["inputEV": -1], Exposure(stops: -1)),
      ("brightness", "120%", Brightness(amount: 1.2)), ("contrast", 0.5, Contrast(amount: 0.5)),
      ("gamma", 2.2, Gamma(gamma: 2.2)), ("saturation", "50%", Saturation(amount: 0.5)),
      ("greyscale", nil, Greyscale()), ("greyscale", ["linear": true], Greyscale(linear: true)),
      ("levels", "auto", Levels(clip: 0.005)),
      ("levels", ["black": "5%", "white": 0.9], Levels(black: 0.05, white: 0.9)),
      ("levels", ["points": "auto", "clip": "1%"], Levels(clip: 0.01)),
      ("whiteBalance", nil, WhiteBalance()), ("whiteBalance", "greyWorld", WhiteBalance(neutral: .greyWorld)),
      ("whiteBalance", "#e8d9c0", WhiteBalance(neutral: .color(Color(css: "#e8d9c0")!))),
    ] as [(String, Value?, any Filter)])
  func areReadInTheirShortForms(name: String, parameters: Value?, filter: any Filter) throws {
    let read = try FilterList.standard.filter(named: name, parameters: parameters ?? Value(.null))
    #expect(read.canonicalText == filter.canonicalText)
  }

  @Test(
    arguments: [
      ("exposure", nil, "needs `stops`"), ("exposure", 11, "from -10 to 10"), ("brightness", -0.1, "from 0 to 10"),
      ("gamma", 0, "from 0.1 to 10"), ("levels", ["black": 0.9, "white": 0.2], "`white` must be higher"),
      ("levels", ["points": "auto", "black": 0.1], "remove either"), ("levels", ["clip": 0.1], "add `points: auto`"),
      ("whiteBalance", "greyworld", "did you mean `greyWorld`?"),
      ("whiteBalance", "#ff0000", "red, green and blue of at least 16"),
      ("whiteBalance", "#80808080", "it must be opaque"),
    ] as [(String, Value?, String)])
  func refuseOtherValues(name: String, parameters: Value?, words: String) throws {
    let error = try #require(throws: FilterError.self) {
      try FilterList.standard.filter(named: name, parameters: parameters ?? Value(.null))
    }
    #expect(error.message.contains(words), "\(error.message)")
  }

  private func render(of filter: any Filter, _ image: Image) throws -> Image {
    func made(_ filter: some Filter) throws -> Image { try FiltersTests.render(filter, image) }
    return try made(filter)
  }
}

extension Image {
  /// All 8-bit channels that are valid under each alpha.
  fileprivate static func everyChannelUnderEveryAlpha(_ format: PixelFormat) -> Image {
    Image(
      (0...255).map { alpha in
        (0...255).map { channel in
          let channel = UInt32(min(channel, alpha))
          return channel | (UInt32(alpha) - channel) << 8 | channel / 2 << 16 | UInt32(alpha) << 24
        }
      }, format: format)
  }
}
