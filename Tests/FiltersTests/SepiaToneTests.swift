import Filters
import Foundation
import Parameters
import PixelCore
import TestSupport
import Testing

@Suite struct SepiaToneTests {
  /// sRGB's transfer curve, IEC 61966-2-1.
  private func linear(_ encoded: Double) -> Double {
    encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
  }

  private func encoded(_ linear: Double) -> Double {
    linear <= 0.0031308 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055
  }

  /// The formula in float64, on straight values 0…1.
  private func coreImage(_ color: [Double], intensity: Double) -> [Double] {
    let light = color.map(linear)
    let y = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
    let tone = [pow(y, 0.781), 0.9888 * pow(y, 1.0849), 0.9145 * pow(y, 1.9023)]
    return zip(light, tone).map { encoded(min(1, $0 + ($1 - $0) * intensity)) }
  }

  @Test(arguments: [0.25, 0.5, 1])
  func coreImageIsWithinOneLevelOfTheFormula(intensity: Double) throws {
    var generator = SeededGenerator(seed: 11)
    var pixels = (0...255).map { Color(red: UInt8($0), green: UInt8($0), blue: UInt8($0)).word }
    for _ in 0..<3840 {
      pixels.append(
        Color(
          red: .random(in: 0...255, using: &generator), green: .random(in: 0...255, using: &generator),
          blue: .random(in: 0...255, using: &generator),
          alpha: [255, .random(in: 1...255, using: &generator)].randomElement(using: &generator)!
        ).word)
    }
    let image = try render(SepiaTone(intensity: intensity), [pixels])
    for (input, output) in zip(pixels, image.pixels[0]) {
      let alpha = Double(input.channels[3])
      let expected = coreImage(input.channels.prefix(3).map { Double($0) / alpha }, intensity: intensity)
      for channel in 0..<3 {
        #expect(abs(Double(output.channels[channel]) - expected[channel] * alpha) <= 1, "\(input.channels)")
      }
      #expect(output.channels[3] == input.channels[3])
    }
  }

  /// W3C Filter Effects Module Level 1, the matrix of `sepia()`.
  @Test(arguments: [0.333, 0.5, 1])
  func cssIsTheMatrixRoundedOnce(intensity: Double) throws {
    let rows = [[393, 769, 189], [349, 686, 168], [272, 534, 131]]
    let thousandths = Int(intensity * 1000)
    let pixels = ImageShape(size: PixelSize(width: 4000, height: 1), format: .encodedPremultiplied).randomPixels(
      seed: 3)
    let image = try render(SepiaTone(intensity: intensity, model: .css), pixels)
    for (input, output) in zip(pixels[0], image.pixels[0]) {
      for channel in 0..<3 {
        let sum = (0..<3).reduce(0) { sum, other in
          let identity = other == channel ? (1000 - thousandths) * 1000 : 0
          return sum + (identity + thousandths * rows[channel][other]) * input.channels[other]
        }
        #expect(output.channels[channel] == min(input.channels[3], (sum + 500_000) / 1_000_000))
      }
    }
  }

  @Test func intensityZeroChangesNothing() throws {
    let plan = SepiaTone(intensity: 0).plan(
      ImageShape(size: PixelSize(width: 3, height: 3), format: .encodedOpaque), in: PlanContext())
    guard case .nothing = plan.work else {
      Issue.record("it works for nothing")
      return
    }
  }

  @Test func refusesAnIntensityOutOfRange() {
    let allowed = "a number from 0 to 1, or a percentage such as \"12%\""
    #expect(throws: FilterError.refusedValue(parameter: "intensity", found: "1.5", allowed: allowed)) {
      try SepiaTone(parameters: Value(.map([.init(key: "intensity", value: Value(.number(1.5)))])))
    }
  }
}
