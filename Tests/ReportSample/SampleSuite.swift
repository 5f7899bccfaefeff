import Foundation
import Golden
import ImageCodecs
import PixelCore

/// Cases in every state, with names that would break a careless report.
struct SampleSuite {
  private static let size = PixelSize(width: 360, height: 300)
  private static let awkwardNames = [
    "</script><script>alert(1)</script><b>&amp;\"quotes' and", "pipe|tick`s ``` and \\back", "new\nline\ttab\u{7}bell",
    "sep\u{2028}arated", "right\u{202E}gnp.to left", "$(touch gone) `touch gone` ;|&", "--starts with hyphens",
    "Ünï/çödé 🧉 名前", "long/" + String(repeating: "very-long-name-", count: 14), "{{pictures}}",
  ]

  private static let tolerance = Tolerance(.channels(2))

  private let expected, actual, difference: SuiteReport.Picture
  private let folder: String

  init(folder: String) throws {
    self.folder = folder
    expected = .embedded(try Self.mug(moved: 0), orBeside: "pictures/expected 100%.png")
    actual = .embedded(try Self.mug(moved: 4), orBeside: "pictures/actual.png")
    difference = .embedded(try Self.difference(moved: 4), orBeside: "pictures/difference.png")
    try FileManager.default.createDirectory(atPath: folder + "/pictures", withIntermediateDirectories: true)
    for (name, bytes) in [
      ("expected 100%", try Self.mug(moved: 0)), ("actual", try Self.mug(moved: 4)),
      ("difference", try Self.difference(moved: 4)),
    ] {
      try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/pictures/\(name).png"))
    }
  }

  func report(cases: Int, failing: Int) -> SuiteReport {
    SuiteReport(
      name: "Shop <goldens> & \"print\"", suite: "goldens/it's a shop", seconds: 83.4, version: "1.4.0",
      cases: (0..<cases).map {
        makeCase($0, passed: failing == 0 || $0 % failing != 0, number: failing == 0 ? 0 : $0 / failing)
      })
  }

  private func makeCase(_ index: Int, passed: Bool, number: Int) -> SuiteReport.Case {
    let shelf = ["mugs", "plates", "bowls/blue", "glass"][index / 3 % 4]
    let look = ["antique", "rim", "shadow", "handle"][index % 4]
    let name = !passed && number < Self.awkwardNames.count ? Self.awkwardNames[number] : "\(shelf)/\(look)-\(index)"
    guard !passed else {
      var item = SuiteReport.Case(name: name, state: .passed, headline: "as expected")
      item.facts = [.init("Largest difference", "0 of 255")]
      return item
    }
    switch number % 10 {
    case 7: return missing(name)
    case 8: return broken(name)
    case 9: return obsolete(name)
    default: return failed(name, number)
    }
  }

  private func failed(_ name: String, _ number: Int) -> SuiteReport.Case {
    var item = SuiteReport.Case(
      name: name, state: .failed, headline: "\(900 + number) pixels differ by up to 37 of 255; 2 may be")
    item.facts = [
      .init("Changed pixels", "\(900 + number) (0.8 %)"), .init("Largest difference", "37 of 255"),
      .init("Tolerance", "2 of 255, 0 pixels"), .init("Picture", "\(Self.size), encoded, straight alpha"),
    ]
    item.objections = ["\(900 + number) pixels differ by more than 2 of 255.", "The region `handle` has moved."]
    item.damage = (0..<number % 7 + 1).map { place in
      let origin = PixelPoint(x: 96 + place * 24, y: 56 + place * 17)
      return .init(
        PixelRect(origin: origin, size: PixelSize(width: 6 + place * 3, height: 40 - place * 4)), pixels: 200 - place,
        largest: 37 - place)
    }
    (item.expectedSize, item.actualSize) = (Self.size, Self.size)
    item.why = number % 2 == 0 ? "The handle keeps its highlight: catalogues crop there.\nSee the guide, page 12." : ""
    item.recipe = number % 3 == 0 ? Self.recipe : []
    (item.expected, item.actual, item.difference) = (expected, actual, difference)
    item.scale = DifferenceScale(Self.tolerance.measure)
    item.approveArgument = "\(name)@1f2e3d4c"
    item.seconds = 0.25
    return item
  }

