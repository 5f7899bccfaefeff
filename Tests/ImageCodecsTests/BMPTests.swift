import ImageCodecs
import PixelCore
import TestSupport
import Testing

@Suite struct BMPTests {
  /// A palette whose channels all differ.
  private static func palette(_ count: Int) -> [[UInt8]] {
    (0..<count).map { index in
      let levels: [Int] = [index * 37, index * 91 + 5, 255 - index]
      return levels.map { UInt8($0 & 255) }
    }
  }

  private static func index(_ x: Int, _ y: Int, bits: Int) -> Int { (x * 5 + y * 3) & (1 << bits - 1) }

  @Test(arguments: [1, 2, 4, 8], [12, 16, 40, 64, 108, 124])
  func indicesAreReadThroughThePaletteOfAnyHeader(bits: Int, headerLength: Int) throws {
    let palette = Self.palette(1 << bits)
    var file = BMPBuilder(bits: bits, headerLength: headerLength, palette: palette)
    file.pixel = { Self.index($0, $1, bits: bits) }
    let expected = Picture(width: 13, height: 9) { x, y in
      palette[Self.index(x, y, bits: bits)].map(UInt16.init) + [255]
    }
    #expect(try Picture(decoding: file.bytes) == expected)
    let info = try ImageCodec.probe(EncodedImage(file.bytes))
    #expect(info.format == .bmp && info.colorModel == .indexed && info.bitDepth == bits && !info.hasAlpha)
  }

  @Test(arguments: [false, true]) func rowsAreStoredFromTheBottomOrTheTop(isTopDown: Bool) throws {
    var file = BMPBuilder(bits: 24, isTopDown: isTopDown)
    file.pixel = { x, y in x * 19 << 16 | y * 28 << 8 | (x ^ y) }
    let expected = Picture(width: 13, height: 9) { x, y in [UInt16(x * 19), UInt16(y * 28), UInt16(x ^ y), 255] }
    #expect(try Picture(decoding: file.bytes) == expected)
  }

  /// A channel of `bits` bits as a level up to `largest`, rounded.
  private static func level(_ value: Int, bits: Int, largest: Int) -> UInt16 {
    UInt16((Double(value) * Double(largest) / Double(1 << bits - 1)).rounded())
  }

  /// Masks with the number of bits of each channel and the levels of the result.
  @Test(arguments: [
    (16, [], [5, 5, 5], 255), (16, [0xf800, 0x7e0, 0x1f], [5, 6, 5], 255),
    (16, [0xf00, 0xf0, 0xf, 0xf000], [4, 4, 4, 4], 255), (32, [], [8, 8, 8], 255),
    (32, [0xff00_0000, 0xff0000, 0xff00, 0xff], [8, 8, 8, 8], 255), (32, [0xff, 0xff00, 0xff0000], [8, 8, 8], 255),
    (32, [0x3ff0_0000, 0xffc00, 0x3ff], [10, 10, 10], 65_535), (16, [0x8000, 0x7ffe, 1], [1, 14, 1], 65_535),
  ])
  func channelsAreTakenByTheirMasks(bits: Int, masks: [Int], lengths: [Int], largest: Int) throws {
    let places = (masks.isEmpty ? bits == 16 ? [0x7c00, 0x3e0, 0x1f] : [0xff0000, 0xff00, 0xff] : masks).map {
      $0.trailingZeroBitCount
    }
    let value = { (x: Int, y: Int, channel: Int) in (x * 977 + y * 311 + channel * 5 + 1) & (1 << lengths[channel] - 1)
    }
    for headerLength in [40, 56, 124] {
      if masks.count == 4 && headerLength == 40 { continue }
      var file = BMPBuilder(bits: bits, headerLength: headerLength, compression: masks.isEmpty ? 0 : 3, masks: masks)
      file.pixel = { x, y in lengths.indices.reduce(0) { $0 | value(x, y, $1) << places[$1] } }
      let depth: PixelFormat.Depth = largest == 255 ? .eight : .sixteen
      let expected = Picture(width: 13, height: 9, depth: depth) { x, y in
        (0..<4).map {
          $0 < lengths.count ? Self.level(value(x, y, $0), bits: lengths[$0], largest: largest) : UInt16(largest)
        }
      }
      #expect(try Picture(decoding: file.bytes) == expected, "header of \(headerLength) bytes")
      #expect(try ImageCodec.probe(EncodedImage(file.bytes)).hasAlpha == (masks.count == 4))
    }
  }

