import Filters
import Foundation
import ImageCodecs
import Pipeline
import PixelCore
import PixelKernels
import Recipes
import Testing

/// JPEGs whose planes are resampled before they are converted to pixels.
@Suite struct PlaneRenderingTests {
  /// Smooth colours away from the ends of the range, so that neither decode path clamps.
  private func photo(
    _ width: Int, _ height: Int, subsampling: EncodeOptions.ChromaSubsampling = .twoByTwo
  ) throws -> EncodedImage {
    let shape = ImageShape(size: PixelSize(width: width, height: height), format: .encodedOpaque)
    var rows = PixelBuffer(shape: shape)
    for y in 0..<height {
      for x in 0..<width {
        let red = UInt32(80 + x * 90 / width), green = UInt32(80 + y * 90 / height)
        let blue = UInt32(110 + (x / 3 + y / 5) % 30)
        let pixel = red | green << 8 | blue << 16 | 0xff00_0000
        rows.mutableRow(y).storeBytes(of: pixel, toByteOffset: x * 4, as: UInt32.self)
      }
    }
    return EncodedImage(try Image(rows).encoded(.jpeg(quality: 95, subsampling: subsampling)))
  }

  private func plan(_ text: String, _ photo: EncodedImage) throws -> RenderPlan {
    let recipe = try Recipe(yaml: "packshot: 1\n" + text, file: "r.yaml")
    return try RenderPlan(recipe, photo: RenderPlan.Photo(ImageCodec.probe(photo)), sources: [:])
  }

  /// The pixels of each output.
  private func pictures(
    _ recipe: String, _ photo: EncodedImage, _ context: RenderContext = RenderContext()
  ) throws -> [[UInt8]] {
    let plan = try plan(recipe, photo)
    let collectors = plan.outputs.map { ImageCollector(shape: $0.chain.output.bound) }
    _ = try plan.renderRows(of: photo, in: context) { output, _ in collectors[output.index] }
    return collectors.map { collector in
      collector.takeImage().withBand { band in
        band.rows.flatMap { y in Array(UnsafeRawBufferPointer(start: band.row(y), count: band.shape.bytesPerRow)) }
      }
    }
  }

  /// The file of each output.
  private func files(
    _ recipe: String, _ photo: EncodedImage, _ context: RenderContext = RenderContext()
  ) throws -> [[UInt8]] {
    final class File { var bytes: [UInt8] = [] }
    let plan = try plan(recipe, photo)
    var files: [File] = []
    _ = try plan.render(photo, in: context) { output, shape in
      let file = File()
      files.append(file)
      let options = EncodeOptions(output.output.encoding.format == .png ? .png() : .jpeg(quality: 82))
      return output.decodePath.leadsToEncoder
        ? .planes(try ImageCodec.makePlaneWriter(size: shape.size, options: options) { file.bytes += $0 })
        : .rows(try ImageCodec.makeWriter(shape: shape, options: options) { file.bytes += $0 })
    }
    return files.map(\.bytes)
  }

  /// Enlarged, reduced, both, cropped by fractions of a pixel, placed on a canvas, and followed by other steps.
  private static let recipes = [
    "resize: { width: 31 }", "resize: { width: 200 }", "resize: { width: 9, height: 150, mode: stretch }",
    "resize: { width: 150, height: 9, mode: stretch }", "resize: { width: 21, height: 33, mode: cover }",
    "resize: { width: 1, height: 1, mode: stretch }", "resize: { width: 40, kernel: box }",
    "fit: { width: 50, height: 50, background: '#123456' }",
  ]

  @Test(arguments: recipes, [EncodeOptions.ChromaSubsampling.twoByTwo, .twoByOne, .none])
  func bothDecodePathsGiveTheSamePicture(_ step: String, _ subsampling: EncodeOptions.ChromaSubsampling) throws {
    for (width, height) in [(97, 71), (64, 48), (33, 130)] {
      let photo = try photo(width, height, subsampling: subsampling)
      // The same pixels as a PNG, which has no planes.
      let reader = try ImageCodec.makeReader(bytes: photo)
      var buffer = PixelBuffer(shape: reader.shape)
      _ = try reader.read(rows: height, into: buffer.mutableRow(0), stride: buffer.stride)
      let pixels = EncodedImage(try Image(buffer).encoded(.png(compression: 1)))

      let recipe = "outputs: [ { file: a.png, steps: [ { \(step) } ] } ]"
      let (ours, theirs) = (try pictures(recipe, photo)[0], try pictures(recipe, pixels)[0])
      #expect(ours.count == theirs.count)
      let differences = zip(ours, theirs).map { abs(Int($0) - Int($1)) }
      // Each decode path rounds luma, chroma or colour separately.
      #expect(differences.max()! <= 3, "\(width) × \(height)")
      // A single pixel has no meaningful mean.
      if ours.count > 4 {
        #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 0.6, "\(width) × \(height)")
      }
    }
  }

