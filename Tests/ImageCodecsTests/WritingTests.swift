import ImageCodecs
import PixelCore
import TestSupport
import Testing

@Suite struct WritingTests {
  /// Smooth colours with some detail, translucent if `alpha` is set.
  private func picture(width: Int = 61, height: Int = 43, alpha: Bool = false) -> Picture {
    Picture(width: width, height: height) { x, y in
      [
        UInt16(x * 255 / width), UInt16(y * 255 / height), UInt16((x + y) & 31 + 100),
        alpha ? UInt16((x * 5 + y * 3) & 255) : 255,
      ]
    }
  }

  /// Colours whose two bytes differ, so that swapped bytes show; translucent if `alpha` is set.
  private func deepPicture(alpha: Bool = false) -> Picture {
    Picture(width: 61, height: 43, depth: .sixteen) { x, y in
      [
        UInt16(x * 65_535 / 61), UInt16(y * 65_535 / 43), UInt16(x * y * 25), alpha ? UInt16(x * 977 + y * 13) : 65_535,
      ]
    }
  }

  private struct DiskFull: Error {}

  @Test(arguments: [0, 1, 6, 9])
  func aPNGRoundTrips(compression: Int) throws {
    for opaque in [picture(), deepPicture()] {
      #expect(try Picture(decoding: opaque.encoded(.png(compression: compression))) == opaque)
    }
    for straight in [picture(alpha: true), deepPicture(alpha: true)] {
      #expect(try Picture(decoding: straight.encoded(.png(compression: compression), alpha: .straight)) == straight)
    }
  }

  @Test func rowsOf16BitsMakeAPNGOf16Bits() throws {
    for alpha in [PixelFormat.Alpha.opaque, .straight] {
      let info = try ImageCodec.probe(
        EncodedImage(deepPicture(alpha: alpha == .straight).encoded(.png(), alpha: alpha)))
      #expect(info.bitDepth == 16)
      #expect(info.pixelFormat == PixelFormat(depth: .sixteen, transfer: .encoded, alpha: alpha))
    }
  }

  @Test func opaquePixelsMakeAPNGWithoutAlpha() throws {
    #expect(try ImageCodec.probe(EncodedImage(picture().encoded(.png()))).hasAlpha == false)
    #expect(try ImageCodec.probe(EncodedImage(picture().encoded(.png(), alpha: .straight))).hasAlpha)
  }

  @Test(arguments: [
    ([255, 255, 255, 255], 0), ([0, 0, 0, 255], 0), ([128, 128, 128, 255], 0), ([200, 30, 90, 255], 2),
  ])
  func aFlatJPEGKeepsItsColor(color: [UInt16], tolerance: Int) throws {
    let flat = Picture(width: 33, height: 17) { _, _ in color }
    for subsampling in EncodeOptions.ChromaSubsampling.allCases {
      let decoded = try Picture(decoding: flat.encoded(.jpeg(quality: 95, subsampling: subsampling)))
      #expect(decoded.size == flat.size)
      #expect(decoded.largestDifference(from: flat) <= tolerance)
    }
  }

  @Test func aJPEGIsCloseToThePicture() throws {
    let smooth = Picture(width: 64, height: 48) { x, y in [UInt16(x * 4), UInt16(y * 5), UInt16(255 - x * 2), 255] }
    for (quality, decibels) in [(60, 30.0), (82, 35.0), (95, 40.0)] {
      let decoded = try Picture(decoding: smooth.encoded(.jpeg(quality: quality)))
      #expect(decoded.psnr(to: smooth) > decibels)
    }
  }

  @Test(arguments: [EncodeOptions.ChromaSubsampling.twoByTwo, .twoByOne, .none])
  func theFrameHeaderHasTheSubsampling(subsampling: EncodeOptions.ChromaSubsampling) throws {
    let file = try picture().encoded(.jpeg(subsampling: subsampling))
    let frame = try #require(file.indices.dropLast(20).first { file[$0] == 0xff && file[$0 + 1] == 0xc0 })
    // T.81 B.2.2: length, precision, height, width, number of components, then the first component's number and factors.
    let expected: UInt8 = [.twoByTwo: 0x22, .twoByOne: 0x21, .none: 0x11][subsampling]!
    #expect(file[frame + 11] == expected)
    #expect(Array(file[frame + 5..<frame + 9]) == [0, 43, 0, 61])
  }

