import ImageCodecs
import PixelCore
import TestSupport
import Testing

/// Files whose picture is complete and whose end marker is missing, as interrupted copies and some cameras leave them.
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
  func `a JPEG complete except for its EOI marker is read with a warning`(name: String) throws {
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
  func `planes of a JPEG complete except for its EOI marker are read with a warning`(name: String) throws {
    let file = try jpeg(name)
    #expect(try Planes(Array(file.dropLast(2)), scale: .full) == Planes(file, scale: .full))
    for scale in DecodeScale.allCases {
      let reader = try ImageCodec.makePlaneReader(bytes: EncodedImage(file.dropLast(2)), scale: scale)
      // Without its end marker a file goes to libjpeg, whose small pictures differ a little.
      #expect(try Planes(reader).layout == Planes(file, scale: scale).layout)
      #expect(!reader.isReduced && reader.warnings == [Self.jpegWarning])
    }
  }

  /// Also where a scan ends, where nothing but later scans are missing.
  @Test(arguments: jpegs.map(\.name), DecodeScale.allCases)
  func `a JPEG that misses a byte of its last block is refused`(name: String, scale: DecodeScale) throws {
    let file = try jpeg(name)
    let data = try #require(zip(file, file.dropFirst()).enumerated().first { $1 == (0xff, 0xda) }?.offset)
    for length in (data..<(file.count - 2)).reversed().prefix(600) {
      expectTruncated(.jpeg) { try Picture(decoding: Array(file[..<length]), scale: scale) }
      #expect(throws: CodecError.self) { try Planes(Array(file[..<length]), scale: scale) }
    }
  }

  @Test func `an arithmetic-coded JPEG without its EOI marker is refused`() throws {
    // Its decoder reads zeros behind the data and never knows that some is missing.
    var file = try jpeg("flat")
    let frame = try #require(zip(file, file.dropFirst()).enumerated().first { $1 == (0xff, 0xc0) }?.offset)
    file[frame + 1] = 0xc9
    #expect(throws: CodecError.self) { try Picture(decoding: file.dropLast(2)) }
  }

  @Test(arguments: [1, 16, 64])
  func `the message about a JPEG that is cut names the last whole row`(bandHeight: Int) throws {
    let value = { (column: Int, row: Int) in (column * 53 + row * 31) % 256 }
    let file = { (height: Int) in
      JPEGBuilder(width: 80, height: height, components: [.init(id: 1, value: value)]).bytes
    }
    let whole = file(96)
    for rows in stride(from: 8, to: 96, by: 8) {
      // The data of a lower picture is how that of the whole one begins, up to the bits that fill up its last byte.
      let length = file(rows).count - 2
      let error = #expect(throws: CodecError.self) {
        try Picture(decoding: Array(whole[..<length]), bandHeight: bandHeight)
      }
      #expect(error?.message == "the JPEG is cut short: its data ends after row \(rows)")
    }
  }

  @Test func `strict limits refuse a file without its end marker`() throws {
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
  func `a PNG complete except for IEND is read with a warning`(isInterlaced: Bool, bitDepth: Int) throws {
    var builder = PNGBuilder(width: 19, height: 13, bitDepth: bitDepth, colorType: 2) { x, y, c in x * 13 + y + c }
    builder.isInterlaced = isInterlaced
    let expected = try Picture(decoding: builder.bytes)
    builder.chunksAfter = PNGBuilder.chunk("tEXt", Array("Comment\0behind the picture".utf8))
    let file = builder.bytes
    // The text behind the picture may be cut, too.
    for missing in 1...(12 + builder.chunksAfter.count) {
      let read = try Picture(decoding: Array(file.dropLast(missing)))
      #expect(read.hasPixels(of: expected))
      #expect(read.warnings == [Self.pngWarning], "\(missing) bytes are missing")
    }
  }

  @Test func `a PNG whose last IDAT chunk is missing is refused`() throws {
    let stream = PNGBuilder.zlib(Self.png.rows)
    // The last of two chunks has the check sum over all pixels alone.
    let file = Self.png.beforePicture + PNGBuilder.chunk("IDAT", Array(stream.dropLast(4)))
    let last = PNGBuilder.chunk("IDAT", Array(stream.suffix(4)))
    #expect(throws: Never.self) { try Picture(decoding: file + last) }
    for length in last.indices {
      expectTruncated(.png) { try Picture(decoding: file + last[..<length]) }
    }
  }

  // MARK: Transparency

  @Test(arguments: [4, 8], [17, 32, 256, 300])
  func `a tRNS chunk longer than the palette counts as far as the palette goes`(bitDepth: Int, count: Int) throws {
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