  /// Samples decoded at a smaller scale, compared with decoding all samples.
  @Test(
    arguments: ["width: 38", "width: 77", "width: 150", "width: 21, height: 40, mode: cover", "width: 5"],
    [EncodeOptions.ChromaSubsampling.twoByTwo, .twoByOne, .none])
  func aSmallerDecodeScaleIsCloseToTheFullOne(_ size: String, _ subsampling: EncodeOptions.ChromaSubsampling) throws {
    let photo = try photo(615, 437, subsampling: subsampling)
    let recipe = "outputs: [ { file: a.png, steps: [ { resize: { \(size) } } ] } ]"
    #expect(try plan(recipe, photo).outputs[0].decodePath != .planes(.full))
    let (some, all) = (try pictures(recipe, photo)[0], try pictures("fidelity: exact\n" + recipe, photo)[0])
    let differences = zip(some, all).map { abs(Int($0) - Int($1)) }
    #expect(differences.max()! <= 6)
    #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 0.5)
  }

  /// At edges between colours, chroma matters more than luma. It is decoded with a sample for each luma sample, if the file has
  /// as many.
  @Test(arguments: [55, 110, 220], [EncodeOptions.ChromaSubsampling.twoByTwo, .none])
  func edgesBetweenColorsStaySharp(width: Int, subsampling: EncodeOptions.ChromaSubsampling) throws {
    let size = PixelSize(width: 880, height: 660)
    var rows = PixelBuffer(shape: ImageShape(size: size, format: .encodedOpaque))
    for y in 0..<size.height {
      for x in 0..<size.width {
        // Two colours of the same luma, in discs of many sizes.
        let (u, v) = (x % 110 - 55, y % 90 - 45)
        let isInside = u * u + v * v < (10 + (x / 110 * 7 + y / 90 * 5) % 30) * 40
        let pixel: UInt32 = isInside ? 0xff50_5ac8 : 0xffd2_7e32
        rows.mutableRow(y).storeBytes(of: pixel, toByteOffset: x * 4, as: UInt32.self)
      }
    }
    let photo = EncodedImage(try Image(rows).encoded(.jpeg(quality: 92, subsampling: subsampling)))
    let recipe = "outputs: [ { file: a.png, steps: [ { resize: { width: \(width) } } ] } ]"
    #expect(try plan(recipe, photo).outputs[0].decodePath != .planes(.full))
    let (some, all) = (try pictures(recipe, photo)[0], try pictures("fidelity: exact\n" + recipe, photo)[0])
    let squares = zip(some, all).reduce(0.0) { $0 + (Double($1.0) - Double($1.1)) * (Double($1.0) - Double($1.1)) }
    let decibels = 10 * log10(255 * 255 * Double(some.count) / squares)
    #expect(decibels > 43, "\(decibels) dB")
  }

  private static let mixed = """
    outputs:
      - { file: a.jpg, steps: [ { resize: { width: 31 } } ] }
      - { file: b.png, steps: [ { resize: { width: 20, height: 40, mode: cover } }, { sepiaTone: 0.5 } ] }
      - { file: c.jpg, steps: [ { sepiaTone: 1 } ] }
      - { file: d.jpg, steps: [ { resize: { width: 200, height: 9, mode: stretch } } ] }
    """

  /// Halved zero to three times, also as pixels, and a part that begins far down or far to the right.
  private static let halved = """
    outputs:
      - { file: a.jpg, steps: [ { resize: { width: 150 } } ] }
      - { file: b.jpg, steps: [ { resize: { width: 40 } } ] }
      - { file: c.png, steps: [ { resize: { width: 21 } } ] }
      - { file: d.jpg, steps: [ { resize: { width: 8 } } ] }
      - { file: e.jpg, steps: [ { sepiaTone: 1 }, { resize: { width: 30 } } ] }
      - { file: f.jpg, steps: [ { resize: { width: 40, height: 2, mode: cover } } ] }
      - { file: g.jpg, steps: [ { resize: { width: 1, height: 30, mode: cover } } ] }
    """

