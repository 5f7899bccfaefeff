import Foundation
import ImageCodecs
import PixelCore
import Testing

/// Files of other projects, compared with libjpeg-turbo's own decoder.
@Suite(.enabled(if: Corpus.isAvailable, Corpus.reasonToSkip))
struct JPEGConformanceTests {
  /// Files that `djpeg` refuses or reads with a warning, and their paths.
  private static let refusals: [(path: String, error: String, words: String)] = [
    ("conformance/libjpeg-turbo+libjpeg-turbo/monkey12.jpg", "unsupported", "12-bit samples"),
    ("\(others)/partial_progressive.jpg", "damaged", "premature end of data segment"),
    ("\(others)/progressive-missing-dc.jpg", "damaged", "Inconsistent progression sequence"),
  ]
  private static let others = "conformance/image-rs+jpeg-decoder/reftest/images"

  /// `djpeg` converts CMYK to RGB by the same formula as we do, for colours stored inverted, as in both files here.
  @Test(.enabled(if: Program.djpeg != nil, "djpeg is not in PATH"), arguments: DecodeScale.allCases)
  func everyValidFileMatchesLibjpegTurbo(scale: DecodeScale) throws {
    let djpeg = try #require(Program.djpeg)
    let refused = Self.refusals.map(\.path)
    let files = Corpus.files(below: "conformance").filter { file in
      file.pathExtension == "jpg" && !refused.contains { file.path.hasSuffix("/\($0)") }
    }
    #expect(files.count == 36)
    for file in files {
      let expected = try Picture(netpbm: djpeg.output("-pnm", "-scale", "\(scale.rawValue)/8", file.path))
      let picture = try Picture(decoding: Corpus.bytes(file), scale: scale)
      #expect(picture.hasPixels(of: expected), "\(file.lastPathComponent)")
    }
  }

  @Test(arguments: refusals)
  func brokenFilesAreRefusedWithTheReason(path: String, error: String, words: String) throws {
    let bytes = try Corpus.bytes(path)
    expectRefusal(error, words) { try Picture(decoding: bytes) }
  }
}
