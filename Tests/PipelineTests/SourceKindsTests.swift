import Filters
import ImageCodecs
import Pipeline
import PixelCore
import Recipes
import Testing

/// Per-photo images and sources with steps: what recipes may contain.
@Suite struct SourceKindsTests {
  private func recipe(_ source: String, steps: String = "", catalog: Bool = true) throws -> Recipe {
    try Recipe(
      yaml: """
        packshot: 1
        sources:
          overlay: \(source)
        steps: [ \(steps) ]
        outputs: [ { file: "{stem}.png" } ]
        \(catalog ? "catalog: { sku: '(?<sku>[A-Z]+)-(?<season>[a-z]+)' }" : "")
        """, file: "shop/r.yaml")
  }

  @Test(arguments: [
    ("{ file: \"a/{stm}.png\" }", "3:20", "unknown field `{stm}` (did you mean `{stem}`?)"),
    ("\"a/{stm}.png\"", "3:12", "unknown field `{stm}`"),
    ("{ file: \"a/{stem.png\" }", "3:20", "not closed"),
    ("{ file: \"a/{stem}-{width}.png\" }", "3:20", "`file` uses `{width}`, which differs between outputs"),
    ("{ file: \"{stem}/../b.png\" }", "3:20", "`..` cannot follow a field"),
    ("{ file: \"masks/{stem}/\" }", "3:20", "must name a file"),
    ("{ file: \"{sku}/{view}.png\" }", "3:20", "no group named view"),
    ("{ file: a.png, missing: skp }", "3:36", "(did you mean `skip`?); it must be error"),
    ("{ file: a.png, mising: skip }", "3:27", "unknown key `mising` (did you mean `missing`?)"),
    ("{ file: 3 }", "3:20", "must be text"),
    ("{ photo: orignal }", "3:21", "it must be original"),
    ("{ photo: original, file: a.png }", "3:31", "unknown key `file`"),
    ("{ photo: original, steps: [ { resiz: { width: 8 } } ] }", "3:42", "unknown filter `resiz`"),
    ("{ photo: original, steps: [ trim ] }", "3:40", "known only after decoding"),
    ("{ photo: original, steps: [ { orient: auto } ] }", "3:42", "can only be the recipe's first step"),
    ("{ photo: original, steps: [ { blur: 2, when: { alpha: true } } ] }", "3:42", "cannot have `when`"),
    ("{ photo: original, steps: [ { mask: { source: overlay } } ] }", "3:42", "cannot use other sources"),
    ("{ file: a.png, steps: [ { text: { text: \"{price}\" } } ] }", "3:38", "rendered once for all photos"),
  ])
  func errorsInASourceAreReportedAtTheirPlace(source: String, place: String, words: String) throws {
    let error = try #require(throws: RecipeError.self) { _ = try recipe(source) }
    #expect(error.description.hasPrefix("shop/r.yaml:\(place): "), "\(error)")
    #expect(error.message.contains(words), "\(error)")
  }

  @Test func aSKUNeedsAPattern() throws {
    let error = try #require(throws: RecipeError.self) { _ = try recipe("\"a/{sku}.png\"", catalog: false) }
    #expect(error.message.contains("the recipe has no `catalog`"))
  }

  @Test(arguments: [
    ("a.png", "\"a.png\""), ("{ file: a.png, missing: error, steps: [] }", "\"a.png\""),
    ("\"a/{stem}.png\"", "{ file: \"a/{stem}.png\" }"),
    ("{ file: a.png, missing: skip }", "{ file: \"a.png\", missing: skip }"),
    ("{ photo: original }", "{ photo: original }"),
    (
      "{ file: a.png, steps: [ { opacity: 50% } ] }", "{ file: \"a.png\", steps: [ { opacity: { \"amount\": 0.5 } } ] }"
    ),
  ])
  func theCanonicalTextIsEquivalent(source: String, text: String) throws {
    let canonical = try recipe(source).canonicalYAML
    #expect(canonical.contains("\n  \"overlay\": \(text)\n"), "\(canonical)")
    #expect(try Recipe(yaml: canonical, file: "r.yaml").canonicalYAML == canonical)
  }

  @Test(arguments: [
    ("../masks/{stem}.png", "../masks/mug.png"), ("/all/{name}/{stem}.png", "/all/shop/mug.png"),
    ("{relative}/{stem}.{extension}", "mug.jpg"), ("masks/{season}-{stem}.png", "masks/spring-mug.png"),
  ])
  func fieldsInPathsAreReplaced(template: String, path: String) throws {
    let names = try AttributeNames(pattern: SKUPattern("(?<sku>[A-Z]+)-(?<season>[a-z]+)"))
    let values: [OutputTemplate.Field: String] = [.stem: "mug", .name: "shop", .extension: "jpg"]
    let filled = try PictureTemplate(template, attributeNames: names)
      .path(attributes: ["season": "spring"]) { values[$0] ?? "" }
    #expect(filled == path)
  }

