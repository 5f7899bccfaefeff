import ImageCodecs
import PixelCore
import Testing

@Suite struct WebPWritingTests {
  /// Smooth colours with some detail, translucent but nowhere transparent if `alpha` is set.
  static func picture(width: Int = 45, height: Int = 38, alpha: Bool = false) -> Picture {
    Picture(width: width, height: height) { x, y in
      [
        UInt16(x * 255 / width), UInt16(y * 255 / height), UInt16((x + y) & 31 + 100),
        alpha ? UInt16((x * 5 + y * 3) & 255 | 1) : 255,
      ]
    }
  }

  /// Every kind of file that is written, with its settings.
  static let kinds: [(coding: EncodeOptions.Coding, alpha: PixelFormat.Alpha)] = [
    (.webp(), .opaque), (.webp(), .straight), (.webp(quality: 0, effort: 0), .straight),
    (.webp(lossless: true), .opaque), (.webp(effort: 0, lossless: true), .straight),
  ]

  @Test(arguments: 0...6)
  func aLosslessWebPRoundTrips(effort: Int) throws {
    let coding = EncodeOptions.Coding.webp(quality: 0, effort: effort, lossless: true)
    let (opaque, straight) = (Self.picture(), Self.picture(alpha: true))
    #expect(try Picture(decoding: opaque.encoded(coding)) == opaque)
    #expect(try Picture(decoding: straight.encoded(coding, alpha: .straight)) == straight)
  }

  @Test func transparentPixelsHaveNoColor() throws {
    let picture = Picture(width: 20, height: 9) { x, y in [UInt16(x * 9), 200, UInt16(y), x < 10 ? 0 : 255] }
    let read = try Picture(decoding: picture.encoded(.webp(lossless: true), alpha: .straight))
    let expected = Picture(width: 20, height: 9) { x, y in x < 10 ? [0, 0, 0, 0] : picture[x, y] }
    #expect(read == expected)
  }

  @Test(.enabled(if: Program.dwebp != nil, "dwebp is not in PATH"), arguments: kinds.indices)
  func filesDecodeTheSameInLibwebpsDecoder(kind: Int) throws {
    let dwebp = try #require(Program.dwebp)
    let (coding, alpha) = Self.kinds[kind]
    // A profile of odd length makes the file an extended one, and is padded by a byte.
    for profile in [nil, [1, 2, 3]] as [[UInt8]?] {
      let file = try Self.picture(alpha: alpha == .straight).encoded(coding, alpha: alpha, iccProfile: profile)
      #expect(try Picture(dwebp, decoding: file).hasPixels(of: Picture(decoding: file)))
      #expect(try ImageCodec.probe(EncodedImage(file)).iccProfile == profile)
      #expect(WebPBuilder(reading: file).bytes == file, "the declared lengths match the chunks")
    }
  }

  @Test func aLossyWebPIsCloseToThePicture() throws {
    let smooth = Picture(width: 64, height: 48) { x, y in [UInt16(x * 4), UInt16(y * 5), UInt16(255 - x * 2), 255] }
    var last = 0
    for (quality, decibels) in [(0, 22.0), (60, 30.0), (88, 35.0), (100, 38.0)] {
      let file = try smooth.encoded(.webp(quality: quality))
      #expect(try Picture(decoding: file).psnr(to: smooth) > decibels, "quality \(quality)")
      #expect(file.count > last, "quality \(quality)")
      last = file.count
    }
  }

  @Test(arguments: kinds.indices)
  func theHeaderDescribesThePicture(kind: Int) throws {
    let (coding, alpha) = Self.kinds[kind]
    let file = try Self.picture(alpha: alpha == .straight).encoded(coding, alpha: alpha)
    let info = try ImageCodec.probe(EncodedImage(file))
    #expect(info.size == PixelSize(width: 45, height: 38) && info.bitDepth == 8 && info.iccProfile == nil)
    #expect(info.pixelFormat == (alpha == .straight ? .encodedStraight : .encodedOpaque))
    #expect(info.colorModel == ([0, 1, 2].contains(kind) ? .yCbCr : .rgb))
  }

  @Test func settingsOutOfRangeAreRefused() {
    for (coding, name) in [
      (EncodeOptions.Coding.webp(quality: 101), "quality"), (.webp(quality: -1), "quality"),
      (.webp(effort: 7), "effort"),
    ] {
      let error = #expect(throws: CodecError.self) { try Self.picture().encoded(coding) }
      #expect(error?.message.hasPrefix("the \(name) of the WebP is ") == true)
    }
  }

  @Test func aSideThatIsTooLongIsNamed() throws {
    let shape = ImageShape(size: PixelSize(width: 16_384, height: 1), format: .encodedOpaque)
    let error = #expect(throws: CodecError.self) {
      try ImageCodec.makeWriter(shape: shape, options: EncodeOptions(.webp())) { _ in }
    }
    #expect(error?.reason == "too-large-to-write")
    #expect(error?.details == ["format": "webp", "width": 16_384, "height": 1, "limit": 16_383])
    let longest = Picture(width: 16_383, height: 1) { x, _ in [UInt16(x & 255), 0, 0, 255] }
    #expect(try Picture(decoding: longest.encoded(.webp(effort: 0, lossless: true))) == longest)
  }

  private struct DiskFull: Error {}

  @Test func aSinksErrorIsRethrownUnchanged() {
    for failing in 0..<2 {
      var piece = 0
      let error = #expect(throws: CodecError.self) {
        try Self.picture().encode(EncodeOptions(.webp(), iccProfile: [1])) { _ in
          if piece == failing { throw DiskFull() }
          piece += 1
        }
      }
      if case .sinkFailed(is DiskFull)? = error { continue }
      Issue.record("\(String(describing: error)) instead of the sink's own error")
    }
  }
}
