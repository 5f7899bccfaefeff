import Filters
import ImageCodecs
import Pipeline
import PixelCore
import Recipes
import TestSupport
import Testing

/// JPEGs with a colour profile that are reduced a lot: decoded small, converted to sRGB, then resampled.
@Suite struct ConvertedPlanesTests {
  /// Smooth colours in some profile, including a few outside sRGB.
  private func photo(
    _ profile: ProfileBuilder?, subsampling: EncodeOptions.ChromaSubsampling = .twoByTwo
  ) throws -> EncodedImage {
    let shape = ImageShape(size: PixelSize(width: 615, height: 437), format: .encodedOpaque)
    let options = EncodeOptions(.jpeg(quality: 95, subsampling: subsampling), iccProfile: profile?.bytes)
    var bytes: [UInt8] = []
    let writer = try ImageCodec.makeWriter(shape: shape, options: options) { bytes += $0 }
    var rows = PixelBuffer(shape: shape)
    for y in 0..<437 {
      for x in 0..<615 {
        let pixel = UInt32(90 + x / 4) | UInt32(60 + y / 4) << 8 | UInt32(70 + (x + y) / 9) << 16 | 0xff00_0000
        rows.mutableRow(y).storeBytes(of: pixel, toByteOffset: x * 4, as: UInt32.self)
      }
    }
    try Image(rows).withBand { try writer.write($0) }
    try writer.finish()
    return EncodedImage(bytes)
  }

  private func plan(_ text: String, _ photo: EncodedImage, _ orientation: Int) throws -> RenderPlan {
    let recipe = try Recipe(yaml: "packshot: 1\n" + text, file: "r.yaml")
    var header = RenderPlan.Photo(try ImageCodec.probe(photo))
    header.orientation = Orientation(rawValue: orientation)!
    return try RenderPlan(recipe, photo: header, sources: [:])
  }

  private func picture(_ plan: RenderPlan, _ photo: EncodedImage) throws -> [Int] {
    let collector = ImageCollector(shape: plan.outputs[0].chain.output.bound)
    _ = try plan.renderRows(of: photo, in: RenderContext()) { _, _ in collector }
    return collector.takeImage().withBand { band in
      band.rows.flatMap { y in
        UnsafeRawBufferPointer(start: band.row(y), count: band.shape.bytesPerRow).map { Int($0) }
      }
    }
  }

  @Test(
    arguments: [
      "resize: { width: 20 }", "resize: { width: 77 }", "resize: { width: 100 }",
      "resize: { width: 21, height: 40, mode: cover }", "fit: { width: 60, height: 60, background: white }",
    ], [1, 2, 6, 8])
  func theResultIsCloseToConvertingFirst(_ step: String, _ orientation: Int) throws {
    let recipe = "outputs: [ { file: a.png, steps: [ { \(step) } ] } ]"
    for subsampling in [EncodeOptions.ChromaSubsampling.twoByTwo, .none] {
      let photo = try photo(.displayP3, subsampling: subsampling)
      let (some, all) = (
        try plan(recipe, photo, orientation), try plan("fidelity: exact\n" + recipe, photo, orientation)
      )
      let paths = [DecodeScale.eighth, .quarter, .half].map { DecodePath.convertedPlanes($0) }
      #expect(paths.contains(some.outputs[0].decodePath) && all.outputs[0].decodePath == .pixels)
      let differences = zip(try picture(some, photo), try picture(all, photo)).map { abs($0 - $1) }
      #expect(differences.max()! <= 6, "\(step), orientation \(orientation)")
      #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 0.5)
      let unconverted = try plan("profile: keep\n" + recipe, photo, orientation)
      #expect(try picture(unconverted, photo) != picture(some, photo))
    }
  }

  @Test func onlyProfilesWithLittleMixingAreDecodedSmall() throws {
    let recipe = "outputs: [ { file: a.jpg, steps: [ { resize: { width: 38 } } ] } ]"
    let vivid = ProfileBuilder(
      named: "vivid", lights: [[0.79767, 0.28804, 0], [0.13519, 0.71187, 0], [0.03134, 0.00009, 0.82491]],
      curve: ProfileBuilder.gamma(1.8))
    for (profile, expected) in [
      (nil, DecodePath.planesToEncoder(.eighth)), (ProfileBuilder.sRGB, .planesToEncoder(.eighth)),
      (.displayP3, .convertedPlanes(.eighth)), (.adobeRGB, .convertedPlanes(.eighth)), (vivid, .pixels),
    ] as [(ProfileBuilder?, DecodePath)] {
      #expect(try plan(recipe, try photo(profile), 1).outputs[0].decodePath == expected)
    }
    let photo = try photo(.displayP3)
    #expect(try plan("profile: keep\n" + recipe, photo, 1).outputs[0].decodePath == .planesToEncoder(.eighth))
    #expect(try plan("outputs: [ { file: a.jpg } ]", photo, 1).outputs[0].decodePath == .pixels)
  }
}
