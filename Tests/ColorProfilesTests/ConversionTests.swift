import ColorProfiles
import PixelCore
import PixelKernels
import TestSupport
import Testing

/// Colours converted to sRGB, compared with Little CMS 2.14 in floating point: relative colorimetric, with its black point
/// compensation and without its optimisations.
@Suite struct ConversionTests {
  @Test(arguments: [
    // sRGB's own primaries as CSS Color 4 writes them in Display P3: color(display-p3 0.9175 0.2003 0.1386) is red.
    ([234, 51, 35], [255.00, 0.00, 0.00]),
    ([117, 251, 76], [2.97, 254.75, 0.11]),
    ([0, 0, 245], [0.00, 0.04, 255.00]),
    // The profile's own primaries, which lie outside sRGB.
    ([255, 0, 0], [255.00, 0.00, 0.00]),
    ([0, 255, 0], [0.00, 255.00, 0.00]),
    ([0, 0, 255], [0.00, 0.04, 255.00]),
    ([255, 255, 255], [255, 255, 255]),
    ([128, 128, 128], [128, 128, 128]),
    ([1, 2, 3], [0.77, 2.04, 3.12]),
    ([230, 57, 70], [250.47, 24.40, 62.22]),
    ([121, 131, 193], [118.60, 131.40, 197.90]),
    ([210, 242, 63], [201.86, 243.23, 0.00]),
    ([79, 222, 108], [0.00, 225.65, 91.46]),
    ([104, 164, 140], [82.79, 165.94, 138.49]),
  ])
  func convertsDisplayP3(_ colour: [Int], _ expected: [Double]) throws { try check(.displayP3, colour, expected) }

  @Test(arguments: [
    ([234, 51, 35], [255.00, 47.53, 28.56]),
    ([128, 128, 128], [129.03, 129.03, 129.03]),
    ([1, 2, 3], [0.00, 0.08, 0.19]),
    ([230, 57, 70], [255.00, 54.14, 68.80]),
    ([121, 131, 193], [117.44, 132.10, 196.51]),
    ([210, 242, 63], [196.84, 242.40, 25.33]),
    ([104, 164, 140], [58.94, 165.50, 140.11]),
  ])
  func convertsAdobeRGB(_ colour: [Int], _ expected: [Double]) throws { try check(.adobeRGB, colour, expected) }

  /// Cyan, magenta, yellow and black.
  @Test(arguments: [
    ([234, 51, 35, 81], [0.00, 133.88, 174.69]),
    ([117, 251, 76, 47], [171.73, 57.31, 119.72]),
    ([0, 0, 245, 27], [237.84, 216.96, 57.46]),
    ([255, 255, 255, 113], [52.15, 4.73, 0.00]),
    ([128, 128, 128, 56], [167.94, 161.91, 159.81]),
    ([1, 2, 3, 0], [254.75, 253.82, 253.06]),
    ([121, 131, 193, 61], [171.05, 152.60, 96.91]),
    ([104, 164, 140, 49], [183.80, 136.57, 131.91]),
    ([0, 0, 0, 0], [255, 255, 255]),
    ([0, 0, 0, 255], [0, 0, 0]),
  ])
  func convertsCMYK(_ inks: [UInt8], _ expected: [Double]) throws {
    let transform = try table(.cmykProfile)
    let colour = converted(inks) { Kernels.current.convertToSRGB($0, $1, transform, count: 1) }
    let inverted = converted(inks.map { 255 - $0 }) {
      Kernels.current.convertToSRGB($0, $1, transform, count: 1, isInverted: true)
    }
    #expect(zip(colour, expected).allSatisfy { abs(Double($0) - $1) < 1 } && colour[3] == 255, "\(colour)")
    #expect(inverted == colour)
  }

  /// RGB through a table whose black isn't black.
  @Test(arguments: [
    ([234, 51, 35], [183.72, 49.16, 0.00]),
    ([0, 0, 245], [47.46, 0.00, 93.78]),
    ([0, 255, 0], [39.57, 118.67, 27.47]),
    ([255, 255, 255], [226.01, 226.01, 226.01]),
    ([121, 131, 193], [81.76, 30.22, 62.01]),
    ([104, 164, 140], [81.08, 56.44, 20.37]),
  ])
  func convertsThroughTables(_ colour: [UInt8], _ expected: [Double]) throws {
    let transform = try table(.scanner)
    let made = converted(colour + [77]) { Kernels.current.convertToSRGB($0, $1, transform, count: 1) }
    #expect(zip(made, expected).allSatisfy { abs(Double($0) - $1) < 1 } && made[3] == 77, "\(made)")
  }

