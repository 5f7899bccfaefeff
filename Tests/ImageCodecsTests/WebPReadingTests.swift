import Foundation
import ImageCodecs
import PixelCore
import Testing

@Suite struct WebPReadingTests {
  private static let picture = WebPWritingTests.picture(width: 12, height: 10, alpha: true)

  /// The picture's chunks: alpha, if it has any, and pixels.
  private func chunks(lossless: Bool = false, alpha: Bool = true) throws -> WebPBuilder {
    var file = WebPBuilder(
      reading: try Self.picture.encoded(.webp(lossless: lossless), alpha: alpha ? .straight : .opaque))
    file.chunks.removeAll { $0.name == "VP8X" }
    return file
  }

  private func extended(_ before: [(String, [UInt8])] = [], _ behind: [(String, [UInt8])] = []) throws -> [UInt8] {
    var file = try chunks()
    file.chunks = before.map { ($0.0, $0.1) } + file.chunks + behind.map { ($0.0, $0.1) }
    return file.extended(width: 12, height: 10).bytes
  }

  @Test func unrelatedChunksChangeNothing() throws {
    let plain = try Picture(decoding: extended())
    #expect(plain.size == PixelSize(width: 12, height: 10))
    #expect(try Picture(decoding: extended([("UNKN", [1, 2, 3])], [("XMP ", [4]), ("VP8L", [5])])) == plain)
    #expect(try Picture(decoding: extended() + [1, 2, 3, 4, 5]) == plain, "bytes after the end")
    // Between the alpha and the pixels too.
    var file = try chunks()
    file.chunks.insert(("UNKN", [7]), at: 1)
    #expect(file.chunks.map(\.name) == ["ALPH", "UNKN", "VP8 "])
    #expect(try Picture(decoding: file.extended(width: 12, height: 10).bytes) == plain)
  }

  @Test func aLengthTooShortForItsNameIsDamage() throws {
    for length in 0...4 {
      var file = try extended()
      file.replaceSubrange(4..<8, with: WebPBuilder.number(length, 4))
      expectDamaged(.webp, "it has no picture") { try Picture(decoding: file) }
    }
  }

