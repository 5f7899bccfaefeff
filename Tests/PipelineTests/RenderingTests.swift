import Filters
import ImageCodecs
import Pipeline
import PixelCore
import PixelKernels
import Recipes
import Testing

@Suite struct RenderingTests {
  /// A PNG of seeded noise, partly translucent.
  private func photo(
    _ size: PixelSize, depth: PixelFormat.Depth = .eight, seed: UInt64
  ) throws -> EncodedImage {
    var state = seed
    if depth == .sixteen {
      let format = PixelFormat(depth: .sixteen, transfer: .encoded, alpha: .straight)
      var rows = PixelBuffer(shape: ImageShape(size: size, format: format))
      for y in 0..<size.height {
        for x in 0..<size.width {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          let alpha = x % 5 == 0 ? state : state | 0xffff << 48
          rows.mutableRow(y).storeBytes(of: alpha, toByteOffset: x * 8, as: UInt64.self)
        }
      }
      return try encode(Image(rows), .png(compression: 1))
    }
    var rows = PixelBuffer(shape: ImageShape(size: size, format: .encodedStraight))
    for y in 0..<size.height {
      for x in 0..<size.width {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let alpha: UInt32 = x % 5 == 0 ? UInt32(state >> 56) : 255
        let color = UInt32(truncatingIfNeeded: state >> 24) & 0xff_ffff
        rows.mutableRow(y).storeBytes(of: alpha << 24 | color, toByteOffset: x * 4, as: UInt32.self)
      }
    }
    return try encode(Image(rows), .png(compression: 1))
  }

  private func encode(_ image: Image, _ coding: EncodeOptions.Coding) throws -> EncodedImage {
    var bytes: [UInt8] = []
    let writer = try ImageCodec.makeWriter(shape: image.shape, options: EncodeOptions(coding)) { bytes += $0 }
    try image.withBand { try writer.write($0) }
    try writer.finish()
    return EncodedImage(bytes)
  }

  private static let recipe = """
    packshot: 1
    sources:
      backdrop: backdrop.png
      badge: { circle: { size: [9, 9], fill: "#e63946", stroke: white, lineWidth: 1, inset: 1 } }
    steps:
      - fit: { width: 50, height: 40 }
      - sepiaTone: { intensity: 0.5 }
      - sourceOver: { background: backdrop }
      - sourceOver: { foreground: badge, at: topRight, inset: [2, 2] }
    outputs:
      - { file: a.png }
      - { file: b.jpg, steps: [ { resize: { width: 31 } } ] }
      - { file: c.png, steps: [ { orient: 6 }, { resize: { width: 20, height: 20, mode: cover } } ] }
    """

  /// The bytes of every output, with pixels decoded once.
  private func outputs(
    recipe yaml: String = recipe, photo: EncodedImage, bandHeight: Int? = nil, level: CPULevel = Kernels.current.level
  ) throws -> [[UInt8]] {
    let recipe = try Recipe(yaml: yaml, file: "r.yaml")
    let sources = try SourceSet(of: recipe) { _ in try self.photo(PixelSize(width: 64, height: 60), seed: 9) }
    let info = try ImageCodec.probe(photo)
    let context = try sources.renderContext(
      forPhotos: info.depth, base: RenderContext(kernels: Kernels(level: level), bandHeight: bandHeight))
    let plan = try RenderPlan(
      recipe, photo: RenderPlan.Photo(info), sources: sources.shapes(forPhotos: info.depth))
    let files = plan.outputs.map { _ in ByteCollector() }
    var next = 0
    _ = try plan.render(photo, in: context) { output, shape in
      defer { next += 1 }
      let file = files[next]
      let coding: EncodeOptions.Coding =
        output.output.encoding.format == .png ? .png(compression: 6) : .jpeg(quality: 82)
      return .rows(
        try ImageCodec.makeWriter(shape: shape, options: EncodeOptions(coding)) { file.bytes += $0 })
    }
    return files.map(\.bytes)
  }

