import Filters
import Foundation
import Parameters
import PixelCore
import PixelKernels
import Testing

@Suite struct OpacityTests {
  @Test(arguments: PixelFormat.working)
  func multipliesEveryChannelAndRoundsOnce(format: PixelFormat) throws {
    let image = Image.random(ImageShape(size: PixelSize(width: 300, height: 3), format: format), seed: 6)
    let faded = try render(Opacity(amount: 0.3), image)
    #expect(faded.shape.format.alpha == .premultiplied)
    // In tenths, which integers represent exactly.
    #expect(faded.channels == image.channels.map { ($0 * 3 * 2 + 10) / 20 })
  }

  @Test func theAmountIsReadAsASingleValue() throws {
    #expect(try Opacity(parameters: Value(.number(0.25))) == Opacity(amount: 0.25))
    #expect(throws: FilterError.self) { try Opacity(parameters: Value(.null)) }
    #expect(throws: FilterError.self) { try Opacity(parameters: Value(.number(1.01))) }
  }
}

@Suite struct ColorMatrixTests {
  private static let invert = ColorCoefficients(rows: [
    [-1, 0, 0, 0, 1], [0, -1, 0, 0, 1], [0, 0, -1, 0, 1], [0, 0, 0, 1, 0],
  ])!

  /// The negative of a straight colour c at alpha a is 1 − c; premultiplied, a − c·a.
  @Test(arguments: PixelFormat.working.filter { $0.transfer == .encoded })
  func invertsStraightColor(format: PixelFormat) throws {
    let image = Image.random(ImageShape(size: PixelSize(width: 300, height: 3), format: format), seed: 7)
    let negative = try render(ColorMatrix(rows: Self.invert), image)
    let expected = stride(from: 0, to: image.channels.count, by: 4).flatMap { pixel in
      let alpha = image.channels[pixel + 3]
      return image.channels[pixel..<pixel + 3].map { alpha - $0 } + [alpha]
    }
    #expect(negative.channels == expected)
    #expect(negative.shape == image.shape)
  }

  /// Half the light of white is 188 of 255 when encoded.
  @Test func worksInLinearLightIfAsked() throws {
    let half = ColorCoefficients(rows: [
      [0.5, 0, 0, 0, 0], [0, 0.5, 0, 0, 0], [0, 0, 0.5, 0, 0], [0, 0, 0, 1, 0],
    ])!
    let shape = ImageShape(size: PixelSize(width: 1, height: 1), format: .encodedOpaque)
    let white = Image.filled(shape, .white)
    #expect(try render(ColorMatrix(rows: half, linear: true), white).channels == [188, 188, 188, 255])
    #expect(try render(ColorMatrix(rows: half), white).channels == [128, 128, 128, 255])

    let light = ImageShape(
      size: shape.size, format: PixelFormat(depth: .sixteen, transfer: .linear, alpha: .opaque))
    let linear = try render(ColorMatrix(rows: half, linear: true), .filled(light, .white))
    #expect(linear.channels == [32768, 32768, 32768, 65535])
    // Half of the encoded value is 0.2140 of the light (IEC 61966-2-1).
    let encoded = try render(ColorMatrix(rows: half), .filled(light, .white))
    #expect(abs(Double(encoded.channels[0]) / 65535 - 0.21404) < 2e-5)
  }

  @Test func onlyRowsAreRead() throws {
    let rows = Value(.list(Self.invert.rows.map { Value(.list($0.map(\.value))) }))
    #expect(try ColorMatrix(parameters: rows) == ColorMatrix(rows: Self.invert))
    #expect(throws: FilterError.self) { try ColorMatrix(parameters: Value(.list([]))) }
    #expect(throws: FilterError.self) { try ColorMatrix(parameters: Value(.null)) }
    let wild = Value(.list((0..<4).map { _ in Value(.list((0..<5).map { _ in 1001.value })) }))
    #expect(throws: FilterError.self) { try ColorMatrix(parameters: wild) }
  }
}