  @Test func fourMasksMayFollowAShortHeader() throws {
    var file = BMPBuilder(bits: 32, compression: 6, masks: [0xff, 0xff00, 0xff0000, 0xff00_0000])
    file.pixel = { x, y in x | y << 8 | 77 << 16 | 99 << 24 }
    #expect(try Picture(decoding: file.bytes)[5, 7] == [5, 7, 77, 99])
  }

  /// Programs that leave the fourth byte unset write an alpha mask, too.
  @Test func alphaThatIsZeroEverywhereIsIgnoredWithAWarning() throws {
    var file = BMPBuilder(bits: 32, headerLength: 56, compression: 3, masks: [0xff0000, 0xff00, 0xff, 0xff00_0000])
    file.pixel = { x, y in x << 16 | y << 8 }
    let picture = try Picture(decoding: file.bytes)
    #expect(picture[4, 6] == [4, 6, 0, 255])
    #expect(picture.warnings == ["its alpha is 0 everywhere, so it is read as opaque"])
    file.pixel = { x, y in x == 12 && y == 8 ? 1 << 24 : 0 }
    #expect(try Picture(decoding: file.bytes)[0, 0] == [0, 0, 0, 0])
  }

  @Test func anIndexBeyondThePaletteIsBlack() throws {
    var file = BMPBuilder(bits: 8, palette: [[1, 2, 3], [4, 5, 6]])
    file.pixel = { x, _ in x }
    let picture = try Picture(decoding: file.bytes)
    #expect(picture[0, 0] == [1, 2, 3, 255] && picture[1, 0] == [4, 5, 6, 255] && picture[2, 0] == [0, 0, 0, 255])
  }

  @Test func anOffsetWithinThePaletteIsIgnored() throws {
    var file = BMPBuilder(bits: 8, palette: [[1, 2, 3], [4, 5, 6]])
    file.pixel = { _, _ in 1 }
    var bytes = file.bytes
    for offset in [0, 54] {
      bytes[10] = UInt8(offset)
      #expect(try Picture(decoding: bytes)[0, 0] == [4, 5, 6, 255])
    }
  }

  private func runs(_ bits: Int, _ data: [UInt8], isTopDown: Bool = false) -> [UInt8] {
    var file = BMPBuilder(width: 5, height: 3, bits: bits, compression: bits == 8 ? 1 : 2, isTopDown: isTopDown)
    file.palette = (0..<16).map { [UInt8($0), 0, 0] }
    file.runs = data
    return file.bytes
  }

  private func reds(_ file: [UInt8]) throws -> [[UInt16]] {
    let picture = try Picture(decoding: file)
    return (0..<picture.size.height).map { y in (0..<picture.size.width).map { picture[$0, y][0] } }
  }