  /// A press with tables for each intent, compared with Little CMS in floating point, to sRGB.
  @Test(
    arguments: [
      (.relative, true, [121, 131, 193, 61], [173.29, 155.23, 101.24]),
      (.relative, true, [255, 200, 220, 240], [0.00, 0.00, 0.00]),
      (.relative, false, [121, 131, 193, 61], [175.76, 158.51, 108.30]),
      (.relative, false, [255, 200, 220, 240], [22.63, 29.57, 32.76]),
      (.perceptual, true, [121, 131, 193, 61], [177.24, 161.05, 115.00]),
      (.perceptual, true, [255, 200, 220, 240], [8.13, 21.08, 25.85]),
      (.perceptual, false, [121, 131, 193, 61], [178.37, 162.52, 117.88]),
      (.perceptual, false, [255, 200, 220, 240], [31.00, 37.25, 40.17]),
      (.saturation, true, [121, 131, 193, 61], [175.79, 155.65, 92.90]),
      (.saturation, false, [255, 200, 220, 240], [17.41, 26.02, 29.87]),
      (.absolute, true, [121, 131, 193, 61], [165.79, 148.65, 98.84]),
      (.absolute, true, [0, 0, 0, 0], [241.90, 239.58, 235.05]),
      (.absolute, false, [255, 200, 220, 240], [21.03, 27.07, 29.31]),
    ] as [(ColorConversion.Intent, Bool, [UInt8], [Double])])
  func convertsByEachIntent(
    _ intent: ColorConversion.Intent, _ isBlack: Bool, _ inks: [UInt8], _ expected: [Double]
  )
    throws
  {
    let transform = try table(.press, ColorConversion(intent: intent, compensatesBlackPoint: isBlack))
    let colour = converted(inks) { Kernels.current.convertToSRGB($0, $1, transform, count: 1) }
    #expect(zip(colour, expected).allSatisfy { abs(Double($0) - $1) < 1 }, "\(colour)")
  }

  /// In a gray profile whose black emits light from 0.02 on, level 0 is encode(0.02) without compensation.
  @Test func blackPointIsCompensatedUnlessDisabled() throws {
    let profile = try ColorProfile.read(ProfileBuilder(grey: ProfileBuilder.table([1311, 65535])).bytes).get()
    func black(_ conversion: ColorConversion) -> UInt8 {
      converted([0, 0, 0, 255]) {
        Kernels.current.convertToSRGB($0, $1, profile.transform(conversion), count: 1, depth: .eight)
      }[0]
    }
    #expect(black(.standard) == 0 && black(ColorConversion(intent: .perceptual)) == 0)
    #expect(black(ColorConversion(compensatesBlackPoint: false)) == 39)
    #expect(black(ColorConversion(intent: .absolute)) == 39)
  }

  @Test func aDamagedIntentTableFallsBackToTheDefaultTable() throws {
    var builder = ProfileBuilder.press
    let saturation = try #require(builder.tags.firstIndex { $0.name == "A2B2" })
    builder.tags[saturation].data.removeLast(20)
    let damaged = try ColorProfile.read(builder.bytes).get()
    guard case .table(let table) = damaged.transform(ColorConversion(intent: .saturation)) else {
      preconditionFailure("it works by a table")
    }
    let colour = converted([121, 131, 193, 61] as [UInt8]) {
      Kernels.current.convertToSRGB($0, $1, table, count: 1)
    }
    #expect(zip(colour, [173.29, 155.23, 101.24]).allSatisfy { abs(Double($0) - $1) < 1 }, "\(colour)")
  }

  private func table(_ builder: ProfileBuilder, _ conversion: ColorConversion = .standard) throws -> TableTransform {
    guard case .table(let table) = try ColorProfile.read(builder.bytes).get().transform(conversion) else {
      preconditionFailure("it works by a table")
    }
    return table
  }

  @Test(arguments: [(234, 238.20), (117, 135.91), (1, 0.15), (128, 146.37), (104, 123.23), (255, 255)])
  func convertsGray(_ level: Int, _ expected: Double) throws {
    try check(
      ProfileBuilder(grey: ProfileBuilder.gamma(1.8)), [level, level, level], [expected, expected, expected])
  }

  private func check(_ builder: ProfileBuilder, _ colour: [Int], _ expected: [Double]) throws {
    let profile = try ColorProfile.read(builder.bytes).get()
    let eight = converted([UInt8(colour[0]), UInt8(colour[1]), UInt8(colour[2]), 77], by: profile, .eight)
    let sixteen = converted((colour + [77]).map { UInt16($0) * 257 }, by: profile, .sixteen)
    for channel in 0..<3 {
      #expect(abs(Double(eight[channel]) - expected[channel]) < 0.65, "\(eight)")
      #expect(abs(Double(sixteen[channel]) / 257 - expected[channel]) < 0.01, "\(sixteen)")
    }
    #expect(eight[3] == 77 && sixteen[3] == 77 * 257)
  }

  @Test func aRaisedBlackPointBecomesBlack() throws {
    // Linear light from 0.02 to 1, which compensation maps to (light − 0.02) / 0.98.
    let builder = ProfileBuilder(grey: ProfileBuilder.table([1311, 65535]))
    let profile = try ColorProfile.read(builder.bytes).get()
    #expect(converted([0, 0, 0, 255], by: profile, .eight) == [0, 0, 0, 255] as [UInt8])
    #expect(converted([255, 255, 255, 255], by: profile, .eight) == [255, 255, 255, 255] as [UInt8])
  }

  private func converted<Channel: FixedWidthInteger>(
    _ pixel: [Channel], by profile: ColorProfile, _ depth: PixelFormat.Depth
  ) -> [Channel] {
    converted(pixel) {
      Kernels.current.convertToSRGB($0, $1, profile.transform(), count: 1, depth: depth)
    }
  }

  /// Converts one pixel in place.
  private func converted<Channel: FixedWidthInteger>(
    _ pixel: [Channel], by loop: (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void
  ) -> [Channel] {
    var pixel = pixel
    pixel.withUnsafeMutableBytes { loop($0.baseAddress!, UnsafeRawPointer($0.baseAddress!)) }
    return pixel
  }
}
