import Foundation
import PackshotKit
import PackshotTesting
import PixelCore
import Testing

@Suite struct ExpectGoldenTests {
  /// Draws a soft gradient with one pixel of another colour.
  private func drawing(dot: UInt8, alpha: PixelFormat.Alpha = .opaque) -> Image {
    let format = PixelFormat(depth: .eight, transfer: .encoded, alpha: alpha)
    var rows = PixelBuffer(shape: ImageShape(size: PixelSize(width: 16, height: 9), format: format))
    for y in 0..<9 {
      for x in 0..<16 {
        let level: UInt8 = x == 3 && y == 4 ? dot : UInt8(x * 8 + y)
        rows.mutableRow(y).storeBytes(
          of: SIMD4(level, level / 2, level / 3, alpha == .opaque ? 255 : 200), toByteOffset: 4 * x,
          as: SIMD4<UInt8>.self)
      }
    }
    return Image(rows)
  }

  @Test func matchingPicturePassesOpaqueAndPremultiplied() throws {
    try expectGolden(drawing(dot: 100), named: "ramp")
    try expectGolden(drawing(dot: 100, alpha: .premultiplied), named: "translucent")
  }

  @Test func differingPictureFailsAndAttachesThreePictures() throws {
    try withKnownIssue {
      try expectGolden(drawing(dot: 101), named: "ramp")
    } matching: { issue in
      let text = "\(issue)"
      return text.contains("1 pixel differs; none is allowed to") && text.contains("1 × 1 at (3, 4)")
        && text.contains("1 of 144 pixels differ, by up to 1 of 255 levels")
        && text.contains("PACKSHOT_APPROVE=1")
    }
  }

  @Test(
    arguments: ["../up", "/up", "", "a//b", ".hidden", "a/../../b"])
  func invalidNameIsRefused(name: String) throws {
    let error = try #require(throws: PackshotError.self) { try expectGolden(drawing(dot: 1), named: name) }
    #expect(error.message.contains("“\(name)”"))
  }

  @Test func differenceWithinTolerancePasses() throws {
    try expectGolden(drawing(dot: 101), named: "ramp", tolerance: Tolerance(.channels(1)))
  }

  @Test func missingGoldenFailsWithInstructions() throws {
    try withKnownIssue {
      try expectGolden(drawing(dot: 1), named: "nothing")
    } matching: { issue in
      "\(issue)".contains("Goldens/ExpectGoldenTests/nothing.png yet")
    }
  }
}
