import Filters
import Foundation
import ImageCodecs
import PackshotKit
import PixelCore
import PixelKernels
import Segmentation
import TestSupport
import Testing

/// The product in real photos as people see it, compared with `trim`.
///
/// `ContentBoxes.tsv` has two boxes for each photo: the product, of which at most 2 pixels may be cut, and the product with its
/// shadow and reflection, beyond which at most a hundredth of the side may be kept.
@Suite(.enabled(if: Corpus.isAvailable, Corpus.reasonToSkip)) struct ContentBoxTests {
  private struct Case {
    let kind: String, file: String
    let product: [Int], withShadow: [Int]
  }

  private static func cases() throws -> [Case] {
    let table = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("ContentBoxes.tsv")
    return try String(contentsOf: table, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: "\t").map(String.init)
      let numbers = fields[2...].map { Int($0)! }
      return Case(kind: fields[0], file: fields[1], product: Array(numbers[..<4]), withShadow: Array(numbers[4...]))
    }
  }

  /// White on white isn't detected: of a glass jar and a white chair, only a part is found.
  private static let notSeen = ["bamboo-glass-jar.jpg", "folded-clothes-on-white-chair.jpg"]

  @Test func boxesMatchThoseThatPeopleSee() throws {
    var wrong: [String] = []
    for photo in try Self.cases() {
      let image = try Photo(contentsOf: Corpus.path(photo.file)).image()
      let found = Self.box(image)
      let sides = [image.size.width, image.size.height]
      let isRight = (0..<4).allSatisfy { side in
        let outwards = side < 2 ? -1 : 1
        let cut = (photo.product[side] - found[side]) * outwards
        let kept = (found[side] - photo.withShadow[side]) * outwards
        return cut <= 2 && kept * 100 <= sides[side % 2]
      }
      if !isRight { wrong.append((photo.file as NSString).lastPathComponent) }
    }
    #expect(wrong.sorted() == Self.notSeen.sorted())
  }

  /// Left, top, right, bottom of the product with its shadow, or of the whole image if none is found.
  private static func box(_ image: Image) -> [Int] {
    var box = PixelRect(origin: .zero, size: image.size)
    if case .success(let content) = image.withBand({ Content.find(in: $0, kernels: .current) }) {
      box = content.boxWithShadow
    }
    return [box.columns.lowerBound, box.rows.lowerBound, box.columns.upperBound, box.rows.upperBound]
  }

  /// The photos, composited over white, whose box moves by more than two pixels after a change.
  private static func moved(_ change: (Image, Int) throws -> Image) throws -> [String] {
    try cases().enumerated().compactMap { index, photo in
      let image = try Photo(contentsOf: Corpus.path(photo.file)).image()
      let flat = try Flatten(background: .white).plan(image.shape, in: PlanContext()).image(of: image, RenderContext())
      let (before, after) = (box(flat), box(try change(flat, index)))
      if zip(before, after).allSatisfy({ abs($0 - $1) <= 2 }) { return nil }
      return "\((photo.file as NSString).lastPathComponent) of \(image.size): \(before) is \(after)"
    }
  }

  /// Two would be better. Three others move by one pixel of the reduced image. Three have soft shadows, which the JPEG's steps
  /// split elsewhere. Four have uneven backdrops, where ringing isn't looked for.
  @Test func aJPEGOfQuality60MovesAtMostAThirdOfTheBoxes() throws {
    let moved = try Self.moved { image, _ in
      var bytes: [UInt8] = []
      let writer = try ImageCodec.makeWriter(
        shape: image.shape, options: EncodeOptions(.jpeg(quality: 60), iccProfile: nil)
      ) { bytes += $0 }
      try image.withBand { try writer.write($0) }
      try writer.finish()
      let reader = try ImageCodec.makeReader(bytes: EncodedImage(bytes))
      var buffer = PixelBuffer(shape: reader.shape)
      _ = try reader.read(rows: image.size.height, into: buffer.mutableRow(0), stride: buffer.stride)
      return Image(buffer)
    }
    #expect(moved.count <= 13, "\(moved.count): \(moved)")
  }

  @Test func thirtySpecksOfDustMoveAtMostTwoBoxes() throws {
    let moved = try Self.moved { image, index in
      var generator = SeededGenerator(seed: UInt64(index))
      var buffer = PixelBuffer(shape: image.shape)
      for y in 0..<image.size.height {
        buffer.mutableRow(y).copyMemory(from: image.row(y), byteCount: image.shape.bytesPerRow)
      }
      for _ in 0..<30 {
        let x = Int.random(in: 0..<image.size.width - 1, using: &generator)
        let y = Int.random(in: 0..<image.size.height - 1, using: &generator)
        let grey = Color(red: 90, green: 84, blue: 80).pixel(in: image.shape.format)
        for row in y...y + 1 { grey.fill(buffer.mutableRow(row) + x * image.shape.format.bytesPerPixel, count: 2) }
      }
      return Image(buffer)
    }
    #expect(moved.count <= 2, "\(moved)")
  }
}