  private func missing(_ name: String) -> SuiteReport.Case {
    var item = SuiteReport.Case(name: name, state: .missing, headline: "it has no expected picture yet")
    (item.actual, item.actualSize) = (actual, Self.size)
    item.approveArgument = "\(name)@5a6b7c8d"
    return item
  }

  private func broken(_ name: String) -> SuiteReport.Case {
    var item = SuiteReport.Case(name: name, state: .broken, headline: "its recipe is not right")
    item.objections = ["`intensity` is 1.5; it must be from 0 to 1 (recipe.yaml:7:20)"]
    return item
  }

  private func obsolete(_ name: String) -> SuiteReport.Case {
    var item = SuiteReport.Case(name: name, state: .obsolete, headline: "nothing makes its picture any more")
    (item.expected, item.expectedSize) = (expected, Self.size)
    item.approveArgument = "\(name)@00000000"
    return item
  }

  private static let recipe: [SuiteReport.RecipeLine] =
    [
      .init(.kept, "packshot: 1"), .init(.kept, "name: storefront"), .init(.kept, "sources:"),
      .init(.kept, "  backdrop: backdrop.png"), .init(.kept, "steps:"),
      .init(.kept, "  - fit: { width: 360, height: 300 }"), .init(.removed, "  - sepiaTone: { intensity: 0.5 }"),
      .init(.added, "  - sepiaTone: { intensity: 0.55 }  # a <little> more & \"warmer\""),
      .init(.kept, "  - sourceOver: { background: backdrop }"), .init(.kept, "outputs:"),
    ] + (0..<9).map { .init(.kept, "  - { file: \"{stem}-\($0).png\" }") }

  /// The difference of a mug from a moved one.
  private static func difference(moved: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let rows = try [0, moved].map { try FileRows(EncodedImage(mug(moved: $0))) }
    _ = try Comparison.compare(rows[0], rows[1], tolerance: tolerance, picture: DifferencePicture { bytes += $0 })
    return bytes
  }

  /// A mug on a transparent background, as a PNG.
  private static func mug(moved: Int) throws -> [UInt8] {
    let shape = ImageShape(size: size, format: .encodedStraight)
    var picture = PixelBuffer(shape: shape)
    for y in 0..<size.height {
      let row = picture.mutableRow(y).assumingMemoryBound(to: SIMD4<UInt8>.self)
      for x in 0..<size.width {
        row[x] = color(x - moved, y)
      }
    }
    var bytes: [UInt8] = []
    let writer = try ImageCodec.makeWriter(shape: shape, options: EncodeOptions(.png())) { bytes += $0 }
    try picture.withBand { try writer.write($0) }
    try writer.finish()
    return bytes
  }

  private static func color(_ x: Int, _ y: Int) -> SIMD4<UInt8> {
    func ring(_ width: Double, _ height: Double) -> Double {
      let (across, down) = (Double(x - 262) / width, Double(y - 150) / height)
      return across * across + down * down
    }
    if 100...260 ~= x, 60...240 ~= y {
      let shade = UInt8((x - 100) / 3)
      return 150...190 ~= x && 110...150 ~= y
        ? SIMD4(250, 240, 200, 255) : SIMD4(212 - shade, 128 - shade, 84 - shade, 255)
    }
    if x > 260, ring(34, 52) < 1, ring(20, 36) > 1 { return SIMD4(150, 85, 55, 255) }
    let (across, down) = (Double(x - 180) / 110, Double(y - 244) / 16)
    let shadow = 1 - across * across - down * down
    return SIMD4(0, 0, 0, shadow > 0 ? UInt8(shadow * 120) : 0)
  }
}
