import Filters
import ImageCodecs
import Pipeline
import PixelCore
import PixelKernels
import Recipes
import Testing

/// One picture in several formats.
@Suite struct OutputFormatsTests {
  private func outputs(_ output: String) throws -> [Recipe.Output] {
    try Recipe(yaml: "packshot: 1\noutputs:\n  - \(output)\n", file: "r.yaml").outputs
  }

  @Test(arguments: [
    ("{stem}.jpg", ["{stem}.avif", "{stem}.webp", "{stem}.jpg", "{stem}.png"]),
    ("{stem}.JPEG", ["{stem}.avif", "{stem}.webp", "{stem}.JPEG", "{stem}.png"]),
    ("{stem}", ["{stem}.avif", "{stem}.webp", "{stem}.jpg", "{stem}.png"]),
    ("{stem}.v2", ["{stem}.v2.avif", "{stem}.v2.webp", "{stem}.v2.jpg", "{stem}.v2.png"]),
    ("a.b/{stem}", ["a.b/{stem}.avif", "a.b/{stem}.webp", "a.b/{stem}.jpg", "a.b/{stem}.png"]),
    ("{stem}.{extension}", ["avif", "webp", "jpg", "png"].map { "{stem}.{extension}.\($0)" }),
  ])
  func eachFileHasTheExtensionOfItsFormat(name: String, names: [String]) throws {
    let outputs = try outputs("{ file: \"\(name)\", formats: [avif, webp, jpeg, png] }")
    #expect(outputs.map(\.template.text) == names)
    #expect(outputs.map(\.encoding) == [.avif(), .webp(), .jpeg(), .png()])
  }

  /// Matched by SSIMULACRA2 on product photos: a JPEG's 82 looks like a WebP's 88.
  @Test func oneQualityLooksAlikeInAllFormats() throws {
    let qualities = { (quality: Int) in
      try outputs("{ file: a.png, formats: [webp, jpeg, avif, png], quality: \(quality) }").map(\.encoding)
    }
    #expect(try qualities(82) == [.webp(quality: 88), .jpeg(quality: 82), .avif(quality: 82), .png()])
    #expect(try qualities(40) == [.webp(quality: 40), .jpeg(quality: 40), .avif(quality: 40), .png()])
    #expect(try qualities(100) == [.webp(quality: 100), .jpeg(quality: 100), .avif(quality: 100), .png()])
    let rising = (1...100).map { WebP.quality(likeJPEG: $0) }
    #expect(rising == rising.sorted() && rising.allSatisfy((0...100).contains))
    // Alone, a format's quality is used unchanged.
    #expect(try outputs("{ file: a.webp, quality: 82 }").map(\.encoding) == [.webp(quality: 82)])
  }

  @Test func settingsApplyToTheFormatsThatHaveThem() throws {
    let outputs = try outputs(
      "{ file: a, formats: [webp, jpeg, png], lossless: true, progressive: true, compression: small, depth: 8 }")
    #expect(
      outputs.map(\.encoding) == [
        .webp(lossless: true), .jpeg(progressive: true), .png(compression: 9, depth: .eight),
      ])
  }

  @Test(arguments: [
    ("formats: [jpeg, tiff9]", "`formats` has \"tiff9\""),
    ("formats: jpeg", "`formats` is \"jpeg\"; it is a list of formats, such as `[avif, webp, jpeg]`"),
    ("formats: []", "it is a list of formats"),
    ("formats: [jpeg, png, jpg]", "`formats` has jpeg twice; leave one out"),
    ("format: png, formats: [jpeg]", "give `format` or `formats`, not both"),
    ("format: png, depth: 8, colors: 64", "give `depth` or `colors`, not both"),
    ("format: png, colors: 257", "`colors` is 257; it must be a whole number from 2 to 256"),
    ("format: png, colors: 64, dither: 2", "`dither` is 2; it must be a number from 0 to 1"),
    ("format: webp, colors: 64", "`colors` is not for webp files; leave it out"),
    ("formats: [jpeg, webp], compression: 3", "`compression` is not for jpeg or webp files; leave it out"),
    (
      "formats: [jpeg, webp], quality: 0",
      "`quality` is 0; for several formats it must be a whole number from 1 to 100, as for JPEG"
    ),
    ("targetBytes: 0", "`targetBytes` is 0; it must be a whole number of bytes, such as 100000"),
    ("targetBytes: 2.5", "`targetBytes` is 2.5; it must be a whole number of bytes, such as 100000"),
    ("format: png, targetBytes: 90", "a PNG has no quality; leave it out"),
    ("formats: [jpeg, png], targetBytes: 90", "a PNG has no quality; leave it out"),
    ("format: webp, lossless: true, targetBytes: 90", "a lossless WebP ignores its quality; leave it out"),
  ])
  func contradictoryFormatsAreRefused(keys: String, message: String) {
    let error = #expect(throws: RecipeError.self) { try outputs("{ file: a.jpg, \(keys) }") }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "none")")
  }

  @Test func twoOutputsWithOneFileAreRefused() {
    let error = #expect(throws: RecipeError.self) {
      try outputs("{ file: a.jpg, formats: [webp, jpeg] }\n  - { file: a.webp }")
    }
    #expect(error?.message.contains("this writes the same `file` as outputs[0]") == true)
  }

  /// One picture is rendered for all formats, and each file equals the one rendered alone.
  @Test func eachFileEqualsTheOneRenderedAlone() throws {
    for orientation in [1, 6] {
      let photo = try photo(width: 240, height: 160)
      let steps = "steps: [ { orient: \(orientation) }, { resize: { width: 50 } }, { sepiaTone: {} } ]"
      let files = try files(of: photo, "{ file: a, \(steps), formats: [webp, jpeg, png, avif], effort: 0 }")
      for (index, format) in ["webp", "jpeg", "png", "avif"].enumerated() {
        let effort = ["webp", "avif"].contains(format) ? ", effort: 0" : ""
        #expect(
          try self.files(of: photo, "{ file: a, \(steps), format: \(format)\(effort) }") == [files[index]], "\(format)")
      }
    }
  }

  private func files(of photo: EncodedImage, _ output: String) throws -> [[UInt8]] {
    let recipe = try Recipe(yaml: "packshot: 1\noutputs:\n  - \(output)\n", file: "r.yaml")
    let info = try ImageCodec.probe(photo)
    let plan = try RenderPlan(recipe, photo: .init(info), sources: [:])
    var files = [[UInt8]](repeating: [], count: plan.outputs.count)
    _ = try plan.render(photo, in: RenderContext()) { output, shape in
      let options = EncodeOptions(output.output.encoding)
      return .rows(
        try ImageCodec.makeWriter(shape: shape, options: options) { [index = output.index] in files[index] += $0 })
    }
    return files
  }

  private func photo(width: Int, height: Int) throws -> EncodedImage {
    var rows = PixelBuffer(shape: ImageShape(size: PixelSize(width: width, height: height), format: .encodedOpaque))
    for y in 0..<height {
      for x in 0..<width {
        let color = UInt32(x * 255 / width) | UInt32(y * 255 / height) << 8 | UInt32(x ^ y & 63) << 16 | 0xff00_0000
        rows.mutableRow(y).storeBytes(of: color, toByteOffset: x * 4, as: UInt32.self)
      }
    }
    return EncodedImage(try Image(rows).encoded(.jpeg(quality: 90)))
  }
}
