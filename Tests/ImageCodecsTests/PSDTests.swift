import ImageCodecs
import PixelCore
import TestSupport
import Testing

@Suite struct PSDTests {
  /// A sample of a channel, with runs and noise.
  private static func sample(_ x: Int, _ y: Int, _ channel: Int, largest: Int) -> Int {
    y % 3 == 0 ? (y * 1009 + channel * 77) & largest : (x * 40503 ^ y * 977 ^ channel * 12_345) & largest
  }

  @Test(arguments: [(1, 1), (3, 3), (8, 1)], [8, 16])
  func greyAndRGBAreRead(kind: (mode: Int, channels: Int), depth: Int) throws {
    let largest = 1 << depth - 1
    let sample = { (x: Int, y: Int, channel: Int) in Self.sample(x, y, channel, largest: largest) }
    let expected = Picture(width: 13, height: 9, depth: depth == 8 ? .eight : .sixteen) { x, y in
      (0..<3).map { UInt16(sample(x, y, kind.channels == 1 ? 0 : $0)) } + [UInt16(largest)]
    }
    for isPacked in [false, true] {
      let file = PSDBuilder(mode: kind.mode, channels: kind.channels, depth: depth, isPacked: isPacked, sample: sample)
      let picture = try Picture(decoding: file.bytes)
      #expect(picture.hasPixels(of: expected), "\(isPacked)")
      #expect(picture.warnings == (kind.mode == 8 ? ["this PSD is a duotone; only its grey values are read"] : []))
    }
  }

  @Test func indicesAreReadThroughThePalette() throws {
    var file = PSDBuilder(mode: 2, channels: 1) { x, y, _ in x * 9 + y }
    file.palette = (0..<768).map { UInt8(($0 * 7 + $0 / 256) & 255) }
    file.resources = [(0x0417, [0, 9])]
    let expected = Picture(width: 13, height: 9) { x, y in
      let index = x * 9 + y
      let alpha: UInt16 = index == 9 ? 0 : 255
      return (0..<3).map { UInt16(file.palette[$0 * 256 + index]) } + [alpha]
    }
    #expect(try Picture(decoding: file.bytes) == expected)
    #expect(try ImageCodec.probe(EncodedImage(file.bytes)).colorModel == .indexed)
  }

  /// CMYK is stored as the largest value minus the ink: stored 255 is no ink.
  @Test(arguments: [8, 16]) func inksAreConvertedByTheFormula(depth: Int) throws {
    let largest = 1 << depth - 1
    let sample = { (x: Int, y: Int, channel: Int) in Self.sample(x, y, channel, largest: largest) }
    let picture = try Picture(decoding: PSDBuilder(mode: 4, channels: 4, depth: depth, sample: sample).bytes)
    let expected = Picture(width: 13, height: 9, depth: depth == 8 ? .eight : .sixteen) { x, y in
      (0..<3).map {
        UInt16((Double(sample(x, y, $0)) * Double(sample(x, y, 3)) / Double(largest)).rounded(.toNearestOrAwayFromZero))
      } + [UInt16(largest)]
    }
    #expect(picture.hasPixels(of: expected))
    #expect(picture.warnings == ["CMYK was converted without a colour profile, so colours will differ from print"])
  }

  /// The same inks as in the test of TIFF, whose colour follows from the profile.
  @Test func inksAreConvertedByTheProfile() throws {
    let inks = [0.2, 0.4, 0.6, 0.1].map { Int((255 * (1 - $0)).rounded()) }
    var file = PSDBuilder(mode: 4, channels: 4) { _, _, channel in inks[channel] }
    var tiff = TIFFBuilder(bits: 8, samples: 4, color: 5) { _, _, channel in 255 - inks[channel] }
    file.resources = [(0x040f, ProfileBuilder.cmykProfile.bytes)]
    tiff.iccProfile = ProfileBuilder.cmykProfile.bytes
    #expect(try Picture(decoding: file.bytes) == Picture(decoding: tiff.bytes))
  }

  /// Stored colours are blended with white.
  @Test(arguments: [8, 16]) func transparencyIsReadAndTheWhiteBehindItRemoved(depth: Int) throws {
    let largest = 1 << depth - 1
    let color = { (x: Int, y: Int, channel: Int) in Double((x * 19 + y * 5 + channel * 60) & 255) / 255 }
    let alpha = { (x: Int, y: Int) in (x * 21 + y) * (depth == 16 ? 257 : 1) & largest }
    var file = PSDBuilder(mode: 3, channels: 4, depth: depth, isPacked: true) { x, y, channel in
      let opacity = Double(alpha(x, y)) / Double(largest)
      if channel == 3 { return alpha(x, y) }
      return Int(((color(x, y, channel) * opacity + 1 - opacity) * Double(largest)).rounded())
    }
    file.layerCount = -2
    let picture = try Picture(decoding: file.bytes)
    for y in 0..<9 {
      for x in 0..<13 {
        #expect(Int(picture[x, y][3]) == alpha(x, y))
        if alpha(x, y) == 0 { continue }
        // The stored value is rounded, and the less alpha, the coarser it is.
        let error = 0.5 * Double(largest) / Double(alpha(x, y)) + 0.51
        for channel in 0..<3 {
          #expect(abs(Double(picture[x, y][channel]) - color(x, y, channel) * Double(largest)) <= error)
        }
      }
    }
  }

