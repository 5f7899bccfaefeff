import ImageCodecs
import PixelCore
import TestSupport
import Testing

@Suite struct LimitsTests {
  private func png(_ width: Int, _ height: Int) -> EncodedImage {
    // The header and the start of the picture are all that a probe reads.
    let start = PNGBuilder(width: width, height: height, bitDepth: 16, colorType: 6) { _, _, _ in 0 }.beforePicture
    return EncodedImage(start + PNGBuilder.chunk("IDAT", []))
  }

  private func jpeg(_ width: Int, _ height: Int, frameType: UInt8) -> EncodedImage {
    var builder = JPEGBuilder(width: 8, height: 8, components: [.init(id: 1) { _, _ in 128 }])
    builder.frameType = frameType
    var file = builder.bytes
    let frame = file.indices.first { file[$0] == 0xff && file[$0 + 1] == frameType }!
    file.replaceSubrange(frame + 5..<frame + 9, with: bigEndian(height).suffix(2) + bigEndian(width).suffix(2))
    return EncodedImage(file)
  }

  @Test func theDefaultIsTwoToThe28th() {
    #expect(DecodeLimits().maxPixels == 268_435_456)
    #expect(throws: Never.self) { try ImageCodec.probe(png(16384, 16384)) }
    #expect(throws: CodecError.self) { try ImageCodec.probe(png(16384, 16385)) }
  }