  @Test(arguments: ["..", "../../etc/passwd", "a/../../b"])
  func aFieldsValueCannotLeadOutOfTheFolder(value: String) throws {
    let names = try AttributeNames(pattern: SKUPattern("(?<sku>[A-Z]+)-(?<season>[a-z]+)"))
    let template = try PictureTemplate("masks/{season}/a.png", attributeNames: names)
    #expect(throws: OutputTemplate.Refusal.self) {
      _ = try template.path(attributes: ["season": ProductValue(value)]) { _ in "" }
    }
  }

  // MARK: Plans

  private func info(_ width: Int, _ height: Int) throws -> ImageInfo {
    var rows = PixelBuffer(
      shape: ImageShape(size: PixelSize(width: width, height: height), format: .encodedStraight))
    for y in 0..<height { rows.mutableRow(y).initializeMemory(as: UInt8.self, repeating: 0, count: 4 * width) }
    var bytes: [UInt8] = []
    let writer = try ImageCodec.makeWriter(
      shape: rows.shape, options: EncodeOptions(.png(compression: 1))
    ) { bytes += $0 }
    try Image(rows).withBand { try writer.write($0) }
    try writer.finish()
    return try ImageCodec.probe(EncodedImage(bytes))
  }

  private func plan(_ recipe: Recipe, _ own: PerPhotoHeaders?) throws -> RenderPlan {
    var photo = RenderPlan.Photo(size: PixelSize(width: 200, height: 100))
    photo.own = own
    return try RenderPlan(recipe, photo: photo, sources: [:])
  }

  /// A step that uses a missing image is skipped.
  @Test func aStepWithAMissingImageIsSkipped() throws {
    let recipe = try recipe(
      "{ file: \"{stem}.png\", missing: skip }", steps: "{ sourceOver: { background: overlay } }, { opacity: 0.5 }")
    let there = try plan(recipe, PerPhotoHeaders(infos: ["overlay": info(300, 400)]))
    #expect(there.outputs[0].written.bound.size == PixelSize(width: 300, height: 400))
    let missing = try plan(recipe, PerPhotoHeaders(missing: ["overlay"]))
    #expect(missing.trunk.steps.map { type(of: $0.step.filter).name } == ["orient", "opacity"])
    #expect(missing.outputs[0].written.bound.size == PixelSize(width: 200, height: 100))
    #expect(throws: RecipeError.self) { try plan(recipe, PerPhotoHeaders()) }
  }

  /// All per-photo images are held in memory, each in the working format.
  @Test func memoryIncludesPerPhotoImages() throws {
    let recipe = try recipe(
      "{ file: \"{stem}.png\", missing: skip }", steps: "{ sourceOver: { foreground: overlay } }")
    let without = try plan(recipe, PerPhotoHeaders(missing: ["overlay"])).workingBytes
    let with = try plan(recipe, PerPhotoHeaders(infos: ["overlay": info(1000, 500)])).workingBytes
    #expect(with - without >= 1000 * 500 * 4)
    // A copy of the photo, with 8 × 8 pixels for each of its pixels.
    let copy = try self.recipe(
      "{ photo: original, steps: [ { resize: { width: 1600 } } ] }", steps: "{ mask: overlay }")
    #expect(try plan(copy, PerPhotoHeaders()).ownShapes["overlay"]?.size == PixelSize(width: 1600, height: 800))
    #expect(try plan(copy, PerPhotoHeaders()).workingBytes - without >= 1600 * 800 * 4)
  }

  /// Results of per-photo images are not shared with the next photo.
  @Test func resultsOfPerPhotoImagesAreNotShared() throws {
    let steps = "{ sourceOver: { foreground: overlay, frame: [0, 0, 50, 50] } }"
    let own = try plan(recipe("\"{stem}.png\"", steps: steps), PerPhotoHeaders(infos: ["overlay": info(10, 10)]))
    #expect(own.sharedBytes.isEmpty)
  }

  @Test func onlyImagesOfExecutedStepsAreRequired() throws {
    let recipe = try Recipe(
      yaml: """
        packshot: 1
        sources: { a: "a/{stem}.png", b: "b/{stem}.png", c: c.png }
        steps: [ { mask: a, when: { orientation: portrait } }, { mask: c } ]
        outputs: [ { file: "{stem}.png" }, { file: "{stem}.jpg", when: { width: { min: 100 } }, steps: [ { mask: b } ] } ]
        """, file: "r.yaml")
    let names = { (width: Int, height: Int) in
      recipe.pictureSources(for: PhotoFacts(ImageFacts(width: width, height: height)))
        .map(\.name)
    }
    #expect(names(50, 40) == [] && names(40, 50) == ["a"] && names(120, 200) == ["a", "b"] && names(120, 40) == ["b"])
  }
}