  /// A colour that is darker than white behind it could be was never blended, as in ImageMagick's files.
  @Test(arguments: [8, 16], [false, true])
  func coloursThatAreNotBlendedWithWhiteStay(depth: Int, isPacked: Bool) throws {
    let unit = depth == 16 ? 257 : 1
    let colors = [220, 120, 120, 129].map { $0 * unit }
    var file = PSDBuilder(mode: 3, channels: 4, depth: depth, isPacked: isPacked) { x, y, channel in
      x == 12 && y == 8 ? (channel == 0 ? 100 * unit : 9 * unit) : colors[channel]
    }
    file.layerCount = -1
    #expect(try Picture(decoding: file.bytes)[0, 0] == colors.map { UInt16($0) })
  }

  @Test func aSavedSelectionIsNotTransparency() throws {
    var file = PSDBuilder(mode: 3, channels: 4) { x, _, channel in channel == 3 ? 0 : x == 0 ? 100 : 90 }
    let warning = "this PSD has a channel beside its colours, for spot colours or masks; only the colours are read"
    for layerCount in [nil, 2] {
      file.layerCount = layerCount
      let picture = try Picture(decoding: file.bytes)
      #expect(picture[0, 0] == [100, 100, 100, 255] && picture.warnings == [warning])
    }
    // Documents of 16 bits have their layers in a tagged block.
    (file.layerCount, file.blocks) = (nil, [("Patt", [1, 2, 3, 4]), ("Lr16", PSDBuilder.word(-1 & 0xffff) + [0, 0])])
    #expect(try Picture(decoding: file.bytes)[0, 0][3] == 0)
    file.blocks = [("Mtrn", [])]
    #expect(try Picture(decoding: file.bytes)[0, 0][3] == 0)
  }

  @Test(arguments: [0, 1, 3, 100_000]) func blocksBehindPaddingAreFound(padding: Int) throws {
    var file = PSDBuilder(mode: 3, channels: 4) { _, _, channel in channel == 3 ? 0 : 100 }
    (file.blocks, file.padding) = ([("Patt", [1, 2, 3]), ("Mtrn", [])], padding)
    #expect(try Picture(decoding: file.bytes)[0, 0][3] == 0)
  }

  @Test func aDocumentWithoutItsFlattenedPictureIsRefused() throws {
    var file = PSDBuilder(mode: 3, channels: 3) { _, _, _ in 255 }
    file.resources = [(0x0421, [0, 0, 0, 1, 0, 0, 0, 0, 0])]
    #expect(throws: Never.self) { try Picture(decoding: file.bytes) }
    file.layerCount = 3
    expectRefusal("unsupported", "saved without “Maximize Compatibility”") {
      try ImageCodec.probe(EncodedImage(file.bytes))
    }
    file.resources[0].data[4] = 1
    #expect(throws: Never.self) { try Picture(decoding: file.bytes) }
    // A document that doesn't say is judged by its picture.
    file.resources = []
    expectRefusal("unsupported", "saved without “Maximize Compatibility”") { try Picture(decoding: file.bytes) }
    file.sample = { x, y, _ in x == 12 && y == 8 ? 254 : 255 }
    #expect(throws: Never.self) { try Picture(decoding: file.bytes) }
  }

  @Test func theProfileIsReadUpToItsLimit() throws {
    var file = PSDBuilder(mode: 3, channels: 3) { _, _, _ in 9 }
    file.resources = [(0x03ed, [0]), (0x040f, [1, 2, 3]), (0x0424, Array("<x/>".utf8))]
    #expect(try ImageCodec.probe(EncodedImage(file.bytes)).iccProfile == [1, 2, 3])
    var limits = DecodeLimits()
    limits.maxMetadata = 2
    expectRefusal("tooMuchMetadata", "the PSD has 3 bytes") {
      try ImageCodec.probe(EncodedImage(file.bytes), limits: limits)
    }
  }

  @Test func unsupportedDocumentsAreNamed() {
    for (mode, channels, depth, feature) in [
      (0, 1, 1, "the colour mode Bitmap"), (7, 3, 8, "the colour mode Multichannel"), (9, 3, 8, "the colour mode Lab"),
      (3, 3, 32, "32 bits per channel"), (1, 1, 1, "1 bits per channel"),
    ] {
      var file = PSDBuilder(mode: mode, channels: channels) { _, _, _ in 0 }.bytes
      file[23] = UInt8(depth)
      expectRefusal("unsupported", feature) { try ImageCodec.probe(EncodedImage(file)) }
    }
    var file = PSDBuilder(mode: 3, channels: 3) { _, _, _ in 0 }
    file.compression = 2
    expectRefusal("unsupported", "compressed by ZIP") { try Picture(decoding: file.bytes) }
  }

  @Test func truncatedAndDamagedDocumentsAreRefused() {
    let sample = { (x: Int, y: Int, channel: Int) in Self.sample(x, y, channel, largest: 255) }
    let plain = PSDBuilder(mode: 3, channels: 3, sample: sample)
    let error = #expect(throws: CodecError.self) { try Picture(decoding: plain.bytes.dropLast(13)) }
    #expect(error?.message == "the PSD is cut short: its data ends after row 8")
    // A cut within a channel that isn't read.
    let spare = PSDBuilder(mode: 1, channels: 2, sample: sample)
    expectTruncated(.psd) { try Picture(decoding: spare.bytes.dropLast(1)) }
    let packed = PSDBuilder(mode: 1, channels: 1, isPacked: true, sample: sample)
    var file = packed.bytes
    // The first row becomes one byte shorter.
    let row = packed.pictureStart + 2 + 2 * 9
    file[row] += 1
    expectDamaged(.psd) { try Picture(decoding: file) }
    expectDamaged(.psd, "it has 2 channels") {
      try Picture(decoding: PSDBuilder(mode: 3, channels: 2, sample: sample).bytes)
    }
  }
}
