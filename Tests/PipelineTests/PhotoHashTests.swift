import Filters
import ImageCodecs
import Pipeline
import PixelCore
import PixelKernels
import Recipes
import Segmentation
import Testing

/// The perceptual hash of a photo while it is rendered, however its outputs are decoded.
@Suite struct PhotoHashTests {
  private static let recipes = [
    "outputs: [ { file: a.png, steps: [ { resize: { width: 60 } } ] } ]",
    "outputs: [ { file: a.png, steps: [ { resize: { width: 200 } } ] } ]",
    "outputs: [ { file: a.png } ]",
    "outputs: [ { file: a.jpg, steps: [ { resize: { width: 100 } } ] } ]",
    "outputs: [ { file: a.png, steps: [ { sepiaTone: 1 } ] }, { file: b.png, steps: [ { resize: { width: 300 } } ] } ]",
    "outputs: [ { file: a.png, steps: [ { trim: {} }, { resize: { width: 50 } } ] } ]",
  ]

  @Test func decodingAtAnyScaleGivesNearlyTheSameHash() throws {
    let photo = EncodedImage(try picture(1280, 1120).encoded(.jpeg(quality: 92)))
    let expected = try hash(EncodedImage(picture(1280, 1120).encoded(.png())), Self.recipes[2])
    for recipe in Self.recipes {
      let distance = try expected.distance(to: hash(photo, recipe)) ?? 128
      #expect(distance <= PerceptualHash.copyDistance, "\(recipe): \(distance)")
    }
  }

  @Test func theHashDependsNeitherOnBandsNorOnTheCPU() throws {
    let photo = EncodedImage(try picture(640, 560).encoded(.jpeg(quality: 92)))
    for recipe in Self.recipes {
      let expected = try hash(photo, recipe)
      for level in CPULevel.available {
        for height in [1, 7, nil] {
          let context = RenderContext(kernels: Kernels(level: level), bandHeight: height)
          #expect(try hash(photo, recipe, context) == expected)
        }
      }
    }
  }

  /// The decoding with the fewest samples is hashed, if it has one for each cell.
  @Test func noPhotoIsDecodedForItsHashAlone() throws {
    let sizes = [300, 30].map { "{ file: '\($0).png', steps: [ { resize: { width: \($0) } } ] }" }
    for (width, chosen) in [(2400, sizes[1]), (600, sizes[0])] {
      let photo = EncodedImage(try picture(width, width).encoded(.jpeg()))
      let single = try hash(photo, "outputs: [ \(chosen) ]")
      #expect(try hash(photo, "outputs: [ \(sizes.joined(separator: ", ")) ]") == single)
    }
  }

  @Test func theHashIsComputedOnlyOnRequest() throws {
    let photo = EncodedImage(try picture(200, 200).encoded(.png()))
    let plan = try plan(Self.recipes[2], photo)
    #expect(try plan.render(photo, in: RenderContext()) { .rows(ImageCollector(shape: $1)) }.hash == nil)
  }

  private func plan(_ recipe: String, _ photo: EncodedImage) throws -> RenderPlan {
    try RenderPlan(
      Recipe(yaml: "packshot: 1\n" + recipe, file: "r.yaml"), photo: RenderPlan.Photo(ImageCodec.probe(photo)),
      sources: [:])
  }

  private func hash(
    _ photo: EncodedImage, _ recipe: String, _ context: RenderContext = RenderContext()
  ) throws -> PerceptualHash {
    let findings = try plan(recipe, photo).render(photo, isHashed: true, in: context) { output, shape in
      if output.decodePath.leadsToEncoder {
        return .planes(
          try ImageCodec.makePlaneWriter(size: shape.size, options: EncodeOptions(output.output.encoding)) { _ in })
      }
      return .rows(ImageCollector(shape: shape))
    }
    return try #require(findings.hash)
  }

  /// A dark product with coarse patterns on a light backdrop.
  private func picture(_ width: Int, _ height: Int) -> Image {
    var rows = PixelBuffer(shape: ImageShape(size: PixelSize(width: width, height: height), format: .encodedOpaque))
    for y in 0..<height {
      for x in 0..<width {
        let (u, v) = (x * 1000 / width, y * 1000 / height)
        let isProduct = (150..<800).contains(u) && (200..<900).contains(v)
        let red = isProduct ? 40 + (u / 70 * 37 + v / 90 * 53) % 150 : 240
        let green = isProduct ? 30 + (u / 110 * 41 + v / 60 * 29) % 130 : 240
        rows.mutableRow(y).storeBytes(
          of: UInt32(red | green << 8 | (isProduct ? 90 : 240) << 16 | 255 << 24), toByteOffset: 4 * x, as: UInt32.self)
      }
    }
    return Image(rows)
  }
}