  @Test(arguments: [(97, 71), (433, 371)])
  func outputsAreIndependentOfOtherOutputsBandsAndTheCPU(width: Int, height: Int) throws {
    for recipe in [Self.mixed, Self.halved] {
      for subsampling in [EncodeOptions.ChromaSubsampling.twoByTwo, .twoByOne, .none] {
        let photo = try photo(width, height, subsampling: subsampling)
        let whole = try files(recipe, photo)
        let lines = recipe.split(separator: "\n")
        for (index, line) in lines.dropFirst().enumerated() {
          #expect(try files("\(lines[0])\n\(line)", photo) == [whole[index]], "\(line)")
        }
        for level in CPULevel.available {
          for height in [1, 7, nil] {
            let context = RenderContext(kernels: Kernels(level: level), bandHeight: height)
            #expect(try files(recipe, photo, context) == whole)
          }
        }
      }
    }
    #expect(
      try plan(Self.mixed, photo(97, 71)).outputs.map(\.decodePath)
        == [.planesToEncoder(.full), .planes(.full), .pixels, .planesToEncoder(.full)])
  }

  /// Rows are rendered in eights and encoded in sixteens. The remainder at the end must be the picture's last rows.
  @Test(arguments: 1...35) func everyHeightIsRenderedToItsEnd(height: Int) throws {
    let photo = try photo(50, 3 * height)
    let recipe = "outputs: [ { file: a.jpg, steps: [ { resize: { width: 17, height: \(height), mode: stretch } } ] } ]"
    let reader = try ImageCodec.makeReader(bytes: EncodedImage(files(recipe, photo)[0]))
    var decoded = PixelBuffer(shape: reader.shape)
    #expect(reader.shape.size == PixelSize(width: 17, height: height))
    _ = try reader.read(rows: height, into: decoded.mutableRow(0), stride: decoded.stride)
    let expected = try pictures(recipe.replacing("a.jpg", with: "a.png"), photo)[0]
    for y in 0..<height {
      for x in 0..<17 {
        for channel in 0..<3 {
          let value = Int(decoded.row(y).load(fromByteOffset: x * 4 + channel, as: UInt8.self))
          let difference = abs(value - Int(expected[(y * 17 + x) * 4 + channel]))
          if difference > 40 { Issue.record("(\(x), \(y)): \(difference)") }
        }
      }
    }
  }

  @Test func theEncoderGetsTheSamePictureAsPlanes() throws {
    let photo = try photo(97, 71)
    for (width, height) in [(31, 23), (32, 32), (97, 10), (17, 200), (1, 1)] {
      let step = "resize: { width: \(width), height: \(height), mode: stretch }"
      let pixels = try pictures("outputs: [ { file: a.png, steps: [ { \(step) } ] } ]", photo)[0]
      let file = try files("outputs: [ { file: a.jpg, steps: [ { \(step) } ] } ]", photo)[0]
      let decoded = try pictures("outputs: [ { file: a.png } ]", EncodedImage(file))[0]
      #expect(decoded.count == pixels.count)
      let differences = zip(decoded, pixels).map { abs(Int($0) - Int($1)) }
      // The loss of quality 82 and halved chroma.
      #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 4, "\(width) × \(height)")
    }
  }

  /// Encoding an encoder's samples again at the same quality gives the same coefficients.
  @Test(arguments: [(64, 48), (97, 71)])
  func anUnchangedPhotoKeepsItsChroma(_ width: Int, _ height: Int) throws {
    let recipe = "outputs: [ { file: a.jpg } ]"
    let once = try files(recipe, photo(width, height))[0]
    var again = once
    for _ in 0..<5 { again = try files(recipe, EncodedImage(again))[0] }
    let (first, last) = (
      try pictures("outputs: [ { file: a.png } ]", EncodedImage(once))[0],
      try pictures("outputs: [ { file: a.png } ]", EncodedImage(again))[0]
    )
    let differences = zip(first, last).map { abs(Int($0) - Int($1)) }
    #expect(differences.max()! <= 2)
  }

  @Test func aGrayPhotoStaysGray() throws {
    let photo = EncodedImage(try #require(Self.greyPhoto))
    #expect(try ImageCodec.probe(photo).planes?.chromaStep == nil)
    let recipe = "outputs: [ { file: a.png, steps: [ { resize: { width: 10 } } ] } ]"
    let pixels = try pictures(recipe, photo)[0]
    #expect(pixels.count == 10 * 10 * 4)
    #expect(
      stride(from: 0, to: pixels.count, by: 4).allSatisfy { pixels[$0..<$0 + 4].elementsEqual([128, 128, 128, 255]) })
    let file = try files(recipe.replacing("a.png", with: "a.jpg"), photo)[0]
    let decoded = try pictures("outputs: [ { file: a.png } ]", EncodedImage(file))[0]
    #expect(decoded == pixels)
  }

  /// A baseline JPEG of 16 × 16 pixels of grey 128, assembled by hand: every block has a difference of 0 and ends.
  private static let greyPhoto: [UInt8]? = {
    let quantisation: [UInt8] = [0xff, 0xdb, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
    let frame: [UInt8] = [0xff, 0xc0, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, 0]
    // One code of one bit each: 0 means no difference, and the end of a block.
    let table = { (kind: UInt8) -> [UInt8] in [0xff, 0xc4, 0, 20, kind, 1] + [UInt8](repeating: 0, count: 15) + [0] }
    let scan: [UInt8] = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]
    return [0xff, 0xd8] + quantisation + frame + table(0x00) + table(0x10) + scan + [0b0000_0000, 0xff, 0xd9]
  }()
}
