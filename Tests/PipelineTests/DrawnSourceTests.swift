import Filters
import Parameters
import Pipeline
import PixelCore
import PixelKernels
import Recipes
import Testing

/// Steps of drawn sources.
@Suite struct DrawnSourceTests {
  private func recipe(_ source: String) throws -> Recipe {
    try Recipe(
      yaml: """
        packshot: 1
        sources:
          mark: \(source)
        steps: [ { sourceOver: { foreground: mark } } ]
        outputs: [ { file: "{stem}.png" } ]
        """, file: "shop/r.yaml")
  }

  private func image(_ source: String) throws -> Image {
    let sources = try SourceSet(of: recipe(source)) { _ in preconditionFailure("no files") }
    return try #require(try sources.renderContext(forPhotos: .eight).sources["mark"])
  }

  /// The steps are applied to the drawing, in order.
  @Test func areAppliedToTheDrawing() throws {
    let drawing = "circle: { size: [30, 20], fill: white, lineWidth: 0 }"
    let plain = try image("{ \(drawing) }")
    let made = try image("{ \(drawing), steps: [ { rotate: 90 }, { opacity: 50% } ] }")
    #expect(made.size == PixelSize(width: 20, height: 30))
    for y in 0..<30 {
      for x in 0..<20 {
        // A quarter turn clockwise brings the pixel at (y, 19 − x) here. Half of 255 is rounded up to 128.
        let before = plain.row(19 - x).load(fromByteOffset: y * 4, as: SIMD4<UInt8>.self)
        let after = made.row(y).load(fromByteOffset: x * 4, as: SIMD4<UInt8>.self)
        for channel in 0..<4 { #expect(Int(after[channel]) == (Int(before[channel]) + 1) / 2) }
      }
    }
  }

  @Test func theirShapesAreKnownBeforeAnythingIsDrawn() throws {
    let sources = try SourceSet(
      of: recipe("{ steps: [ { pad: 5 }, { blur: 2 } ], circle: { size: [30, 20] } }")
    ) { _ in preconditionFailure("no files") }
    #expect(sources.shapes(forPhotos: .eight)["mark"]?.size == PixelSize(width: 40, height: 30))
  }

  @Test(arguments: [
    ("{ circle: { size: [9, 9] }, steps: [ trim ] }", "known only after decoding"),
    ("{ circle: { size: [9, 9] }, steps: [ { mask: mark } ] }", "cannot use other sources"),
    ("{ circle: { size: [9, 9] }, steps: [ { blur: 2, when: { alpha: true } } ] }", "cannot have `when`"),
    ("{ circle: { size: [9, 9] }, step: [ { blur: 2 } ] }", "a step is one filter"),
    ("{ steps: [ { blur: 2 } ] }", "a step is one filter"),
    ("{ circle: { size: [9, 9] }, steps: [ { crop: { x: 5, y: 5, width: 9, height: 9 } } ] }", "crop"),
  ])
  func whatIsWrongIsReported(source: String, words: String) throws {
    let error = try #require(throws: (any Error).self) { _ = try image(source) }
    #expect("\(error)".contains(words), "\(error)")
  }

  @Test func theCanonicalTextHasThem() throws {
    let canonical = try recipe("{ circle: { size: [9, 9] }, steps: [ { opacity: 0.5 } ] }").canonicalYAML
    #expect(canonical.contains(", steps: [ { opacity: { \"amount\": 0.5 } } ] }"), "\(canonical)")
    #expect(try Recipe(yaml: canonical, file: "r.yaml").canonicalYAML == canonical)
  }
}