  /// Scans change the order of the stored data, but not its content.
  @Test(arguments: EncodeOptions.ChromaSubsampling.allCases)
  func aProgressiveJPEGHasThePixelsOfABaselineOne(subsampling: EncodeOptions.ChromaSubsampling) throws {
    let file = try picture().encoded(.jpeg(subsampling: subsampling, progressive: true))
    #expect(try ImageCodec.probe(EncodedImage(file)).isProgressive)
    #expect(try Picture(decoding: file) == Picture(decoding: picture().encoded(.jpeg(subsampling: subsampling))))
    #expect(
      file.windows(of: [0xff, 0xc2]) == 1 && file.windows(of: [0xff, 0xda]) > 5, "the frame header and the scans")
  }

  @Test(arguments: EncodeOptions.ChromaSubsampling.allCases)
  func computedHuffmanTablesMakeAJPEGSmallerAndChangeNoPixel(subsampling: EncodeOptions.ChromaSubsampling) throws {
    let (computed, standard) = try (
      picture().encoded(.jpeg(subsampling: subsampling)),
      picture().encoded(.jpeg(subsampling: subsampling, optimize: false))
    )
    #expect(computed.count < standard.count)
    #expect(try Picture(decoding: computed) == Picture(decoding: standard))
    // T.81, table K.3: the number of codes of each length for differences of luma's DC coefficients.
    let lumaDC: [UInt8] = [0xff, 0xc4, 0, 31, 0, 0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]
    #expect(standard.windows(of: lumaDC) == 1 && computed.windows(of: lumaDC) == 0)
    #expect(computed.windows(of: [0xff, 0xc0]) == 1 && computed.windows(of: [0xff, 0xda]) == 1, "still baseline")
  }

  @Test func theTablesOfAProgressiveJPEGAreAlwaysComputed() throws {
    let coding = { EncodeOptions.Coding.jpeg(progressive: true, optimize: $0) }
    #expect(try picture().encoded(coding(true)) == picture().encoded(coding(false)))
    #expect(coding(true).description == coding(false).description)
  }

  @Test func memoryIncludesTheCoefficientsThatAJPEGsEncoderHolds() {
    let shape = ImageShape(size: PixelSize(width: 1000, height: 700), format: .encodedOpaque)
    let memory = {
      ImageCodec.encodingMemory(for: shape, coding: .jpeg(subsampling: $0, progressive: $1, optimize: $2))
    }
    // Two bytes per coefficient, 1008 × 704 of luma or 1000 × 704 in blocks of 8, and of chroma as many as there are samples.
    for (subsampling, bytes) in [
      (EncodeOptions.ChromaSubsampling.twoByTwo, 1008 * 704 * 3), (.twoByOne, 1008 * 704 * 4), (.none, 1000 * 704 * 6),
    ] {
      let rows = memory(subsampling, false, false)
      for optimize in [false, true] { #expect(memory(subsampling, true, optimize) - rows == bytes) }
      // Symbols take as many, beside two buffers of 64 KiB.
      #expect(128 << 10..<160 << 10 ~= memory(subsampling, false, true) - rows - bytes)
    }
  }

  /// 16 MiB, beside two buffers of 64 KiB.
  @Test func theSymbolsOfALargeJPEGTakeLimitedMemory() {
    let shape = ImageShape(size: PixelSize(width: 60_000, height: 700), format: .encodedOpaque)
    let memory = { ImageCodec.encodingMemory(for: shape, coding: .jpeg(subsampling: .none, optimize: $0)) }
    #expect(16 << 20 + 128 << 10..<16 << 20 + 160 << 10 ~= memory(true) - memory(false))
  }

  /// A trimmed picture that is scaled to a width could have any height up to the limit of all pictures.
  @Test func aBoundReservesNoMemoryForSidesThatTheFormatCannotHave() {
    let shape = { ImageShape(size: PixelSize(width: 600, height: $0), format: .encodedOpaque) }
    let longest = ImageCodec.encodingMemory(for: shape(65_500), coding: .jpeg())
    #expect(ImageCodec.encodingMemory(forAtMost: shape(720_000), coding: .jpeg()) == longest)
    #expect(ImageCodec.encodingMemory(forAtMost: shape(65_500), coding: .jpeg()) == longest)
  }

  @Test(arguments: [
    EncodeOptions.Coding.jpeg(), .png(), .png(colors: 9), .webp(), .webp(lossless: true), .avif(), .tiff(),
  ])
  func bytesAreIndependentOfBandHeight(coding: EncodeOptions.Coding) throws {
    let files = try [1, 7, 16, 43].map { try picture().encoded(coding, bandHeight: $0) }
    #expect(Set(files).count == 1)
  }

  @Test(arguments: [
    EncodeOptions.Coding.jpeg(), .png(), .png(colors: 9), .webp(), .webp(lossless: true), .avif(), .tiff(),
  ])
  func aProfileRoundTrips(coding: EncodeOptions.Coding) throws {
    // The header of a monitor's RGB profile (ICC.1:2022, 7.2) and one private tag that doesn't compress: libpng takes a profile with
    // less than 11 compressed bytes after the 81st of its chunk for none.
    var random = SeededRandom(seed: 3)
    var profile = bigEndian(444) + [UInt8](repeating: 0, count: 124)
    profile.replaceSubrange(8..<24, with: [4, 0x40, 0, 0] + Array("mntrRGB XYZ ".utf8))
    profile.replaceSubrange(36..<40, with: "acsp".utf8)
    profile.replaceSubrange(68..<80, with: bigEndian(0xf6d6) + bigEndian(0x10000) + bigEndian(0xd32d))
    profile += bigEndian(1) + Array("mine".utf8) + bigEndian(144) + bigEndian(300)
    profile += (0..<300).map { _ in UInt8.random(in: 0...255, using: &random) }
    let file = try picture().encoded(coding, iccProfile: profile)
    #expect(try ImageCodec.probe(EncodedImage(file)).iccProfile == profile)
  }

  /// A supplier's invalid profile must not fail the picture.
  @Test func aProfileThatPNGRefusesIsDropped() throws {
    let file = try picture().encoded(.png(), iccProfile: [1, 2, 3])
    #expect(file == (try picture().encoded(.png(), iccProfile: nil)))
  }

  @Test(arguments: [EncodeOptions.Coding.jpeg(quality: 100), .png(compression: 0)])
  func aSinksErrorIsRethrownUnchanged(coding: EncodeOptions.Coding) throws {
    var random = SeededRandom(seed: 7)
    let picture = Picture(width: 300, height: 200) { _, _ in
      [0, 1, 2].map { _ in UInt16.random(in: 0...255, using: &random) } + [255]
    }
    let pieces = try countPieces(picture, coding)
    #expect(pieces > 1, "the picture is large enough to fail in the middle")
    for failing in 0..<pieces {
      var piece = 0
      let error = #expect(throws: CodecError.self) {
        try picture.encode(EncodeOptions(coding)) { _ in
          if piece == failing { throw DiskFull() }
          piece += 1
        }
      }
      guard case .sinkFailed(is DiskFull)? = error else {
        Issue.record("\(String(describing: error)) instead of the sink's own error")
        continue
      }
    }
  }

  private func countPieces(_ picture: Picture, _ coding: EncodeOptions.Coding) throws -> Int {
    var pieces = 0
    try picture.encode(EncodeOptions(coding)) { _ in pieces += 1 }
    return pieces
  }

  @Test func aSideThatIsTooLongForJPEGIsNamed() {
    let shape = ImageShape(size: PixelSize(width: 65_501, height: 1), format: .encodedOpaque)
    let error = #expect(throws: CodecError.self) {
      try ImageCodec.makeWriter(shape: shape, options: EncodeOptions(.jpeg())) { _ in }
    }
    #expect(error?.reason == "too-large-to-write")
    #expect(error?.details == ["format": "jpeg", "width": 65_501, "height": 1, "limit": 65_500])
  }

  @Test func encodingIsThreadSafe() async throws {
    let picture = picture(alpha: true)
    let file = try picture.encoded(.png(), alpha: .straight)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<16 {
        group.addTask {
          let decoded = try Picture(decoding: file)
          return try decoded == picture && decoded.encoded(.png(), alpha: .straight) == file
        }
      }
      for try await isSame in group { #expect(isSame) }
    }
  }
}

extension [UInt8] {
  /// The number of occurrences of some bytes.
  fileprivate func windows(of bytes: [UInt8]) -> Int { indices.count { self[$0...].starts(with: bytes) } }
}
