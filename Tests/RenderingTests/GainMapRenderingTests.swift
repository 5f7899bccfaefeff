import Filters
import Foundation
import ImageCodecs
import Pipeline
import PixelCore
import Recipes
import TestSupport
import Testing

@testable import Rendering

/// Outputs that keep a photo's gain map: the HDR picture is that of the photo, moved as the recipe says.
@Suite struct GainMapRenderingTests {
  private static let photoSize = PixelSize(width: 512, height: 384)
  private static let mapSize = PixelSize(width: 128, height: 96)
  private static let gains = (min: -1.0, max: 3.0)

  /// A map of flat blocks of 8 × 8 pixels, whose values rise to the right and downwards.
  private static func value(_ column: Int, _ row: Int) -> Int { 20 + 12 * column + 3 * row }

  private func builder(
    _ form: UltraHDRBuilder.Form = .xmp, mapSize: PixelSize = mapSize, components: Int = 1, segments: [UInt8] = []
  ) -> UltraHDRBuilder {
    var base = JPEGBuilder(
      width: Self.photoSize.width, height: Self.photoSize.height,
      components: [JPEGBuilder.Component(id: 1) { column, row in 60 + column + row }])
    base.segments = segments
    let map = JPEGBuilder(
      width: mapSize.width, height: mapSize.height,
      components: (0..<components).map { index in
        JPEGBuilder.Component(id: UInt8(index + 1)) { index == 0 ? Self.value($0, $1) : 128 }
      })
    var builder = UltraHDRBuilder(base: base, map: map)
    (builder.gains, builder.form) = (Self.gains, form)
    return builder
  }

  private struct Made {
    var files: [[UInt8]]
    var warnings: [String]
    /// The map in the first file as its values, and its size. Nil without one.
    var map: (values: [[Int]], size: PixelSize)?
  }

  private func render(_ photo: [UInt8], by yaml: String) throws -> Made {
    let recipe = try Recipe(yaml: "packshot: 1\n" + yaml, file: "r.yaml")
    let prepared = try PreparedRecipe(recipe, limits: PhotoLimits(), files: .inMemory([:]))
    let file = EncodedImage(photo)
    let planned = try PlannedPhoto(
      photoBytes: photo.count, info: ImageCodec.probe(file), by: recipe, sources: prepared.sources,
      limits: PhotoLimits())
    let store = Store()
    let result = try planned.encode(file, in: prepared.sources.renderContext(forPhotos: .eight)) {
      let index = store.files.count
      store.files.append([])
      return { store.files[index] += $0 }
    }
    let map = try UltraHDRBuilder.pictures(in: store.files[0]).map { try grey($0.map) }
    return Made(files: store.files, warnings: result.warnings.map(\.message), map: map)
  }

  private final class Store { var files: [[UInt8]] = [] }

  private func grey(_ jpeg: [UInt8]) throws -> (values: [[Int]], size: PixelSize) {
    let reader = try ImageCodec.makeReader(bytes: EncodedImage(jpeg))
    var buffer = PixelBuffer(shape: reader.shape)
    let size = reader.shape.size
    _ = try reader.read(rows: size.height, into: buffer.mutableRow(0), stride: buffer.stride)
    let values = (0..<size.height).map { y in
      (0..<size.width).map { Int(buffer.row(y).load(fromByteOffset: 4 * $0, as: UInt8.self)) }
    }
    return (values, size)
  }

  /// Steps, the picture's size, and the place in the stored photo of a place in the picture; nil in a border.
  struct Case: CustomTestStringConvertible, Sendable {
    var steps: String
    var size: PixelSize
    var orientation = 1
    var place: @Sendable (_ x: Double, _ y: Double) -> (x: Double, y: Double)?
    var testDescription: String { steps }
  }

