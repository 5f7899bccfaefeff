import Errors
import Foundation
import ImageCodecs
import Pipeline
import PixelCore
import Recipes
import Testing

@testable import Rendering

@Suite struct PlannedPhotoTests {
  private static let recipe = """
    packshot: 1
    steps: [ { sepiaTone: { intensity: 0.5 } } ]
    outputs:
      - { file: "a.png" }
      - { file: "b.jpg", steps: [ { resize: { width: 20 } } ] }
      - { file: "c.png", steps: [ { resize: { width: 10 } }, { flatten: { background: white } } ] }
    """

  private func plan(_ outputs: [Int]?) throws -> RenderPlan {
    let recipe = try Recipe(yaml: Self.recipe, file: "r.yaml")
    let photo = RenderPlan.Photo(size: PixelSize(width: 40, height: 30))
    return try RenderPlan(outputs.map(recipe.part) ?? recipe, photo: photo, sources: [:])
  }

  /// A photo is planned once. The part of the plan for some outputs equals the plan of a recipe with only these outputs.
  @Test(arguments: [[0], [1], [2, 0], [0, 1, 2], []]) func aPartOfAPlanEqualsThePlanOfThatPart(outputs: [Int]) throws {
    let (part, alone) = (try plan(nil).part(outputs), try plan(outputs))
    #expect(part.outputs.map(\.written) == alone.outputs.map(\.written))
    #expect(part.outputs.map(\.index) == Array(outputs.indices))
    #expect(part.outputs.map(\.output.template.text) == outputs.map { ["a.png", "b.jpg", "c.png"][$0] })
    #expect(part.workingBytes == alone.workingBytes && part.sharedBytes == alone.sharedBytes)
  }

  /// A photo of 24 million pixels, with and without alpha.
  @Test(arguments: [0, 4, 6], [false, true])
  func a24MegapixelAVIFFitsTheDefaultMemoryLimit(effort: Int, hasAlpha: Bool) throws {
    let size = PixelSize(width: 6000, height: 4000)
    let info = ImageInfo(of: ImageShape(size: size, format: hasAlpha ? .encodedStraight : .encodedOpaque))
    let recipe = try Recipe(
      yaml: "packshot: 1\noutputs: [ { file: a.avif, effort: \(effort) } ]", file: "r.yaml")
    let plan = try RenderPlan(recipe, photo: RenderPlan.Photo(info), sources: [:])
    #expect(throws: Never.self) {
      try PlannedPhoto(
        photoBytes: 20 << 20, plan: plan, limits: DecodeLimits(), maxMemory: PhotoLimits().maxMemory)
    }
  }

  @Test func aResultIsCheckedAgainstThePlan() throws {
    let info = try ImageCodec.probe(Self.photo())
    let plan = try plan([1])
    let planned = try PlannedPhoto(
      photoBytes: 100, plan: plan, limits: DecodeLimits(), maxMemory: 1 << 30)
    let made = RenderResult.Output(size: PixelSize(width: 20, height: 15), hasAlpha: false, byteCount: 7)
    #expect(planned.allows(RenderResult(outputs: [made])))
    var (wide, clear) = (made, made)
    wide.size.width += 1
    clear.hasAlpha = true
    for outputs in [[], [wide], [clear], [made, made]] { #expect(!planned.allows(RenderResult(outputs: outputs))) }
  }

  @Test func aRequestAndItsResultRoundTripThroughJSON() throws {
    let request = try JSONDecoder().decode(RenderRequest.self, from: Data(#"{"outputs":[2,0],"form":"rows"}"#.utf8))
    #expect(request == RenderRequest(outputs: [2, 0], form: .rows))
    let text =
      #"{"outputs":[{"size":{"width":20,"height":15},"hasAlpha":true,"byteCount":7}],"warnings":[{"message":"w"}]}"#
    let result = try JSONDecoder().decode(RenderResult.self, from: Data(text.utf8))
    let output = RenderResult.Output(size: PixelSize(width: 20, height: 15), hasAlpha: true, byteCount: 7)
    #expect(result == RenderResult(outputs: [output], warnings: ["w"]))
    #expect(try JSONDecoder().decode(RenderResult.self, from: JSONEncoder().encode(result)) == result)
    // The number and the length of messages are limited.
    let long = RenderResult(warnings: [Warning](repeating: Warning(String(repeating: "w", count: 2000)), count: 30))
      .bounded
    #expect(long.warnings.count == 20 && long.warnings.allSatisfy { $0.message.count == 1000 })
  }

  private static func photo() throws -> EncodedImage {
    let shape = ImageShape(size: PixelSize(width: 40, height: 30), format: .encodedOpaque)
    return EncodedImage(try Image(PixelBuffer(shape: shape)).encoded(.png()))
  }
}
