import ImageCodecs
import PixelCore
import TestSupport
import Testing

/// Files with a complete picture but no end marker, as interrupted copies and some cameras leave them.
@Suite struct MissingEndTests {
  private static let jpegWarning = "its end marker (EOI) is missing; all of its picture's data is present"
  private static let pngWarning = "its end chunk (IEND) is missing; all of its picture's data is present"

  /// Noise, whose last block takes many bits.
  private static let picture: Picture = {
    var random = SeededRandom(seed: 35)
    return Picture(width: 70, height: 53) { _, _ in
      (0..<3).map { _ in UInt16.random(in: 0...255, using: &random) } + [255]
    }
  }()

  private static func blocks(restartInterval: Int = 0, scans: [[Int]]? = nil) -> [UInt8] {
    let value = { (column: Int, row: Int) in (column * 53 + row * 31) % 256 }
    let components = [
      JPEGBuilder.Component(id: 1, horizontal: 2, vertical: 2, value: value), .init(id: 2, value: value),
      .init(id: 3, value: value),
    ]
    var builder = JPEGBuilder(width: 70, height: 53, components: components)
    (builder.restartInterval, builder.scans) = (restartInterval, scans)
    return builder.bytes
  }

  private static let jpegs: [(name: String, bytes: [UInt8])] = [
    ("baseline", (try? picture.encoded(.jpeg(quality: 90))) ?? []),
    ("4:4:4", (try? picture.encoded(.jpeg(quality: 90, subsampling: .none))) ?? []),
    ("progressive", (try? picture.encoded(.jpeg(quality: 90, progressive: true))) ?? []),
    ("flat", blocks()), ("restarting", blocks(restartInterval: 1)), ("scans", blocks(scans: [[0], [1], [2]])),
    ("restarting scans", blocks(restartInterval: 3, scans: [[0], [1, 2]])),
  ]

  private func jpeg(_ name: String) throws -> [UInt8] { try #require(Self.jpegs.first { $0.name == name }).bytes }

  @Test(arguments: jpegs.map(\.name))
  func aJPEGWithoutOnlyItsEndMarkerIsReadWithAWarning(name: String) throws {
    let file = try jpeg(name)
    for scale in DecodeScale.allCases {
      let expected = try Picture(decoding: file, scale: scale)
      for length in [file.count - 2, file.count - 1] {
        let read = try Picture(decoding: Array(file[..<length]), scale: scale)
        #expect(read.hasPixels(of: expected))
        #expect(read.warnings == [Self.jpegWarning])
      }
    }
  }

  @Test(arguments: jpegs.map(\.name))
  func planesOfAJPEGWithoutOnlyItsEndMarkerAreReadWithAWarning(name: String) throws {
    let file = try jpeg(name)
    // At full size, libjpeg's samples and those read without it are the same.
    #expect(try Planes(Array(file.dropLast(2)), scale: .full).rows == Planes(file, scale: .full).rows)
    for scale in DecodeScale.allCases {
      let reader = try ImageCodec.makePlaneReader(bytes: EncodedImage(file.dropLast(2)), scale: scale)
      // Without its end marker, a file is read by libjpeg, whose small pictures differ a little.
      #expect(try Planes(reader).layout == Planes(file, scale: scale).layout)
      #expect(!reader.readsBlocks && reader.warnings == [Self.jpegWarning])
    }
  }

  /// Even if a scan ends there, and only later scans are missing.
  @Test(arguments: jpegs.map(\.name), DecodeScale.allCases)
  func aJPEGMissingAByteOfItsLastBlockIsRefused(name: String, scale: DecodeScale) throws {
    let file = try jpeg(name)
    let data = try #require(zip(file, file.dropFirst()).enumerated().first { $1 == (0xff, 0xda) }?.offset)
    for length in (data..<(file.count - 2)).reversed().prefix(600) {
      expectTruncated(.jpeg) { try Picture(decoding: Array(file[..<length]), scale: scale) }
      #expect(throws: CodecError.self) { try Planes(Array(file[..<length]), scale: scale) }
    }
  }

  @Test func anArithmeticCodedJPEGWithoutItsEndMarkerIsRefused() throws {
    // Its decoder reads zeros after the data and can't tell that some is missing.
    var file = try jpeg("flat")
    let frame = try #require(zip(file, file.dropFirst()).enumerated().first { $1 == (0xff, 0xc0) }?.offset)
    file[frame + 1] = 0xc9
    #expect(throws: CodecError.self) { try Picture(decoding: file.dropLast(2)) }
  }

  @Test(arguments: [1, 16, 64])
  func aTruncatedJPEGsErrorHasTheLastWholeRow(bandHeight: Int) throws {
    let value = { (column: Int, row: Int) in (column * 53 + row * 31) % 256 }
    let file = { (height: Int) in
      JPEGBuilder(width: 80, height: height, components: [.init(id: 1, value: value)]).bytes
    }
    let whole = file(96)
    for rows in stride(from: 8, to: 96, by: 8) {
      // The data of a lower picture equals the beginning of the whole one's, except for the padding of its last byte.
      let length = file(rows).count - 2
      let error = #expect(throws: CodecError.self) {
        try Picture(decoding: Array(whole[..<length]), bandHeight: bandHeight)
      }
      #expect(error?.reason == "truncated" && error?.details == ["format": "jpeg", "row": rows])
    }
  }