  @Test func runsMovesAndPlainIndicesAreDecoded() throws {
    // From the bottom: a run, plain indices with padding, a move to the right and up, a run that is too long.
    let data: [UInt8] = [2, 7, 0, 3, 1, 2, 3, 0, 0, 0, 1, 9, 0, 2, 1, 1, 6, 4, 0, 1]
    #expect(try reds(runs(8, data)) == [[0, 0, 4, 4, 4], [9, 0, 0, 0, 0], [7, 7, 1, 2, 3]])
    #expect(
      try Picture(decoding: runs(8, data)).warnings == ["its runs extend beyond its rows; the excess is left out"])
    #expect(try reds(runs(8, data, isTopDown: true)) == [[7, 7, 1, 2, 3], [9, 0, 0, 0, 0], [0, 0, 4, 4, 4]])
    // Two indices alternate within a run.
    let nibbles: [UInt8] = [5, 0x12, 0, 0, 0, 5, 0x34, 0x56, 0x70, 0, 0, 0, 3, 0xab, 0, 1]
    #expect(try reds(runs(4, nibbles)) == [[10, 11, 10, 0, 0], [3, 4, 5, 6, 7], [1, 2, 1, 2, 1]])
  }

  @Test func incompleteRunsAreRefused() throws {
    let complete: [UInt8] = [5, 1, 0, 0, 5, 2, 0, 0, 5, 3]
    #expect(try reds(runs(8, complete))[0] == [3, 3, 3, 3, 3])
    for count in 0..<complete.count { expectTruncated(.bmp) { try reds(runs(8, Array(complete[..<count]))) } }
    expectTruncated(.bmp) { try reds(runs(8, [0, 5, 1, 2])) }
    expectDamaged(.bmp, "its runs have more rows than it") { try reds(runs(8, complete + [0, 0, 1, 1])) }
  }

  @Test func aTruncatedFileNamesTheLastCompleteRow() throws {
    var file = BMPBuilder(bits: 24, isTopDown: true)
    file.pixel = { x, y in x * y }
    // Each row has 39 bytes and one of padding.
    let error = #expect(throws: CodecError.self) { try Picture(decoding: file.bytes.dropLast(2 * 40)) }
    #expect(error?.message == "the BMP is cut short: its data ends after row 7")
    #expect(throws: Never.self) { try Picture(decoding: file.bytes.dropLast(1)) }
    file.isTopDown = false
    expectTruncated(.bmp) { try Picture(decoding: file.bytes.dropLast(2)) }
  }

  @Test func anEmbeddedProfileIsReadAndALinkedOneIsNamed() throws {
    var file = BMPBuilder(bits: 24, headerLength: 124, iccProfile: [1, 2, 3, 4, 5], colorSpace: "MBED")
    #expect(try ImageCodec.probe(EncodedImage(file.bytes)).iccProfile == [1, 2, 3, 4, 5])
    var limits = DecodeLimits()
    limits.maxMetadata = 4
    expectRefusal("tooMuchMetadata", "the BMP has 5 bytes") {
      try ImageCodec.probe(EncodedImage(file.bytes), limits: limits)
    }
    file.colorSpace = "LINK"
    let info = try ImageCodec.probe(EncodedImage(file.bytes))
    #expect(info.iccProfile == nil && info.colorWarning?.contains("in another file") == true)
  }

  @Test(arguments: [
    (4, 24, 40, "a JPEG in it"), (5, 24, 40, "a PNG in it"), (3, 1, 64, "OS/2's Huffman compression"),
    (4, 24, 64, "OS/2's 24-bit run-length compression"), (11, 32, 40, "CMYK colours"),
    (0, 64, 40, "64 bits per pixel with compression 0"), (9, 8, 40, "a compression (number 9)"),
    (0, 24, 20, "an information header of 20 bytes"),
  ])
  func unsupportedBMPsAreNamed(compression: Int, bits: Int, headerLength: Int, feature: String) {
    var file = BMPBuilder(bits: 8, headerLength: headerLength, compression: compression).bytes
    file[14] = UInt8(headerLength)
    file[28] = UInt8(bits)
    expectRefusal("unsupported", feature) { try Picture(decoding: file) }
  }

  @Test func sizesAndMasksAreChecked() {
    expectDamaged(.bmp, "its size is 0 × 9 pixels") { try Picture(decoding: BMPBuilder(width: 0, bits: 8).bytes) }
    expectDamaged(.bmp, "its mask for a colour is 505") {
      try Picture(decoding: BMPBuilder(bits: 16, compression: 3, masks: [0x505, 2, 8]).bytes)
    }
    var file = BMPBuilder(bits: 8).bytes
    file.replaceSubrange(18..<26, with: [0, 0, 1, 0, 0, 0, 1, 0])
    expectRefusal("tooManyPixels", "65536 × 65536") { try ImageCodec.probe(EncodedImage(file)) }
  }

  @Test func onlyRunsNeedMemoryForTheWholePicture() throws {
    let plain = try ImageCodec.probe(EncodedImage(BMPBuilder(width: 3000, height: 100, bits: 24).bytes))
    let packed = try ImageCodec.probe(EncodedImage(runs(8, [])))
    #expect(ImageCodec.decodingMemory(for: plain) < 1 << 20)
    #expect(ImageCodec.decodingMemory(for: packed) - ImageCodec.decodingMemory(for: plain) == 5 * 3)
  }
}
