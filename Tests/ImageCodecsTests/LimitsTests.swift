import ImageCodecs
import PixelCore
import Testing

@Suite struct LimitsTests {
  private func png(_ width: Int, _ height: Int) -> EncodedImage {
    // The header and the start of the picture: all that a probe looks at.
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
          == "the picture has 60000 × 50000 = 3000000000 pixels; the limit is 268435456, and --max-pixels raises it")
    }
  }

  @Test func theLimitItselfIsAllowed() {
    let file = jpeg(200, 100, frameType: 0xc0)
    #expect(throws: Never.self) { try ImageCodec.probe(file, limits: DecodeLimits(maxPixels: 20_000)) }
    #expect(throws: CodecError.self) { try ImageCodec.probe(file, limits: DecodeLimits(maxPixels: 19_999)) }
  }

  @Test func aSideMayBeAMillionPixels() {
    #expect(throws: Never.self) { try ImageCodec.probe(png(1_000_000, 1)) }
    #expect(throws: CodecError.self) { try ImageCodec.probe(png(1_000_001, 1)) }
  }

  @Test func aChunkThatUnpacksToMuchMoreIsSkipped() throws {
    var builder = PNGBuilder(width: 2, height: 2, bitDepth: 8, colorType: 2) { _, _, _ in 7 }
    let text = PNGBuilder.zlib([UInt8](repeating: 0, count: 100_000))
    builder.chunksBefore = PNGBuilder.chunk("zTXt", Array("Comment\0\0".utf8) + text)
    #expect(try Picture(decoding: builder.bytes)[1, 1] == [7, 7, 7, 255])
  }

  @Test func memoryIsPredictedFromTheHeader() throws {
    // 1 + 1/4 + 1/4 coefficients of two bytes for each pixel of 4:2:0, sides filled up to 16.
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
    // Rows of 4000 bytes, filled up to a multiple of 64; then of 8000, which is one.
    #expect(interlaced - straight == 4032 * 70)
    png.bitDepth = 16
    let deep = ImageCodec.decodingMemory(for: try ImageCodec.probe(EncodedImage(png.bytes)))
    #expect(deep - straight == 8000 * 70)
  }
}