  static let cases = [
    Case(steps: "", size: PixelSize(width: 512, height: 384)) { ($0, $1) },
    Case(steps: "resize: { width: 256 }", size: PixelSize(width: 256, height: 192)) { (2 * $0, 2 * $1) },
    Case(steps: "resize: { width: 640 }", size: PixelSize(width: 640, height: 480)) { (0.8 * $0, 0.8 * $1) },
    Case(steps: "resize: { width: 200, height: 200, mode: cover }", size: PixelSize(width: 200, height: 200)) {
      (64 + 1.92 * $0, 1.92 * $1)
    },
    Case(steps: "resize: { width: 200, height: 300, mode: stretch }", size: PixelSize(width: 200, height: 300)) {
      (2.56 * $0, 1.28 * $1)
    },
    Case(steps: "crop: { x: 64, y: 32, width: 256, height: 256 }", size: PixelSize(width: 256, height: 256)) {
      ($0 + 64, $1 + 32)
    },
    Case(steps: "flip: horizontal", size: PixelSize(width: 512, height: 384)) { (512 - $0, $1) },
    Case(steps: "orient: 6", size: PixelSize(width: 384, height: 512)) { ($1, 384 - $0) },
    Case(steps: "", size: PixelSize(width: 384, height: 512), orientation: 8) { (512 - $1, $0) },
    Case(steps: "rotate: 180", size: PixelSize(width: 512, height: 384)) { (512 - $0, 384 - $1) },
    Case(steps: "pad: { all: 64, background: white }", size: PixelSize(width: 640, height: 512)) {
      (64..<576).contains($0) && (64..<448).contains($1) ? ($0 - 64, $1 - 64) : nil
    },
    Case(steps: "fit: { width: 256, height: 256, background: white }", size: PixelSize(width: 256, height: 256)) {
      (32..<224).contains($1) ? (2 * $0, 2 * ($1 - 32)) : nil
    },
    Case(
      steps:
        "crop: { x: 128, y: 0, width: 384, height: 384 } }, { orient: 5 }, { pad: { top: 96, background: red } }, { resize: { width: 192 } }, { brightness: 0.1 }, { sharpen: 0.5",
      size: PixelSize(width: 192, height: 240)
    ) {
      // Resized by a half: the pad, 48 rows, then the transposed square.
      $1 < 48 ? nil : (128 + 2 * ($1 - 48), 2 * $0)
    },
  ]

  /// HDR light is (base + 1/64) · 2^g − 1/64, and g is a straight line over the map's values. A level is 4/255 of a stop.
  @Test(arguments: cases, [UltraHDRBuilder.Form.xmp, .iso])
  func gainsAreThoseOfThePhotoAtTheSamePlace(_ test: Case, form: UltraHDRBuilder.Form) throws {
    let exif = ExifDirectories(picture: [.short(0x0112, test.orientation)]).bytes
    let photo = builder(form, segments: JPEGBuilder.segment(0xe1, Array("Exif\0\0".utf8) + exif)).bytes
    let steps = test.steps.isEmpty ? "" : "steps: [ { \(test.steps) } ]\n"
    let made = try render(photo, by: steps + "outputs: [ { file: a.jpg, hdr: keep } ]")
    #expect(made.warnings == [])
    let map = try #require(made.map)
    let aspect = Double(map.size.width) / Double(map.size.height)
    #expect(abs(aspect / (Double(test.size.width) / Double(test.size.height)) - 1) < 0.01, "viewers allow 1 %")
    #expect(try ImageCodec.probe(EncodedImage(made.files[0])).size == test.size)
    let neutral = Int((255 * -Self.gains.min / (Self.gains.max - Self.gains.min)).rounded())
    var (compared, worst) = (0, 0)
    for y in 0..<map.size.height {
      for x in 0..<map.size.width {
        let place = { (dx: Double, dy: Double) in
          test.place(
            (Double(x) + 0.5 + dx) * Double(test.size.width) / Double(map.size.width),
            (Double(y) + 0.5 + dy) * Double(test.size.height) / Double(map.size.height)
          ).map { (Int($0.x / 32), Int($0.y / 32)) }
        }
        // Only where the pixel and all around it show the same block, so that interpolation doesn't matter.
        let around = [(0.0, 0.0), (-2.5, -2.5), (2.5, -2.5), (-2.5, 2.5), (2.5, 2.5)].map { place($0.0, $0.1) }
        guard around.allSatisfy({ $0?.0 == around[0]?.0 && $0?.1 == around[0]?.1 }) else { continue }
        if let block = around[0], !(0..<16).contains(block.0) || !(0..<12).contains(block.1) { continue }
        let expected = around[0].map { Self.value($0.0, $0.1) } ?? neutral
        worst = max(worst, abs(map.values[y][x] - expected))
        compared += 1
      }
    }
    #expect(compared > map.size.pixelCount / 20, "\(compared)")
    #expect(worst <= 4, "\(test.steps): \(worst) levels of 255")
  }

