import Foundation
import ImageCodecs
import PixelCore
import Testing

/// Files of other projects, read where `PACKSHOT_CORPUS` names the folder that holds them.
@Suite(.enabled(if: Corpus.isThere, "PACKSHOT_CORPUS names no folder"))
struct CorpusTests {
  private static let suite = "conformance/lunapaint+pngsuite/png"

  /// PngSuite: a name that starts with `x` is a broken file; the fourth letter says `n` for straight and `i` for
  /// interlaced, and the two of a pair hold the same picture.
  @Test func pngSuiteReadsAllButItsBrokenFiles() throws {
    let files = Corpus.files(below: Self.suite).filter { $0.pathExtension == "png" }
    #expect(files.count > 150)
    for file in files {
      let bytes = try Corpus.bytes(file)
      if file.lastPathComponent.hasPrefix("x") {
        #expect(throws: CodecError.self, "\(file.lastPathComponent)") { try Picture(decoding: bytes) }
      } else {
        #expect(throws: Never.self, "\(file.lastPathComponent)") { try Picture(decoding: bytes) }
      }
    }
  }

  @Test(arguments: [
    "0g01", "0g02", "0g04", "0g08", "0g16", "2c08", "2c16", "3p01", "3p02", "3p04", "3p08", "4a08", "4a16", "6a08",
    "6a16",
  ])
  func interlacingChangesNoPixel(kind: String) throws {
    let straight = try Corpus.bytes("\(Self.suite)/basn\(kind).png")
    let interlaced = try Corpus.bytes("\(Self.suite)/basi\(kind).png")
    #expect(try ImageCodec.probe(EncodedImage(interlaced)).isProgressive)
    #expect(try Picture(decoding: straight) == Picture(decoding: interlaced))
  }

  @Test(arguments: 1...8)
  func orientationsAreThoseInTheNames(number: Int) throws {
    let file = EncodedImage(try Corpus.bytes("conformance/recurser+exif-orientation-examples/Landscape_\(number).jpg"))
    #expect(try ImageCodec.probe(file).orientation.rawValue == number)
  }

  /// libjpeg-turbo's test photo beside what the original libjpeg made of it, whose DCT differed by up to 3 levels.
  @Test func decodesAsThePublishedPicture() throws {
    let folder = "conformance/libjpeg-turbo+libjpeg-turbo"
    let picture = try Picture(decoding: Corpus.bytes("\(folder)/testorig.jpg"))
    // Binary PPM: a header of 15 bytes, then red, green, blue.
    let published = try Corpus.bytes("\(folder)/testorig.ppm").dropFirst(15)
    let opaque = Picture(width: 227, height: 149) { x, y in
      published.dropFirst((y * 227 + x) * 3).prefix(3).map { UInt16($0) } + [255]
    }
    #expect(picture.largestDifference(from: opaque) <= 3)
  }

  @Test func hostileFilesEndWithAPictureOrAReason() throws {
    let files = Corpus.files(below: "hostile")
    #expect(files.count > 400)
    let limits = DecodeLimits(maxPixels: 20_000_000)
    for file in files {
      let bytes = try Corpus.bytes(file)
      do { _ = try Picture(decoding: bytes, limits: limits) } catch is CodecError {}
    }
  }
}