  @Test func strictLimitsRefuseAFileWithoutItsEndMarker() throws {
    var strict = DecodeLimits()
    strict.isStrict = true
    let jpeg = Array(try jpeg("baseline").dropLast(2))
    expectTruncated(.jpeg) { try Picture(decoding: jpeg, limits: strict) }
    let png = Array(Self.png.bytes.dropLast(12))
    expectTruncated(.png) { try Picture(decoding: png, limits: strict) }
  }

  // MARK: PNG

  private static var png: PNGBuilder {
    PNGBuilder(width: 19, height: 13, bitDepth: 8, colorType: 2) { x, y, c in (x * 40 + y * 9 + c) & 255 }
  }

  @Test(arguments: [false, true], [8, 16])
  func aPNGWithoutOnlyIENDIsReadWithAWarning(isInterlaced: Bool, bitDepth: Int) throws {
    var builder = PNGBuilder(width: 19, height: 13, bitDepth: bitDepth, colorType: 2) { x, y, c in x * 13 + y + c }
    builder.isInterlaced = isInterlaced
    let expected = try Picture(decoding: builder.bytes)
    builder.chunksAfter = PNGBuilder.chunk("tEXt", Array("Comment\0behind the picture".utf8))
    let file = builder.bytes
    // The text after the picture may be truncated too.
    for missing in 1...(12 + builder.chunksAfter.count) {
      let read = try Picture(decoding: Array(file.dropLast(missing)))
      #expect(read.hasPixels(of: expected))
      #expect(read.warnings == [Self.pngWarning], "\(missing) bytes are missing")
    }
  }

  @Test func aPNGWithoutItsLastIDATChunkIsRefused() throws {
    let stream = PNGBuilder.zlib(Self.png.rows)
    // The last of two chunks contains only the checksum over all pixels.
    let file = Self.png.beforePicture + PNGBuilder.chunk("IDAT", Array(stream.dropLast(4)))
    let last = PNGBuilder.chunk("IDAT", Array(stream.suffix(4)))
    #expect(throws: Never.self) { try Picture(decoding: file + last) }
    for length in last.indices {
      expectTruncated(.png) { try Picture(decoding: file + last[..<length]) }
    }
  }

  // MARK: Transparency

  @Test(arguments: [4, 8], [17, 32, 256, 300])
  func aTransparencyChunkLongerThanThePaletteIsTruncated(bitDepth: Int, count: Int) throws {
    var builder = PNGBuilder(width: 19, height: 13, bitDepth: bitDepth, colorType: 3) { x, y, _ in (x + y) % 16 }
    builder.palette = (0..<48).map { UInt8($0 * 5) }
    builder.transparency = (0..<16).map { UInt8($0 * 16) }
    let expected = try Picture(decoding: builder.bytes)
    builder.transparency = (0..<count).map { UInt8(truncatingIfNeeded: $0 < 16 ? $0 * 16 : 99) }
    let read = try Picture(decoding: builder.bytes)
    #expect(read.hasPixels(of: expected) && read[3, 0] == [45, 50, 55, 48])
    #expect(
      read.warnings == [
        "its transparency (tRNS) is for \(count) colours and its palette has 16; the rest of it is ignored"
      ])
  }
}
