import ImageCodecs
import PixelCore
import TestSupport
import Testing

@Suite struct TIFFReadingTests {
  private static func sample(_ x: Int, _ y: Int, _ channel: Int) -> Int {
    (x * 37 + y * 91 + channel * 53 + x * y) & 0xffff
  }

  @Test(arguments: [1, 2, 4, 8], [false, true])
  func grayBecomesEightBitsExactly(bits: Int, isInverted: Bool) throws {
    let largest = 1 << bits - 1
    let file = TIFFBuilder(bits: bits, samples: 1, color: isInverted ? 0 : 1) { x, y, c in
      Self.sample(x, y, c) & largest
    }
    let picture = try Picture(decoding: file.bytes)
    for y in 0..<file.height {
      for x in 0..<file.width {
        let level = Self.sample(x, y, 0) & largest * 255 / largest
        #expect(picture[x, y] == Array(repeating: UInt16(isInverted ? 255 - level : level), count: 3) + [255])
      }
    }
  }

  /// In any byte order, strips and planes, RGB of 8 and 16 bits is read unchanged.
  @Test(arguments: [8, 16], [false, true])
  func colorIsReadUnchanged(bits: Int, isBigEndian: Bool) throws {
    for isPlanar in [false, true] {
      for rowsPerStrip in [1, 4, 100] {
        let mask = 1 << bits - 1
        let file = TIFFBuilder(
          isBigEndian: isBigEndian, bits: bits, samples: 3, color: 2, isPlanar: isPlanar, rowsPerStrip: rowsPerStrip
        ) { x, y, c in Self.sample(x, y, c) & mask }
        let picture = try Picture(decoding: file.bytes, bandHeight: 3)
        let expected = Picture(width: file.width, height: file.height, depth: bits == 8 ? .eight : .sixteen) { x, y in
          (0..<3).map { UInt16(Self.sample(x, y, $0) & mask) } + [UInt16(mask)]
        }
        #expect(picture == expected, "\(isPlanar ? "planes" : "pixels"), \(rowsPerStrip) rows in a strip")
      }
    }
  }

  @Test func extraSamplesAreAlphaOrIgnored() throws {
    let pixel = [100, 50, 0, 128]
    for (kind, expected, warnings) in [
      // 100 of 128 is 199 of 255, and 50 is 100.
      (1, [199, 100, 0, 128], []), (2, [100, 50, 0, 128], []),
      (
        0, [100, 50, 0, 255],
        ["this TIFF has a channel beside its colours, for spot colours or masks; only the colours are read"]
      ),
    ] as [(Int, [UInt16], [String])] {
      let file = TIFFBuilder(bits: 8, samples: 4, color: 2, extraSamples: [kind]) { _, _, c in pixel[c] }
      let picture = try Picture(decoding: file.bytes)
      #expect(picture[3, 2] == expected && picture.warnings == warnings)
    }
  }

  @Test func cmykIsConvertedByThePlainFormula() throws {
    let file = TIFFBuilder(bits: 8, samples: 4, color: 5) { _, _, c in [0, 128, 255, 51][c] }
    let picture = try Picture(decoding: file.bytes)
    // (255 − channel) (255 − 51) / 255
    #expect(picture[0, 0] == [204, 102, 0, 255])
    #expect(picture.warnings == ["CMYK was converted without a colour profile, so colours will differ from print"])
  }

  @Test func cmykWithAProfileIsConvertedByIt() throws {
    // Little CMS 2.14 converts them to (171.05, 152.60, 96.91).
    let inks = [121, 131, 193, 61, 77]
    for (samples, isPlanar) in [(4, false), (4, true), (5, false)] {
      var file = TIFFBuilder(
        bits: 8, samples: samples, color: 5, isPlanar: isPlanar, extraSamples: samples == 5 ? [2] : []
      ) { _, _, c in inks[c] }
      file.iccProfile = ProfileBuilder.cmykProfile.bytes
      let picture = try Picture(decoding: file.bytes)
      let color = picture[12, 8].map { Double($0) }
      #expect(zip(color, [171.05, 152.60, 96.91]).allSatisfy { abs($0 - $1) < 1 }, "\(color)")
      #expect(color[3] == (samples == 5 ? 77 : 255) && picture.warnings.isEmpty)
    }
  }

