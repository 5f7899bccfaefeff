import ColorProfiles
import PixelCore
import PixelKernels
import TestSupport
import Testing

/// Colours of a profile as sRGB: beside what Little CMS 2.14 makes of them in floating point, relative colorimetric with its black
/// point compensation and without its optimisations.
@Suite struct ConversionTests {
  @Test(arguments: [
    // sRGB's own primaries as CSS Color 4 writes them in Display P3: color(display-p3 0.9175 0.2003 0.1386) is red.
    ([234, 51, 35], [255.00, 0.00, 0.00]),
    ([117, 251, 76], [2.97, 254.75, 0.11]),
    ([0, 0, 245], [0.00, 0.04, 255.00]),
    // Its own, which sRGB has not.
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
  func displayP3(_ colour: [Int], _ expected: [Double]) throws { try check(.displayP3, colour, expected) }

  @Test(arguments: [
    ([234, 51, 35], [255.00, 47.53, 28.56]),
    ([128, 128, 128], [129.03, 129.03, 129.03]),
    ([1, 2, 3], [0.00, 0.08, 0.19]),
    ([230, 57, 70], [255.00, 54.14, 68.80]),
    ([121, 131, 193], [117.44, 132.10, 196.51]),
    ([210, 242, 63], [196.84, 242.40, 25.33]),
    ([104, 164, 140], [58.94, 165.50, 140.11]),
  ])
  func adobeRGB(_ colour: [Int], _ expected: [Double]) throws { try check(.adobeRGB, colour, expected) }

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
  func inks(_ inks: [UInt8], _ expected: [Double]) throws {
    let transform = try table(.inks)
    let colour = converted(inks) { Kernels.current.convertToSRGB($0, $1, transform, count: 1) }
    let inverted = converted(inks.map { 255 - $0 }) {
      Kernels.current.convertToSRGB($0, $1, transform, count: 1, isInverted: true)
    }
    #expect(zip(colour, expected).allSatisfy { abs(Double($0) - $1) < 1 } && colour[3] == 255, "\(colour)")
    #expect(inverted == colour)
  }

  /// Three lights by a table, whose black is not black.
  @Test(arguments: [
    ([234, 51, 35], [183.72, 49.16, 0.00]),
    ([0, 0, 245], [47.46, 0.00, 93.78]),
    ([0, 255, 0], [39.57, 118.67, 27.47]),
    ([255, 255, 255], [226.01, 226.01, 226.01]),
    ([121, 131, 193], [81.76, 30.22, 62.01]),
    ([104, 164, 140], [81.08, 56.44, 20.37]),
  ])
  func tables(_ colour: [UInt8], _ expected: [Double]) throws {
    let transform = try table(.scanner)
    let made = converted(colour + [77]) { Kernels.current.convertToSRGB($0, $1, transform, count: 1) }
    #expect(zip(made, expected).allSatisfy { abs(Double($0) - $1) < 1 } && made[3] == 77, "\(made)")
  }

  private func table(_ builder: ProfileBuilder) throws -> TableTransform {
    guard case .table(let table) = try ColorProfile.read(builder.bytes).get().transform else {
      preconditionFailure("it works by a table")
    }
    return table
  }

  @Test(arguments: [(234, 238.20), (117, 135.91), (1, 0.15), (128, 146.37), (104, 123.23), (255, 255)])
  func grey(_ level: Int, _ expected: Double) throws {
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

  @Test func aBlackThatIsNotBlackBecomesBlack() throws {
    // Light from 0.02 to 1 in a straight line: (light − 0.02) / 0.98 is what is left.
    let builder = ProfileBuilder(grey: ProfileBuilder.table([1311, 65535]))
    let profile = try ColorProfile.read(builder.bytes).get()
    #expect(converted([0, 0, 0, 255], by: profile, .eight) == [0, 0, 0, 255] as [UInt8])
    #expect(converted([255, 255, 255, 255], by: profile, .eight) == [255, 255, 255, 255] as [UInt8])
  }

  private func converted<Channel: FixedWidthInteger>(
    _ pixel: [Channel], by profile: ColorProfile, _ depth: PixelFormat.Depth
  ) -> [Channel] {
    converted(pixel) {
      Kernels.current.convertToSRGB($0, $1, profile.transform, count: 1, depth: depth)
    }
  }

  /// A pixel converted in its place.
  private func converted<Channel: FixedWidthInteger>(
    _ pixel: [Channel], by loop: (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void
  ) -> [Channel] {
    var pixel = pixel
    pixel.withUnsafeMutableBytes { loop($0.baseAddress!, UnsafeRawPointer($0.baseAddress!)) }
    return pixel
  }
}
