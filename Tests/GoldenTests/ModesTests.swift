import Foundation
import Golden
import PixelCore
import Testing

/// How each mode treats each kind of change: the promise, and its table in the guide.
@Suite struct ModesTests {
  /// The modes as the guide names them.
  static let modes: [(name: String, tolerance: Tolerance)] = [
    ("`exact`", Tolerance(.exact)),
    ("`exact`, 0.1 % of pixels", Tolerance(.exact, pixels: .share(0.001))),
    ("`channels: 1`", Tolerance(.channels(1))),
    ("`perceptual: 2`", Tolerance(.perceptual(2))),
    ("`ssim: 0.95`", Tolerance(.structure(0.95))),
  ]

  /// A change to a picture, and whether each mode must report it.
  struct Change: Sendable {
    let name: String
    let isTold: [Bool]
    var size = PixelSize(width: 600, height: 400)
    var isOpaque = true
    var profiles: (expected: [UInt8]?, actual: [UInt8]?) = (nil, nil)
    let pixel: @Sendable (Int, Int) -> Drawing.Pixel

    func result(_ tolerance: Tolerance) throws -> PictureDifferences {
      try Comparison.compare(
        Drawing(size, isOpaque: isOpaque, iccProfile: profiles.expected, Drawing.photo),
        Drawing(size, isOpaque: isOpaque, iccProfile: profiles.actual, pixel), tolerance: tolerance)
    }
  }

  static let changes: [Change] = [
    Change(name: "nothing", isTold: [false, false, false, false, false], pixel: { Drawing.photo($0, $1) }),
    Change(name: "one pixel by one level", isTold: [true, false, false, false, false]) { x, y in
      Drawing.photo(x, y) &+ ((x, y) == (311, 207) ? [0, 1, 0, 0] : .zero)
    },
    Change(name: "noise of ±1 on every pixel", isTold: [true, true, false, false, false]) { x, y in
      let noise = Drawing.noise(y, x)
      let up = Drawing.Pixel(UInt16(noise & 1), UInt16(noise >> 1 & 1), UInt16(noise >> 2 & 1), 0)
      return Drawing.photo(x, y) &+ up &- ([1, 1, 1, 0] &- up)
    },
    Change(name: "a shift by 1 pixel", isTold: [true, true, true, true, true]) { x, y in
      Drawing.photo(max(0, x - 1), y)
    },
    Change(
      name: "a 3 × 3 dent of 40 levels in 24 megapixels", isTold: [true, true, true, true, true],
      size: PixelSize(width: 6000, height: 4000)
    ) { x, y in
      let isDent = 4001...4003 ~= x && 2999...3001 ~= y
      return Drawing.photo(x, y) &- (isDent ? [40, 40, 40, 0] : .zero)
    },
    Change(
      name: "another colour profile", isTold: [true, true, true, true, true],
      profiles: (Drawing.profile(named: "sRGB"), Drawing.profile(named: "Display P3")), pixel: { Drawing.photo($0, $1) }
    ),
    Change(
      name: "alpha alone, by one level", isTold: [true, true, false, false, false], isOpaque: false
    ) { x, y in
      Drawing.photo(x, y) &- [0, 0, 0, 1]
    },
    Change(
      name: "alpha alone, an 8 × 8 patch at half", isTold: [true, true, true, true, true], isOpaque: false
    ) { x, y in
      let isPatch = 200..<208 ~= x && 100..<108 ~= y
      return Drawing.photo(x, y) &- (isPatch ? [0, 0, 0, 127] : .zero)
    },
  ]

  @Test(arguments: changes.indices)
  func eachModeReportsThePromisedChangesAndNoOthers(index: Int) throws {
    let change = Self.changes[index]
    for (mode, isTold) in zip(Self.modes, change.isTold) {
      let result = try change.result(mode.tolerance)
      #expect(result.isSame == !isTold, "\(change.name), \(mode.name): \(result.objections)")
    }
  }

  @Test func theGuideHasTheTable() throws {
    var lines = ["| change | " + Self.modes.map(\.name).joined(separator: " | ") + " |"]
    lines.append("|---|" + Self.modes.map { _ in "---|" }.joined())
    for change in Self.changes {
      let cells = change.isTold.map { $0 ? "**differs**" : "same" }
      lines.append("| \(change.name) | " + cells.joined(separator: " | ") + " |")
    }
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = root.appendingPathComponent("Sources/PackshotKit/PackshotKit.docc/Comparing.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    #expect(text.contains(lines.joined(separator: "\n")), "the page has to have:\n\(lines.joined(separator: "\n"))")
  }
}