  @Test func tooManyPixelsAreRefusedWithSizeLimitAndRemedy() {
    for file in [png(60000, 50000), jpeg(60000, 50000, frameType: 0xc0), jpeg(60000, 50000, frameType: 0xc2)] {
      let error = #expect(throws: CodecError.self) { try ImageCodec.makeReader(bytes: file) }
      #expect(
        error?.message
          == "the picture has 60000 × 50000 = 3000000000 pixels; the limit is 268435456")
      #expect(error?.remedy == .raiseLimit(.maxPixels))
    }
  }

  @Test func theLimitItselfIsAllowed() {
    let file = jpeg(200, 100, frameType: 0xc0)
    #expect(throws: Never.self) { try ImageCodec.probe(file, limits: DecodeLimits(maxPixels: 20_000)) }
    #expect(throws: CodecError.self) { try ImageCodec.probe(file, limits: DecodeLimits(maxPixels: 19_999)) }
  }

  @Test func aSideCanHaveAMillionPixels() {
    #expect(throws: Never.self) { try ImageCodec.probe(png(1_000_000, 1)) }
    #expect(throws: CodecError.self) { try ImageCodec.probe(png(1_000_001, 1)) }
  }

  @Test func aChunkThatInflatesToMuchMoreIsSkipped() throws {
    var builder = PNGBuilder(width: 2, height: 2, bitDepth: 8, colorType: 2) { _, _, _ in 7 }
    let text = PNGBuilder.zlib([UInt8](repeating: 0, count: 100_000))
    builder.chunksBefore = PNGBuilder.chunk("zTXt", Array("Comment\0\0".utf8) + text)
    #expect(try Picture(decoding: builder.bytes)[1, 1] == [7, 7, 7, 255])
  }

  /// Reads a whole picture.
  private func read(_ file: [UInt8], _ change: (inout DecodeLimits) -> Void) throws {
    var limits = DecodeLimits()
    change(&limits)
    let reader = try ImageCodec.makeReader(bytes: EncodedImage(file), limits: limits, spareMemory: 0)
    var buffer = PixelBuffer(shape: reader.shape)
    _ = try reader.read(rows: reader.shape.size.height, into: buffer.mutableRow(0), stride: buffer.stride)
  }

  @Test func aJPEGsMetadataIsLimited() throws {
    var builder = JPEGBuilder(width: 8, height: 8, components: [.init(id: 1) { _, _ in 128 }])
    // 3 times 1000 bytes that are kept, and a comment that isn't.
    builder.segments =
      JPEGBuilder.segment(0xfe, [UInt8](repeating: 1, count: 5000))
      + (0..<3).flatMap { _ in JPEGBuilder.segment(0xe1, [UInt8](repeating: 1, count: 1000)) }
    #expect(throws: Never.self) { try read(builder.bytes) { $0.maxMetadata = 3000 } }
    let error = #expect(throws: CodecError.self) { try read(builder.bytes) { $0.maxMetadata = 2999 } }
    #expect(
      error?.reason == "too-much-metadata" && error?.details == ["format": "jpeg", "found": 3000, "limit": 2999])
    #expect(error?.remedy == .raiseLimit(.maxMetadata))
  }

  @Test func aProfileThatInflatesToMuchMoreIsRefused() throws {
    var builder = PNGBuilder(width: 2, height: 2, bitDepth: 8, colorType: 2) { _, _, _ in 7 }
    // A header that declares this length, and as many bytes after it.
    let profile = bigEndian(100_000) + [UInt8](repeating: 0, count: 99_996)
    builder.chunksBefore = PNGBuilder.chunk("iCCP", Array("ICC\0\0".utf8) + PNGBuilder.zlib(profile))
    #expect(throws: Never.self) { try read(builder.bytes) { $0.maxMetadata = 101_000 } }
    let error = #expect(throws: CodecError.self) { try read(builder.bytes) { $0.maxMetadata = 99_999 } }
    #expect(error?.reason == "too-much-metadata" && error?.details == ["format": "png", "limit": 99_999])
  }

  @Test func aJPEGsScansAreLimited() throws {
    let block = { (_: Int, _: Int) in 128 }
    var builder = JPEGBuilder(
      width: 16, height: 16,
      components: [.init(id: 1, value: block), .init(id: 2, value: block), .init(id: 3, value: block)])
    (builder.frameType, builder.scans) = (0xc2, [[0], [1], [2]])
    #expect(throws: Never.self) { try read(builder.bytes) { $0.maxScans = 3 } }
    let error = #expect(throws: CodecError.self) { try read(builder.bytes) { $0.maxScans = 2 } }
    #expect(error?.reason == "too-many-scans" && error?.details == ["limit": 2])
    #expect(error?.remedy == .raiseLimit(.maxScans))
  }

  @Test func readingEndsAtTheTimeLimit() throws {
    let jpeg = JPEGBuilder(width: 8, height: 8, components: [.init(id: 1) { _, _ in 128 }]).bytes
    let png = PNGBuilder(width: 2, height: 2, bitDepth: 8, colorType: 2) { _, _, _ in 7 }.bytes
    let bmp = BMPBuilder(bits: 24).bytes
    let gif = GIFBuilder([.init { _, _ in 0 }], palette: [[0, 0, 0]]).bytes
    let psd = PSDBuilder(mode: 1, channels: 1) { _, _, _ in 0 }.bytes
    for file in [jpeg, png, bmp, gif, psd] {
      #expect(throws: Never.self) { try read(file) { $0.timeLimit = TimeLimit(seconds: 1000) } }
      let error = #expect(throws: CodecError.self) { try read(file) { $0.timeLimit = TimeLimit(seconds: -1) } }
      #expect(error?.reason == "took-too-long" && error?.remedy == .raiseLimit(.maxSeconds))
    }
  }

  @Test func memoryIsPredictedFromTheHeader() throws {
    // 1 + 1/4 + 1/4 coefficients of two bytes per pixel of 4:2:0, with sides padded to 16.
    let block = { (_: Int, _: Int) in 128 }
    var builder = JPEGBuilder(
      width: 1000, height: 700,
      components: [
        .init(id: 1, horizontal: 2, vertical: 2, value: block), .init(id: 2, value: block),
        .init(id: 3, value: block),
      ])
    let rowByRow = ImageCodec.decodingMemory(for: try ImageCodec.probe(EncodedImage(builder.bytes)))
    #expect(rowByRow < 1_000_000)
    builder.frameType = 0xc2
    builder.scans = [[0], [1], [2]]
    let whole = ImageCodec.decodingMemory(for: try ImageCodec.probe(EncodedImage(builder.bytes)))
    #expect(whole - rowByRow == 1008 * 704 * 2 * 3 / 2)

    var png = PNGBuilder(width: 1000, height: 70, bitDepth: 8, colorType: 0) { _, _, _ in 0 }
    let straight = ImageCodec.decodingMemory(for: try ImageCodec.probe(EncodedImage(png.bytes)), spareMemory: 0)
    png.isInterlaced = true
    let interlaced = ImageCodec.decodingMemory(for: try ImageCodec.probe(EncodedImage(png.bytes)))
    // Rows of 4000 bytes, padded to a multiple of 64; then of 8000, which is one.
    #expect(interlaced - straight == 4032 * 70)
    png.bitDepth = 16
    let deep = ImageCodec.decodingMemory(for: try ImageCodec.probe(EncodedImage(png.bytes)))
    #expect(deep - straight == 8000 * 70)
  }
}
