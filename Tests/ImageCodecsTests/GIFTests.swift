import ImageCodecs
import PixelCore
import TestSupport
import Testing

@Suite struct GIFTests {
  private static func palette(_ count: Int) -> [[UInt8]] {
    (0..<count).map { index in
      let levels: [Int] = [index * 37, index * 91 + 5, 255 - index]
      return levels.map { UInt8($0 & 255) }
    }
  }

  /// Noise, so that the table of sequences fills up and is emptied.
  private static func noise(_ x: Int, _ y: Int) -> Int { (x &* 40503 ^ y &* 2_654_435_761 ^ (x &* y)) >> 3 & 255 }

  @Test(arguments: [2, 3, 5, 8], [false, true])
  func picturesOfAnyDepthAreRead(bits: Int, isInterlaced: Bool) throws {
    let palette = Self.palette(1 << bits)
    let index = { (x: Int, y: Int) in Self.noise(x, y) & (1 << bits - 1) }
    var picture = GIFBuilder.Picture(width: 121, height: 83, isInterlaced: isInterlaced, index: index)
    var file = GIFBuilder([picture], palette: palette, bits: bits)
    (file.width, file.height) = (121, 83)
    let expected = Picture(width: 121, height: 83) { x, y in palette[index(x, y)].map(UInt16.init) + [255] }
    #expect(try Picture(decoding: file.bytes) == expected)
    let info = try ImageCodec.probe(EncodedImage(file.bytes))
    #expect(info.format == .gif && info.isProgressive == isInterlaced && !info.hasAlpha && !info.hasMorePictures)
    // A flat area has sequences that are named in the code that completes them.
    picture.index = { _, y in y / 40 }
    file.pictures = [picture]
    #expect(
      try Picture(decoding: file.bytes)
        == Picture(width: 121, height: 83) { _, y in palette[y / 40].map(UInt16.init) + [255] })
  }

  @Test func interlacingOfAnyHeightKeepsTheOrderOfRows() throws {
    for height in 1...20 {
      let picture = GIFBuilder.Picture(width: 3, height: height, isInterlaced: true) { x, y in y * 3 + x }
      var file = GIFBuilder([picture], palette: Self.palette(256))
      (file.width, file.height) = (3, height)
      #expect(
        try Picture(decoding: file.bytes)
          == Picture(width: 3, height: height) { x, y in Self.palette(256)[y * 3 + x].map(UInt16.init) + [255] })
    }
  }

  @Test func aPictureIsPlacedOnItsTransparentCanvas() throws {
    let picture = GIFBuilder.Picture(left: 4, top: 2, width: 5, height: 3, palette: [[9, 8, 7], [6, 5, 4]]) { x, _ in
      x % 2
    }
    let file = GIFBuilder([picture], palette: Self.palette(4), bits: 2)
    let expected = Picture(width: 13, height: 9) { x, y in
      guard 4..<9 ~= x, 2..<5 ~= y else { return [0, 0, 0, 0] }
      return x % 2 == 0 ? [9, 8, 7, 255] : [6, 5, 4, 255]
    }
    #expect(try Picture(decoding: file.bytes) == expected)
  }

  @Test func theTransparentColourIsTransparent() throws {
    var picture = GIFBuilder.Picture { x, y in (x + y) % 3 }
    picture.transparentIndex = 2
    let read = try Picture(decoding: GIFBuilder([picture], palette: [[1, 1, 1], [2, 2, 2], [3, 3, 3]]).bytes)
    #expect(read[0, 0] == [1, 1, 1, 255] && read[1, 0] == [2, 2, 2, 255] && read[2, 0][3] == 0)
  }

  @Test func theCanvasGrowsWithAPictureThatExceedsIt() throws {
    var file = GIFBuilder([.init(left: 1, top: 2, width: 20, height: 10) { _, _ in 0 }], palette: [[5, 6, 7]])
    (file.width, file.height) = (0, 0)
    #expect(try ImageCodec.probe(EncodedImage(file.bytes)).size == PixelSize(width: 21, height: 12))
  }

  @Test func anAnimationIsReadAsItsFirstPictureWithAWarning() throws {
    let pictures = (0..<3).map { number in GIFBuilder.Picture { _, _ in number } }
    let file = GIFBuilder(pictures, palette: [[10, 0, 0], [20, 0, 0], [30, 0, 0]])
    let picture = try Picture(decoding: file.bytes)
    #expect(picture[3, 3] == [10, 0, 0, 255])
    #expect(picture.warnings == ["this is an animation (GIF); only its first picture is read"])
    #expect(try ImageCodec.probe(EncodedImage(file.bytes)).hasMorePictures)
    // Within a later picture.
    let cut = try Picture(decoding: file.bytes.dropLast(4))
    #expect(cut.hasPixels(of: picture))
    #expect(cut.warnings.last == "it is cut off after its first picture; all of that picture's data is present")
    var limits = DecodeLimits()
    limits.isStrict = true
    expectTruncated(.gif) { try Picture(decoding: file.bytes.dropLast(4), limits: limits) }
  }

  @Test func aMissingTrailerIsAWarningUnlessReadingIsStrict() throws {
    let file = GIFBuilder([.init { x, y in x + y }], palette: Self.palette(32)).bytes
    let expected = try Picture(decoding: file)
    // The trailer, and the empty block before it.
    for count in [1, 2] {
      let picture = try Picture(decoding: file.dropLast(count))
      #expect(picture.hasPixels(of: expected))
      #expect(picture.warnings == ["its end mark (trailer) is missing; all of its picture's data is present"])
      var limits = DecodeLimits()
      limits.isStrict = true
      expectTruncated(.gif) { try Picture(decoding: file.dropLast(count), limits: limits) }
    }
    expectTruncated(.gif) { try Picture(decoding: file.dropLast(3)) }
  }

  @Test func theProfileIsReadUpToItsLimit() throws {
    var file = GIFBuilder([.init { _, _ in 0 }], palette: [[0, 0, 0]])
    let profile = (0..<600).map { UInt8($0 & 255) }
    file.blocksBefore = [0x21, 0xff, 11] + Array("ICCRGBG1012".utf8) + GIFBuilder.dataBlocks(profile)
    #expect(try ImageCodec.probe(EncodedImage(file.bytes)).iccProfile == profile)
    var limits = DecodeLimits()
    limits.maxMetadata = 599
    expectRefusal("tooMuchMetadata", "the GIF has more than 599 bytes") {
      try ImageCodec.probe(EncodedImage(file.bytes), limits: limits)
    }
  }

  @Test func damagedPicturesAreRefused() throws {
    let picture = GIFBuilder.Picture { x, _ in x }
    let file = GIFBuilder([picture], palette: Self.palette(16)).bytes
    let data =
      file.count - 2
      - GIFBuilder.dataBlocks(
        GIFBuilder.compressed((0..<117).map { $0 % 13 }, bits: 8)
      ).count
    var wrong = file
    wrong[data] = 9
    expectDamaged(.gif, "its indices have 9 bits; 1 to 8 are allowed") { try Picture(decoding: wrong) }
    // The second code, of 9 bits, becomes one that isn't in the table yet.
    wrong = file
    (wrong[data + 3], wrong[data + 4]) = (0xff, 0xff)
    expectDamaged(.gif, "its compressed data is invalid") { try Picture(decoding: wrong) }
    expectDamaged(.gif, "its picture has no colour table") {
      try Picture(decoding: GIFBuilder([picture], palette: nil).bytes)
    }
    expectDamaged(.gif, "it has no picture") {
      try Picture(decoding: GIFBuilder([], palette: Self.palette(16)).bytes)
    }
    var short = GIFBuilder([.init(height: 4) { x, _ in x }], palette: Self.palette(16)).bytes
    // The descriptor says 5 rows, and the data has 4.
    let height = try #require(short.indices.first { short[$0] == 0x2c && short[$0 + 7] == 4 && short[$0 + 8] == 0 }) + 7
    short[height] = 5
    expectDamaged(.gif, "its picture's data ends early") { try Picture(decoding: short) }
  }

  @Test func onlyInterlacedPicturesAreHeldWhole() throws {
    let memory = { (isInterlaced: Bool) in
      let picture = GIFBuilder.Picture(width: 40, height: 30, isInterlaced: isInterlaced) { _, _ in 0 }
      return ImageCodec.decodingMemory(
        for: try ImageCodec.probe(EncodedImage(GIFBuilder([picture], palette: [[0, 0, 0]]).bytes)))
    }
    #expect(try memory(true) - memory(false) == 1200)
  }
}
