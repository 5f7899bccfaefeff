import Foundation
import ImageCodecs
import PixelCore
import Testing

/// Files of other projects, read if `PACKSHOT_CORPUS` names their folder.
@Suite(.enabled(if: Corpus.isAvailable, Corpus.reasonToSkip))
struct CorpusTests {
  private static let landscapes = "conformance/recurser+exif-orientation-examples"
  private static let squares = "conformance/davidbyttow+govips"

  @Test(arguments: [
    "0g01", "0g02", "0g04", "0g08", "0g16", "2c08", "2c16", "3p01", "3p02", "3p04", "3p08", "4a08", "4a16", "6a08",
    "6a16",
  ])
  func interlacingChangesNoPixel(kind: String) throws {
    let suite = "conformance/lunapaint+pngsuite/png"
    let straight = try Corpus.bytes("\(suite)/basn\(kind).png")
    let interlaced = try Corpus.bytes("\(suite)/basi\(kind).png")
    #expect(try ImageCodec.probe(EncodedImage(interlaced)).isProgressive)
    #expect(try Picture(decoding: straight) == Picture(decoding: interlaced))
  }

  /// Exif has no orientation 0, so such a photo counts as upright.
  @Test(
    arguments: (0...8).map { ("\(landscapes)/Landscape_\($0).jpg", max($0, 1)) } + [
      ("\(squares)/with_exif_orientation_top_left.jpg", 1),
      ("\(squares)/with_exif_orientation_bottom_right.jpg", 3),
      ("\(squares)/with_exif_orientation_right_top.jpg", 6),
      ("\(squares)/with_exif_orientation_left_bottom.jpg", 8),
      ("\(squares)/without_exif.jpg", 1),
      ("conformance/lunapaint+pngsuite/png/exif2c08.png", 1),
    ])
  func orientationsMatchTheFileNames(path: String, number: Int) throws {
    #expect(try ImageCodec.probe(EncodedImage(Corpus.bytes(path))).orientation.rawValue == number)
  }

  /// The landscapes are one photo, rotated eight ways and compressed again, with a number drawn on each. Upright, they
  /// must match except for the number. Rotated wrongly, they are about 10 dB apart.
  @Test(arguments: 2...8)
  func orientationsTurnPhotosUpright(number: Int) throws {
    let pictures = try [1, number].map { number in
      let bytes = try Corpus.bytes("\(Self.landscapes)/Landscape_\(number).jpg")
      let orientation = try ImageCodec.probe(EncodedImage(bytes)).orientation
      let stored = try Picture(decoding: bytes, scale: .eighth)
      let size = orientation.upright(stored.size)
      return Picture(width: size.width, height: size.height) { x, y in
        let place = orientation.stored(x: x, y: y, in: stored.size)
        return stored[place.x, place.y]
      }
    }
    #expect(pictures[0].size == pictures[1].size)
    #expect(pictures[0].psnr(to: pictures[1]) > 30)
  }

  /// libjpeg-turbo's test photo compared with the original libjpeg's result, whose DCT differed by up to 3 levels.
  @Test func decodesLikeThePublishedPicture() throws {
    let folder = "conformance/libjpeg-turbo+libjpeg-turbo"
    let picture = try Picture(decoding: Corpus.bytes("\(folder)/testorig.jpg"))
    let published = try Picture(netpbm: Corpus.bytes("\(folder)/testorig.ppm"))
    #expect(picture.largestDifference(from: published) <= 3)
  }

  @Test func hostileFilesAreReadOrRefused() throws {
    let files = Corpus.files(below: "hostile")
    #expect(files.count > 400)
    let limits = DecodeLimits(maxPixels: 20_000_000)
    for file in files {
      let bytes = try Corpus.bytes(file)
      do { _ = try Picture(decoding: bytes, limits: limits) } catch is CodecError {}
    }
  }
}