  @Test func applesMapsAreConverted() throws {
    let made = try render(builder(.apple).bytes, by: "outputs: [ { file: a.jpg, hdr: keep } ]")
    let map = try #require(made.map)
    // In a block of the value 20 + 12 · 8 + 3 · 6 = 134: BT.709 decodes 134/255 to 0.28478, and
    // 255 · log2(1 + 7 · 0.28478) / 3 is 134.5.
    let value = map.values[map.size.height * 52 / 96][map.size.width * 68 / 128]
    #expect(made.warnings == [] && abs(value - 134) <= 3, "\(value)")
  }

  /// A map whose aspect ratio isn't the photo's is stretched over the photo by viewers, and so it is here.
  @Test func aMapOfAnotherAspectRatioCoversThePhoto() throws {
    let photo = builder(mapSize: PixelSize(width: 128, height: 48)).bytes
    let made = try render(
      photo,
      by: "steps: [ { crop: { x: 0, y: 192, width: 512, height: 192 } } ]\noutputs: [ { file: a.jpg, hdr: keep } ]")
    let map = try #require(made.map)
    // The lower half of the photo begins at the map's row 24, which is its fourth block.
    let (x, y) = (map.size.width * 20 / 128, map.size.height * 4 / 24)
    #expect(abs(map.values[y][x] - Self.value(2, 3)) <= 2, "\(map.values[y][x])")
  }