  @Test(arguments: [[], Array("Exif\0\0".utf8)])
  func exifAndAProfileAreRead(label: [UInt8]) throws {
    let exif = ExifBuilder(isBigEndian: true, orientation: 6, takenAt: "2019:12:31 23:59:07").bytes
    let info = try ImageCodec.probe(EncodedImage(extended([("ICCP", [9, 8, 7])], [("EXIF", label + exif)])))
    #expect(
      info.orientation == .right && info.capturedAt == Date(timeIntervalSince1970: 1_577_836_747)
        && info.iccProfile == [9, 8, 7])
    #expect(info.uprightSize == PixelSize(width: 10, height: 12))
  }

  @Test func metadataIsLimited() throws {
    let file = EncodedImage(
      try extended([("ICCP", [UInt8](repeating: 1, count: 60))], [("EXIF", [UInt8](repeating: 1, count: 40))]))
    var limits = DecodeLimits()
    limits.maxMetadata = 100
    #expect(throws: Never.self) { try ImageCodec.probe(file, limits: limits) }
    limits.maxMetadata = 99
    let error = #expect(throws: CodecError.self) { try ImageCodec.probe(file, limits: limits) }
    #expect(
      error?.reason == "too-much-metadata" && error?.details == ["format": "webp", "found": 100, "limit": 99])
  }

  @Test func anAnimationsFirstPictureIsRead() throws {
    let expected = try Picture(decoding: extended())
    let first = try chunks().frame(width: 12, height: 10)
    let second = try chunks(lossless: true).frame(x: 2, width: 12, height: 10)
    let file = WebPBuilder(("ANIM", [0, 0, 0, 0, 0, 0]), first, second).extended(width: 12, height: 10, flags: 0x12)
      .bytes
    let read = try Picture(decoding: file)
    #expect(read.hasPixels(of: expected))
    #expect(read.warnings == ["this is an animation (WebP); only its first picture is read"])
  }

  /// Players begin with a transparent canvas (RFC 9649, section 2.7.1).
  @Test(arguments: [false, true], [(2, 4, 20, 18), (0, 0, 14, 10), (4, 0, 16, 10), (0, 6, 12, 16)])
  func aPartialFirstFrameIsReadOnItsCanvas(alpha: Bool, place: (x: Int, y: Int, width: Int, height: Int)) throws {
    let frame = try chunks(lossless: alpha, alpha: alpha)
    let first = frame.frame(x: place.x, y: place.y, width: 12, height: 10)
    let file = WebPBuilder(("ANIM", [9, 9, 9, 255, 0, 0]), first, try chunks().frame(width: 12, height: 10))
      .extended(width: place.width, height: place.height, flags: 2).bytes
    let part = try Picture(decoding: frame.bytes)
    let expected = Picture(width: place.width, height: place.height) { x, y in
      let isInside = (place.x..<place.x + 12).contains(x) && (place.y..<place.y + 10).contains(y)
      return isInside ? part[x - place.x, y - place.y] : [0, 0, 0, 0]
    }
    for bandHeight in [1, 3, 64] {
      let read = try Picture(decoding: file, bandHeight: bandHeight)
      #expect(read.hasPixels(of: expected))
      #expect(read.warnings == ["this is an animation (WebP); only its first picture is read"])
    }
    #expect(try ImageCodec.probe(EncodedImage(file)).hasAlpha)
  }

  @Test func aFirstFrameOfAWrongSizeOrBeyondItsCanvasIsDamaged() throws {
    let animation = { (frame: (String, [UInt8])) in
      WebPBuilder(("ANIM", [0, 0, 0, 0, 0, 0]), frame).extended(width: 14, height: 10, flags: 2).bytes
    }
    expectDamaged(.webp, "its first frame reaches beyond its 14 × 10 pixels") {
      try Picture(decoding: animation(chunks().frame(x: 4, width: 12, height: 10)))
    }
    expectDamaged(.webp, "the header of its first frame says 11 × 10 pixels, and its picture 12 × 10") {
      try Picture(decoding: animation(chunks().frame(width: 11, height: 10)))
    }
  }

  @Test func contradictoryFilesAreDamaged() throws {
    let other = try chunks().extended(width: 12, height: 11).bytes
    expectDamaged(.webp, "its header says 12 × 11 pixels, and its picture 12 × 10") { try Picture(decoding: other) }
    let none = WebPBuilder(("ICCP", [1, 2])).extended(width: 12, height: 10).bytes
    expectDamaged(.webp, "it has no picture") { try Picture(decoding: none) }
    var long = try extended()
    long[16] = 200
    expectDamaged(.webp, "its chunk VP8X reaches beyond its end") { try Picture(decoding: long) }
    expectDamaged(.webp, "its picture does not begin as one") {
      try Picture(decoding: WebPBuilder(("VP8L", [UInt8](repeating: 0, count: 20))).bytes)
    }
    // The pixels' data ends before the pixels do, and nothing else shows that the file was truncated.
    var short = try chunks(alpha: false)
    short.chunks[0].data.removeLast(short.chunks[0].data.count / 2)
    expectDamaged(.webp) { try Picture(decoding: short.bytes) }
  }

  @Test func aTruncationIsReportedAsOne() throws {
    let file = try extended([], [("EXIF", [1, 2, 3, 4])])
    for length in [file.count - 1, file.count - 20, 40, 25] {
      expectTruncated(.webp) { try Picture(decoding: Array(file[..<length])) }
    }
    // As with other formats, the header can be read without the picture.
    #expect(throws: Never.self) { try ImageCodec.probe(EncodedImage(file[..<(file.count - 20)])) }
  }

  /// A bit of a lossless picture says whether its alpha is used.
  @Test func unusedAlphaIsOpaque() throws {
    var file = try chunks(lossless: true)
    #expect(file.chunks[0].data[4] & 0x10 != 0)
    file.chunks[0].data[4] &= ~0x10
    let read = try Picture(decoding: file.bytes)
    #expect(read == Picture(width: 12, height: 10) { x, y in Self.picture[x, y][..<3] + [255] })
    #expect(try ImageCodec.probe(EncodedImage(file.bytes)).hasAlpha == false)
  }

  @Test func limitsAreCheckedBeforeAnyPixelIsDecoded() throws {
    // The header of a lossless picture of the largest allowed size, 16384 × 16384 pixels, with almost no data after it.
    let huge = WebPBuilder(("VP8L", [0x2f, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0])).bytes
    #expect(try ImageCodec.probe(EncodedImage(huge)).size == PixelSize(width: 16_384, height: 16_384))
    let limits = DecodeLimits(maxPixels: 268_435_455)
    expectRefusal("tooManyPixels", "268435456 pixels; the limit is 268435455") {
      try ImageCodec.makeReader(bytes: EncodedImage(huge), limits: limits)
    }
    var late = DecodeLimits()
    late.timeLimit = TimeLimit(seconds: -1)
    expectRefusal("tookTooLong", "-1 seconds") { try Picture(decoding: extended(), limits: late) }
  }

  @Test func memoryIsPredictedFromTheHeader() throws {
    let size = PixelSize(width: 300, height: 200)
    let memory = { (coding: EncodeOptions.Coding, alpha: PixelFormat.Alpha) in
      let picture = WebPWritingTests.picture(width: 300, height: 200, alpha: alpha == .straight)
      return ImageCodec.decodingMemory(for: try ImageCodec.probe(EncodedImage(picture.encoded(coding, alpha: alpha))))
    }
    // Four bytes per pixel of the rows, and more if a lossless picture is held as well.
    let lossy = try memory(.webp(), .opaque)
    #expect(lossy > 4 * size.pixelCount && lossy < 4 * size.pixelCount + 1_000_000)
    #expect(try memory(.webp(), .straight) > 9 * size.pixelCount)
    #expect(try memory(.webp(lossless: true), .opaque) > 8 * size.pixelCount)
  }
}
