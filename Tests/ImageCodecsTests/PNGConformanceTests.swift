import Foundation
import ImageCodecs
import PixelCore
import Testing

/// Reading and writing compared with an independent decoder.
@Suite struct PNGConformanceTests {
  private static let everything = "conformance"
  private static let suite = "conformance/lunapaint+pngsuite/png"

  @Test(arguments: PNGFormat.Kind.all, [false, true])
  func randomPicturesAreReadLikeTheReference(kind: PNGFormat.Kind, isInterlaced: Bool) throws {
    var random = SeededRandom(seed: UInt64(kind.colorType * 1000 + kind.bitDepth * 10 + (isInterlaced ? 1 : 0)))
    for _ in 0..<25 {
      var builder = randomPicture(kind, using: &random)
      builder.isInterlaced = isInterlaced
      let file = builder.bytes
      let expected = try ReferencePNG.decode(file)
      let bandHeight = Int.random(in: 1...20, using: &random)
      #expect(try Picture(decoding: file, bandHeight: bandHeight).hasPixels(of: expected))
    }
  }

  /// A small random picture with few different samples, every filter, often tRNS, and palettes that may be too short.
  private func randomPicture(_ kind: PNGFormat.Kind, using random: inout SeededRandom) -> PNGBuilder {
    let (width, height) = (Int.random(in: 1...20, using: &random), Int.random(in: 1...20, using: &random))
    let values = (0..<3).map { _ in Int.random(in: 0..<1 << kind.bitDepth, using: &random) }
    let channels = PNGFormat.channels[kind.colorType]!
    let samples = (0..<width * height * channels).map { _ in values.randomElement(using: &random)! }
    let filters = (0..<100).map { _ in UInt8.random(in: 0...4, using: &random) }
    var builder = PNGBuilder(
      width: width, height: height, bitDepth: kind.bitDepth, colorType: kind.colorType, filter: { filters[$0] },
      sample: { x, y, channel in samples[(y * width + x) * channels + channel] })
    let hasTransparency = Bool.random(using: &random)
    if kind.colorType == 3 {
      let colors = Int.random(in: 1...1 << kind.bitDepth, using: &random)
      builder.palette = (0..<colors * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
      let alphas = Int.random(in: 1...colors, using: &random)
      builder.transparency =
        hasTransparency ? (0..<alphas).map { _ in UInt8.random(in: 0...255, using: &random) } : nil
    } else if kind.colorType < 3, hasTransparency {
      builder.transparency = samples.prefix(channels).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    }
    return builder
  }

  @Test(arguments: [PixelFormat.Depth.eight, .sixteen], [PixelFormat.Alpha.opaque, .straight])
  func writtenFilesAreReadByTheReference(depth: PixelFormat.Depth, alpha: PixelFormat.Alpha) throws {
    var random = SeededRandom(seed: UInt64(depth.rawValue))
    for compression in [0, 1, 6, 9] {
      let picture = Picture(width: 37, height: 23, depth: depth) { x, _ in
        // Noise and a slope, so that the encoder uses several filters.
        let color = [x * depth.largest / 36, .random(in: 0...depth.largest, using: &random), 3].map { UInt16($0) }
        return color + [UInt16(alpha == .opaque ? depth.largest : .random(in: 0...depth.largest, using: &random))]
      }
      let file = try picture.encoded(.png(compression: compression), alpha: alpha)
      #expect(try ReferencePNG.decode(file).hasPixels(of: picture))
    }
  }

  @Test(.enabled(if: Corpus.isAvailable, Corpus.reasonToSkip))
  func everyValidPNGOfOtherProjectsIsReadLikeTheReference() throws {
    let refused = Set(Self.refusals.map(\.path))
    let files = Corpus.files(below: Self.everything).filter { file in
      file.pathExtension == "png" && !refused.contains { file.path.hasSuffix("/\($0)") }
    }
    #expect(files.count { $0.path.contains(Self.suite) } == 161, "PngSuite whole")
    for file in files {
      let bytes = try Corpus.bytes(file)
      #expect(try Picture(decoding: bytes).hasPixels(of: ReferencePNG.decode(bytes)), "\(file.lastPathComponent)")
    }
  }

  /// PngSuite's files with an `x` prefix are broken, and one animation has no default image.
  private static let refusals: [(path: String, error: String, words: String)] = [
    // The signature: one bit of its first byte cleared, or its second, fourth or seventh byte changed.
    ("\(suite)/xs1n0g01.png", "notAnImage", "a PNG whose first bytes were changed"),
    ("\(suite)/xs2n0g01.png", "notAnImage", "binary data that starts 89 51 4e 47"),
    ("\(suite)/xs4n0g01.png", "notAnImage", "binary data that starts 89 50 4e 67"),
    ("\(suite)/xs7n0g01.png", "notAnImage", "a PNG whose first bytes were changed"),
    // Line ends changed, as by a transfer in text mode.
    ("\(suite)/xcrn0g04.png", "notAnImage", "a PNG whose first bytes were changed"),
    ("\(suite)/xlfn0g04.png", "notAnImage", "a PNG whose first bytes were changed"),
    // The header: its checksum; colour types 1 and 9; depths 0, 3 and 99.
    ("\(suite)/xhdn0g08.png", "damaged", "IHDR: CRC error"),
    ("\(suite)/xc1n0g08.png", "damaged", "Invalid color type in IHDR"),
    ("\(suite)/xc9n2c08.png", "damaged", "Invalid color type in IHDR"),
    ("\(suite)/xd0n2c08.png", "damaged", "Invalid bit depth in IHDR"),
    ("\(suite)/xd3n2c08.png", "damaged", "Invalid bit depth in IHDR"),
    ("\(suite)/xd9n2c08.png", "damaged", "Invalid bit depth in IHDR"),
    // The picture: a wrong checksum, or no picture.
    ("\(suite)/xcsn0g01.png", "damaged", "IDAT: CRC error"),
    ("\(suite)/xdtn0g01.png", "damaged", "IEND: out of place"),
    ("\(everything)/python-pillow+Pillow/apng/syntax_num_frames_zero.png", "damaged", "IEND: out of place"),
  ]

  @Test(.enabled(if: Corpus.isAvailable, Corpus.reasonToSkip), arguments: refusals)
  func brokenFilesAreRefusedWithTheReason(path: String, error: String, words: String) throws {
    let bytes = try Corpus.bytes(path)
    expectRefusal(error, words) { try Picture(decoding: bytes) }
  }
}
