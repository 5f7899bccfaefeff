import Filters
import Parameters
import PixelCore
import Testing

/// Percentages compared with the pixels computed by hand, for a photo of 50 × 40.
@Suite struct PercentageTests {
  private static let shape = ImageShape(size: PixelSize(width: 50, height: 40), format: .encodedPremultiplied)
  private static let badge = ImageShape(size: PixelSize(width: 8, height: 4), format: .encodedPremultiplied)

  private func same<F: Filter>(_ type: F.Type, _ percentages: Value, _ pixels: Value) throws {
    let photo = Image.random(Self.shape, seed: 7)
    let sources = ["badge": Image.random(Self.badge, seed: 8), "canvas": Image.random(Self.shape, seed: 9)]
    let results = try [percentages, pixels].map { try render(F(parameters: $0), photo, sources: sources) }
    #expect(results[0].size == results[1].size && results[0].channels == results[1].channels)
    #expect(results[0].channels != photo.channels)
  }

  @Test func placementAndWidthOfALayer() throws {
    // 3.75 % of 40 is 1.5, which rounds to 2. 30 % of the width, 50, is 15.
    try same(
      SourceOver.self, ["foreground": "badge", "at": "topRight", "inset": ["3.75%", "10%"], "width": "30%"],
      ["foreground": "badge", "frame": [33, 4, 15, 8]])
    try same(
      SourceOver.self, ["background": "canvas", "at": "left", "inset": ["5%", 0], "width": "40%"],
      ["background": "canvas", "frame": [2, 12, 20, 16]])
  }

  /// A wide, flat foreground keeps at least one row.
  @Test func widthKeepsTheProportions() throws {
    try same(SourceOver.self, ["foreground": "badge", "width": 1], ["foreground": "badge", "frame": [24, 19, 1, 1]])
  }

  @Test func bordersArePercentagesOfTheShorterSide() throws {
    try same(Pad.self, ["top": "12.5%", "left": 3], ["top": 5, "left": 3])
  }

  @Test func shadowsArePercentagesOfTheShorterSide() throws {
    try same(
      Shadow.self, ["offset": ["5%", "-2.5%"], "blur": "15%", "spread": "5%", "grow": true, "scale": 2],
      ["offset": [2, -1], "blur": 6, "spread": 2, "grow": true])
  }

  @Test func aPercentageOfALargePhotoObeysTheLimitOfPixels() throws {
    let large = ImageShape(size: PixelSize(width: 3000, height: 4000), format: .encodedPremultiplied)
    for wrong: Value in [["blur": "100%"], ["spread": "50%"], ["spread": "-50%"]] {
      let shadow = try Shadow(parameters: wrong)
      _ = try shadow.plan(Self.shape, in: PlanContext())
      #expect(throws: FilterError.self) { try shadow.plan(large, in: PlanContext()) }
    }
    let over = try SourceOver(parameters: ["foreground": "badge", "width": "1000%"])
    let context = PlanContext(sources: [
      "badge": ImageShape(size: PixelSize(width: 1, height: 40), format: .encodedOpaque)
    ])
    #expect(throws: FilterError.self) { try over.plan(large, in: context) }
  }

  @Test func aStepsFullTextHasEveryParameter() throws {
    let over = try SourceOver(parameters: ["foreground": "badge", "at": "topRight", "inset": [24, 8]])
    #expect(
      over.canonicalText
        == #"sourceOver: { "background": null, "foreground": "badge", "at": "topRight", "inset": [24, 8], "frame": null, "opacity": 1, "width": null, "repeat": null }"#
    )
    #expect(
      try Pad(parameters: 5).canonicalText
        == ##"pad: { "top": null, "right": null, "bottom": null, "left": null, "all": 5, "background": "#00000000" }"##)
    #expect(
      Shadow().canonicalText
        == ##"shadow: { "kind": "drop", "offset": [0, 4], "blur": 12, "spread": 0, "height": null, "colour": "#000000", "opacity": 0.35, "grow": false, "scale": 1 }"##
    )
    #expect(Trim().canonicalText == #"trim: { "margin": 0, "shadow": "keep", "minimum": 1 }"#)
  }
}