  @Test func withoutAKeyTheMapIsLeftOutWithAWarning() throws {
    let made = try render(builder().bytes, by: "outputs: [ { file: a.jpg }, { file: b.png } ]")
    #expect(
      made.warnings == [
        "its gain map for HDR screens is left out; outputs with `hdr: keep` keep it in a JPEG, and `hdr: drop` silences this warning"
      ])
    #expect(made.map == nil)
    let dropped = try render(builder().bytes, by: "outputs: [ { file: a.jpg, hdr: drop } ]")
    #expect(dropped.warnings == [] && dropped.files[0] == made.files[0])
    // A photo without a map gives the same bytes with either.
    let plain = builder().base.bytes
    #expect(
      try render(plain, by: "outputs: [ { file: a.jpg, hdr: keep } ]").files
        == render(plain, by: "outputs: [ { file: a.jpg, hdr: drop } ]").files)
  }

  @Test(arguments: [
    ("outputs: [ { file: a.png, hdr: keep } ]", "packshot writes none into PNG files"),
    ("steps: [ { blur: 2 } ]\noutputs: [ { file: a.jpg, hdr: keep } ]", "it can't follow blur"),
    (
      "steps: [ { rotate: { angle: 3, canvas: keep } } ]\noutputs: [ { file: a.jpg, hdr: keep } ]",
      "it can't follow rotate"
    ),
    ("steps: [ { opacity: 0.5 } ]\noutputs: [ { file: a.jpg, hdr: keep } ]", "it can't follow opacity"),
    ("steps: [ { roundCorners: 10 } ]\noutputs: [ { file: a.jpg, hdr: keep } ]", "it can't follow roundCorners"),
  ]) func whatCannotKeepTheMapSaysWhy(yaml: String, reason: String) throws {
    let made = try render(builder().bytes, by: yaml)
    #expect(made.warnings.contains("its gain map for HDR screens is left out, because \(reason)"), "\(made.warnings)")
    #expect(made.map == nil)
  }

  @Test func aMapInTheColorsOfThePhotoNeedsThem() throws {
    let profile = JPEGBuilder.segment(0xe2, Array("ICC_PROFILE\0".utf8) + [1, 1] + ProfileBuilder.displayP3.bytes)
    let photo = builder(components: 3, segments: profile).bytes
    let converted = try render(photo, by: "outputs: [ { file: a.jpg, hdr: keep } ]")
    #expect(converted.map == nil && converted.warnings[0].contains("`profile: keep` keeps both"))
    let kept = try render(photo, by: "profile: keep\noutputs: [ { file: a.jpg, hdr: keep } ]")
    #expect(kept.map != nil && kept.warnings == [])
    // With one channel, all colours are multiplied alike, and the conversion doesn't matter.
    let grey = try render(builder(segments: profile).bytes, by: "outputs: [ { file: a.jpg, hdr: keep } ]")
    #expect(grey.map != nil && grey.warnings == [])
  }

  private static let swap = "[[0, 0, 1, 0, 0], [0, 1, 0, 0, 0], [1, 0, 0, 0, 0], [0, 0, 0, 1, 0]]"

  /// A grey picture would shine in the colours of the photo's gains.
  @Test(arguments: [
    ("greyscale", "1"), ("saturation", "0.5"), ("sepiaTone", "1"), ("colorMatrix", swap),
  ]) func aMapWithAGainForEachChannelCannotFollowMixedChannels(filter: String, parameters: String) throws {
    let yaml = "steps: [ { \(filter): \(parameters) } ]\noutputs: [ { file: a.jpg, hdr: keep } ]"
    let made = try render(builder(components: 3).bytes, by: yaml)
    #expect(
      made.warnings == [
        "its gain map for HDR screens is left out, because it has a gain for each of red, green and blue, which \(filter) mixes"
      ])
    #expect(made.map == nil)
    let alike = try render(builder().bytes, by: yaml)
    #expect(alike.map != nil && alike.warnings == [])
  }

  @Test(arguments: ["exposure: 0.5", "whiteBalance: \"#e8d9c0\""])
  func aMapWithAGainForEachChannelFollowsChannelsThatAreChangedAlone(step: String) throws {
    let made = try render(
      builder(components: 3).bytes, by: "steps: [ { \(step) } ]\noutputs: [ { file: a.jpg, hdr: keep } ]")
    #expect(made.map != nil && made.warnings == [])
  }

  /// `hdr: keep` wouldn't help, so the warning doesn't recommend it.
  @Test func aMapThatCannotBeUsedSaysWhyWithoutAKey() throws {
    var builder = builder(.apple)
    builder.appleHeadroom = nil
    let made = try render(builder.bytes, by: "outputs: [ { file: a.jpg } ]")
    #expect(
      made.warnings == [
        "its gain map for HDR screens is left out, because it is of Apple's own kind, and the file states no usable headroom"
      ])
    #expect(try render(builder.bytes, by: "outputs: [ { file: a.jpg, hdr: drop } ]").warnings == [])
  }

  @Test func aWarningNamesTheOutputIfOthersKeepTheMap() throws {
    let made = try render(builder().bytes, by: "outputs: [ { file: a.jpg, hdr: keep }, { file: b.jpg } ]")
    #expect(
      made.warnings == [
        "its gain map for HDR screens is left out of b.jpg; outputs with `hdr: keep` keep it in a JPEG, and `hdr: drop` silences this warning"
      ])
    #expect(made.map != nil)
  }

  @Test func aDamagedMapLeavesThePicture() throws {
    var photo = builder().bytes
    let start = photo.indices.dropFirst(10).first { photo[$0...].starts(with: [0xff, 0xd8]) }!
    let scan = photo.indices.dropFirst(start).first { photo[$0...].starts(with: [0xff, 0xda]) }!
    photo.replaceSubrange((scan + 12)..., with: [0xff, 0xd9] + [UInt8](repeating: 0, count: photo.count - scan - 14))
    let made = try render(photo, by: "outputs: [ { file: a.jpg, hdr: keep } ]")
    #expect(try ImageCodec.probe(EncodedImage(made.files[0])).size == Self.photoSize)
    #expect(
      made.map == nil && made.warnings.contains { $0.contains("because it can't be decoded") }, "\(made.warnings)")
  }

  // MARK: Sizes

  @Test func targetBytesIncludeTheMap() throws {
    let whole = try render(builder().bytes, by: "outputs: [ { file: a.jpg, quality: 95, hdr: keep } ]")
    let pictures = try #require(UltraHDRBuilder.pictures(in: whole.files[0]))
    let limit = pictures.map.count * 4
    let made = try render(
      builder().bytes, by: "outputs: [ { file: a.jpg, quality: 95, targetBytes: \(limit), hdr: keep } ]")
    #expect(made.files[0].count <= limit && made.map != nil && made.warnings == [], "\(made.warnings)")
    // A map that would take more than a third is left out, and the picture alone fits.
    let small = pictures.map.count * 2
    let alone = try render(
      builder().bytes, by: "outputs: [ { file: a.jpg, quality: 95, targetBytes: \(small), hdr: keep } ]")
    #expect(alone.files[0].count <= small && alone.map == nil)
    #expect(alone.warnings.contains { $0.contains("too little of `targetBytes`") })
  }

  @Test func memoryForALargeMapIsPlanned() throws {
    func bytes(_ map: PixelSize) throws -> Int {
      let recipe = try Recipe(
        yaml: "packshot: 1\noutputs: [ { file: a.jpg, hdr: keep, steps: [ { orient: 6 } ] } ]", file: "r.yaml")
      var photo = RenderPlan.Photo(try ImageCodec.probe(EncodedImage(builder(mapSize: map).bytes)))
      photo.size = PixelSize(width: 4096, height: 3072)
      return try RenderPlan(recipe, photo: photo, sources: [:]).workingBytes
    }
    // A turned map is held whole, as four bytes a pixel.
    let (small, large) = (try bytes(Self.mapSize), try bytes(PixelSize(width: 2048, height: 1536)))
    #expect(large - small > 4 * 2000 * 1500)
  }

  /// A header that claims a huge map must not make a photo exceed the memory limit.
  @Test func aMapLargerThanThePhotoIsLeftOut() throws {
    let made = try render(
      builder(mapSize: PixelSize(width: 520, height: 390)).bytes, by: "outputs: [ { file: a.jpg, hdr: keep } ]")
    #expect(made.map == nil && made.warnings.contains { $0.contains("it has more pixels than the photo") })
  }

  // MARK: Metadata

  @Test func keptXMPAndTheMapsDescriptionShareAPacket() throws {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:Credit="Ada"/>\
      </rdf:RDF></x:xmpmeta>
      """
    var builder = builder(.iso)
    builder.base.segments = JPEGBuilder.segment(0xe1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8))
    for kept in ["strip", "copyright", "keep"] {
      let made = try render(builder.bytes, by: "metadata: \(kept)\noutputs: [ { file: a.jpg, hdr: keep } ]")
      let base = String(decoding: try #require(UltraHDRBuilder.pictures(in: made.files[0])).base, as: UTF8.self)
      #expect(base.contains("Item:Semantic=\"GainMap\"") && base.contains("Ada") == (kept != "strip"), "\(kept)")
      #expect(base.split(separator: "http://ns.adobe.com/xap/1.0/\0").count == 2, "one packet")
      #expect(made.warnings == [])
    }
  }
}