  private final class ByteCollector { var bytes: [UInt8] = [] }

  /// Once per photo, whatever outputs there are.
  @Test func aFiltersNotesAreReported() throws {
    let photo = try photo(PixelSize(width: 40, height: 30), seed: 5)
    let recipe = try Recipe(
      yaml: """
        packshot: 1
        steps: [ { shadow: { offset: [0, 2], blur: 4 } } ]
        outputs: [ { file: a.png }, { file: b.png, steps: [ { opacity: 0.5 } ] } ]
        """, file: "r.yaml")
    let plan = try RenderPlan(recipe, photo: RenderPlan.Photo(ImageCodec.probe(photo)), sources: [:])
    let context = RenderContext()
    for _ in 0..<2 {
      let warnings = try plan.render(photo, in: context) { .rows(ImageCollector(shape: $1)) }.warnings
      #expect(
        warnings.map(\.message) == [
          "shadow: clipped by 4 px above, 6 px on the right, 8 px below, 6 px on the left; "
            + "`grow: true` or `pad` makes room for it"
        ])
    }
  }

  /// The recipe in both working spaces, for photos of both depths.
  @Test(arguments: PixelFormat.Transfer.allCases, PixelFormat.Depth.allCases)
  func bytesAreIndependentOfBandHeightAndCPULevel(
    working: PixelFormat.Transfer, depth: PixelFormat.Depth
  ) throws {
    let recipe = "working: \(working.rawValue)\n" + Self.recipe
    let photo = try photo(PixelSize(width: 97, height: 71), depth: depth, seed: 1)
    let whole = try outputs(recipe: recipe, photo: photo, bandHeight: 1000)
    #expect(whole.allSatisfy { !$0.isEmpty })
    for height in [1, 7, 64, nil] {
      #expect(try outputs(recipe: recipe, photo: photo, bandHeight: height) == whole)
    }
    for level in CPULevel.available { #expect(try outputs(recipe: recipe, photo: photo, level: level) == whole) }
  }

  @Test func outputsOfOneDecodeEqualThoseOfSeparateDecodes() throws {
    let photo = try photo(PixelSize(width: 97, height: 71), seed: 3)
    let together = try outputs(photo: photo)
    for (index, line) in ["a.png", "b.jpg", "c.png"].enumerated() {
      let lines = Self.recipe.split(separator: "\n", omittingEmptySubsequences: false)
      let alone = lines.filter { !$0.contains("file:") || $0.contains(line) }.joined(separator: "\n")
      #expect(try outputs(recipe: alone, photo: photo) == [together[index]])
    }
  }

  /// Filters that only move pixels change none, whatever the working space: translucent pixels keep their straight values. The
  /// colour of fully transparent pixels is dropped.
  @Test(arguments: PixelFormat.Transfer.allCases, PixelFormat.Depth.allCases)
  func movingPixelsChangesNone(working: PixelFormat.Transfer, depth: PixelFormat.Depth) throws {
    let photo = try photo(PixelSize(width: 33, height: 9), depth: depth, seed: 4)
    let bytes = try outputs(
      recipe: """
        packshot: 1
        working: \(working.rawValue)
        steps: [ orient: 3, pad: 2 ]
        outputs: [ { file: a.png, steps: [ crop: { x: 2, y: 2, width: 33, height: 9 } ] }, { file: b.png, steps: [ opacity: 0.5 ] } ]
        """, photo: photo)[0]
    var before = channels(try image(photo))
    for pixel in stride(from: 0, to: before.count, by: 4) where before[pixel + 3] == 0 {
      before.replaceSubrange(pixel..<pixel + 3, with: [0, 0, 0])
    }
    let turned = stride(from: before.count - 4, through: 0, by: -4).flatMap { before[$0..<$0 + 4] }
    #expect(worst(channels(try image(EncodedImage(bytes))), turned) == 0)
  }

  @Test func intermediatePicturesAreLimited() throws {
    let recipe = try Recipe(
      yaml: "packshot: 1\nsteps: [ pad: 65535 ]\noutputs: [ { file: a.png } ]", file: "r.yaml")
    let error = try #require(throws: RecipeError.self) {
      try RenderPlan(recipe, photo: RenderPlan.Photo(size: PixelSize(width: 1, height: 1)), sources: [:])
    }
    #expect(error.concernsPhoto)
    #expect(error.message.contains("131071 × 131071") && error.reason == "makes-too-large")
    #expect(error.details["width"] == 131_071 && error.details["node"] == "steps[0].pad")
    #expect(error.remedy == .raiseLimit(.maxPixels))
  }

  /// An opaque 16-bit PNG with every grey level of 16 bits, and other colours.
  private func ramp() throws -> (file: EncodedImage, image: Image) {
    let format = PixelFormat(depth: .sixteen, transfer: .encoded, alpha: .opaque)
    var rows = PixelBuffer(shape: ImageShape(size: PixelSize(width: 256, height: 256), format: format))
    for level in 0..<65_536 {
      let value = UInt64(level)
      let pixel = value | value << 16 | (65_535 - value) << 32 | 0xffff << 48
      rows.mutableRow(level >> 8).storeBytes(of: pixel, toByteOffset: (level & 255) * 8, as: UInt64.self)
    }
    let image = Image(rows)
    return (try encode(image, .png(compression: 1)), image)
  }

  private func channels(_ image: Image) -> [Int] {
    (0..<image.size.height).flatMap { y in
      (0..<image.size.width * 4).map { index in
        image.shape.format.depth == .eight
          ? Int(image.row(y).load(fromByteOffset: index, as: UInt8.self))
          : Int(image.row(y).load(fromByteOffset: index * 2, as: UInt16.self))
      }
    }
  }

  /// The largest difference between two pictures' channels.
  private func worst(_ a: [Int], _ b: [Int]) -> Int {
    a.count == b.count ? zip(a, b).reduce(0) { max($0, abs($1.0 - $1.1)) } : .max
  }

  @Test func sixteenBitsStaySixteenBits() throws {
    let (file, before) = try ramp()
    let bytes = try outputs(
      recipe: "packshot: 1\noutputs: [ { file: a.png }, { file: b.png, depth: 8 }, { file: c.jpg } ]", photo: file)
    let after = try image(EncodedImage(bytes[0]))
    #expect(after.shape.format.depth == .sixteen)
    #expect(worst(channels(after), channels(before)) == 0)
    let eight = try image(EncodedImage(bytes[1]))
    #expect(eight.shape.format.depth == .eight)
    #expect(worst(channels(eight), channels(before).map { Int((Double($0) / 257).rounded()) }) == 0)
    #expect(try image(EncodedImage(bytes[2])).shape.format == .encodedOpaque)
  }

  /// Encoded values of 8 bits survive 16 bits of linear light. Those of 16 bits lose precision in dark tones, where a step of
  /// light is 12.92 encoded steps.
  @Test func linearLightRestoresItsInput() throws {
    let (file, before) = try ramp()
    let recipe = "packshot: 1\nworking: linear\noutputs: [ { file: a.png }, { file: b.png, depth: 8 } ]"
    let bytes = try outputs(recipe: recipe, photo: file)
    #expect(worst(channels(try image(EncodedImage(bytes[0]))), channels(before)) <= 7)

    let eightFile = EncodedImage(bytes[1])
    let again = try outputs(recipe: recipe, photo: eightFile)
    #expect(worst(channels(try image(EncodedImage(again[0]))), channels(try image(eightFile))) == 0)
    let wide = try outputs(
      recipe: "packshot: 1\nworking: linear\noutputs: [ { file: a.png, depth: 16 } ]", photo: eightFile)
    #expect(try image(EncodedImage(wide[0])).shape.format.depth == .sixteen)
  }

  /// A source is converted to the photo's depth: 8-bit badges on 16-bit photos, and the reverse.
  @Test(arguments: PixelFormat.Depth.allCases, PixelFormat.Depth.allCases)
  func sourcesAreConvertedToThePhotosDepth(photo: PixelFormat.Depth, source: PixelFormat.Depth) throws {
    let size = PixelSize(width: 20, height: 20)
    let recipe = try Recipe(
      yaml:
        "packshot: 1\nsources: { b: b.png }\nsteps: [ sourceOver: { foreground: b } ]\noutputs: [ { file: a.png } ]",
      file: "r.yaml")
    let picture = try self.photo(size, depth: source, seed: 8)
    let sources = try SourceSet(of: recipe) { _ in picture }
    let base = try self.photo(size, depth: photo, seed: 9)
    let info = try ImageCodec.probe(base)
    let plan = try RenderPlan(recipe, photo: .init(info), sources: sources.shapes(forPhotos: info.depth))
    let collector = ImageCollector(shape: plan.outputs[0].chain.output.bound)
    _ = try plan.renderRows(of: base, in: sources.renderContext(forPhotos: info.depth)) { _, _ in collector }
    let result = channels(collector.takeImage())
    #expect(plan.outputs[0].written.format.depth == photo)
    // Opaque pixels of the source replace the photo.
    let seen = channels(try image(picture))
    let scale = { (value: Int) in
      switch (source, photo) {
      case (.eight, .sixteen): value * 257
      case (.sixteen, .eight): Int((Double(value) / 257).rounded())
      default: value
      }
    }
    for pixel in stride(from: 4, to: seen.count, by: 20) {
      #expect(Array(result[pixel..<pixel + 4]) == seen[pixel..<pixel + 4].map(scale))
    }
  }

  @Test func aTranslucentPictureIsFlattenedForJPEGAsPlanned() throws {
    let recipe = try Recipe(
      yaml: "packshot: 1\noutputs: [ { file: a.jpg, background: \"#00ff00\" } ]", file: "r.yaml")
    let photo = try photo(PixelSize(width: 5, height: 5), seed: 5)
    let plan = try RenderPlan(recipe, photo: RenderPlan.Photo(ImageCodec.probe(photo)), sources: [:])
    #expect(plan.outputs[0].chain.steps.last?.step.filter as? Flatten == Flatten(background: Color(css: "#00ff00")!))
    #expect(plan.outputs[0].written.format.alpha == .opaque)
  }

  @Test func adjacentRowFiltersAreFused() throws {
    let recipe = try Recipe(yaml: Self.recipe, file: "r.yaml")
    let sources = try SourceSet(of: recipe) { _ in try self.photo(PixelSize(width: 64, height: 60), seed: 9) }
    let plan = try RenderPlan(
      recipe, photo: RenderPlan.Photo(size: PixelSize(width: 400, height: 300)),
      sources: sources.shapes(forPhotos: .eight))
    // Already upright, so nothing to orient. Fit and compositing over the backdrop are separate stages.
    #expect(plan.trunk.groups.map(\.count) == [1, 1, 1, 1])
    #expect(plan.outputs[2].chain.groups.count == 2)
    guard case .barrier = plan.outputs[2].chain.groups[0][0].plan.work else {
      Issue.record("turning by 90° holds the image whole")
      return
    }
  }

  private func image(_ bytes: EncodedImage) throws -> Image {
    let reader = try ImageCodec.makeReader(bytes: bytes)
    var buffer = PixelBuffer(shape: reader.shape)
    #expect(
      try reader.read(rows: reader.shape.size.height, into: buffer.mutableRow(0), stride: buffer.stride)
        == reader.shape.size.height)
    return Image(buffer)
  }
}