  @Test func cmykOf16BitsIsConvertedWithItsPrecision() throws {
    let inks = [121, 131, 193, 61]
    var file = TIFFBuilder(bits: 16, samples: 4, color: 5) { _, _, c in 257 * inks[c] }
    file.iccProfile = ProfileBuilder.cmykProfile.bytes
    let picture = try Picture(decoding: file.bytes)
    let color = picture[12, 8].map { Double($0) / 257 }
    #expect(zip(color, [171.05, 152.60, 96.91]).allSatisfy { abs($0 - $1) < 0.1 }, "\(color)")
    #expect(color[3] == 255 && picture.warnings.isEmpty)
  }

  @Test func orientationAndProfileAreRead() throws {
    var file = TIFFBuilder(bits: 8, samples: 3, color: 2) { _, _, _ in 9 }
    (file.orientation, file.iccProfile) = (6, [1, 2, 3, 4, 5])
    let info = try ImageCodec.probe(EncodedImage(file.bytes))
    #expect(info.orientation == .right && info.iccProfile == [1, 2, 3, 4, 5] && info.uprightSize.width == file.height)
    var limits = DecodeLimits()
    limits.maxMetadata = 4
    expectRefusal("tooMuchMetadata", "the TIFF has 5 bytes") {
      try ImageCodec.probe(EncodedImage(file.bytes), limits: limits)
    }
    limits = DecodeLimits(maxPixels: file.width * file.height - 1)
    expectRefusal("tooManyPixels", "the limit is") { try ImageCodec.probe(EncodedImage(file.bytes), limits: limits) }
  }

  @Test func unsupportedTIFFsAreNamed() throws {
    expectRefusal("unsupported", "colours of an unusual kind") {
      try Picture(decoding: TIFFBuilder(bits: 8, samples: 3, color: 8) { _, _, _ in 0 }.bytes)
    }
    expectRefusal("unsupported", "a raw camera picture in it") {
      try Picture(decoding: TIFFBuilder(bits: 8, samples: 1, color: 32_803) { _, _, _ in 0 }.bytes)
    }
  }

  @Test func anUnsupportedCompressionIsNamedWithTheReason() throws {
    var file = TIFFBuilder(bits: 8, samples: 3, color: 6) { _, _, _ in 0 }
    for (compression, reason) in [
      (6, "old-style JPEG data (compression 6, withdrawn in 1995 because programs write it differently)"),
      (34_713, "a compression (number 34713) that the installed libtiff lacks"),
    ] {
      file.compression = compression
      expectRefusal("unsupported", "this TIFF has \(reason), which packshot does not read") {
        try Picture(decoding: file.bytes)
      }
    }
  }

  @Test(arguments: [1, 6, 9], [PixelFormat.Depth.eight, .sixteen])
  func writtenTIFFsAreReadBack(compression: Int, depth: PixelFormat.Depth) throws {
    for alpha in [PixelFormat.Alpha.opaque, .straight] {
      let picture = Picture(width: 33, height: 21, depth: depth) { x, y in
        (0..<4).map {
          $0 == 3 && alpha == .opaque ? UInt16(depth.largest) : UInt16(Self.sample(x, y, $0) & depth.largest)
        }
      }
      let file = try picture.encoded(.tiff(compression: compression), alpha: alpha, iccProfile: [7, 7, 7])
      #expect(try Picture(decoding: file) == picture)
      #expect(try ImageCodec.probe(EncodedImage(file)).iccProfile == [7, 7, 7])
    }
  }
}
