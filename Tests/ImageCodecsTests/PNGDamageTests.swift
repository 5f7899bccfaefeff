import ImageCodecs
import TestSupport
import Testing

/// Damage specific to the format: each file is wrong in one way.
@Suite struct PNGDamageTests {
  private let builder = PNGBuilder(width: 5, height: 4, bitDepth: 8, colorType: 2) { x, y, c in x * 20 + y * 3 + c }

  /// The file with other chunks between its header and its end.
  private func file(_ chunks: [UInt8]...) -> [UInt8] {
    chunks.reduce(builder.beforePicture, +) + PNGBuilder.end
  }

  private func idat(_ data: [UInt8]) -> [UInt8] { PNGBuilder.chunk("IDAT", data) }

  @Test func aWrongChecksumOfPixelsIsRefused() throws {
    var stream = PNGBuilder.zlib(builder.rows)
    stream[stream.count - 1] ^= 1
    expectDamaged(.png, "IDAT: incorrect data check") { try Picture(decoding: file(idat(stream))) }
  }

  @Test func aWrongChecksumOfAChunkIsRefused() throws {
    var chunk = idat(PNGBuilder.zlib(builder.rows))
    chunk[chunk.count - 1] ^= 1
    expectDamaged(.png, "IDAT: CRC error") { try Picture(decoding: file(chunk)) }
  }

  @Test func tooFewRowsAreRefused() throws {
    let stream = PNGBuilder.zlib(builder.rows.dropLast(16))
    expectDamaged(.png, "Not enough image data") { try Picture(decoding: file(idat(stream))) }
  }

  @Test func tooManyRowsAreAWarning() throws {
    let picture = try Picture(decoding: file(idat(PNGBuilder.zlib(builder.rows + builder.rows))))
    #expect(picture.samples == (try Picture(decoding: builder.bytes)).samples)
    #expect(picture.warnings == ["IDAT: Too much image data"])
  }

  @Test func damagedTransparencyIsRefused() throws {
    var transparency = PNGBuilder.chunk("tRNS", [0, 0, 0, 0, 0, 0])
    transparency[transparency.count - 1] ^= 1
    let pixels = idat(PNGBuilder.zlib(builder.rows))
    expectDamaged(.png) { try Picture(decoding: file(transparency, pixels)) }
    expectDamaged(.png) { try Picture(decoding: file(pixels, PNGBuilder.chunk("tRNS", [0, 0, 0, 0, 0, 0]))) }
  }

  @Test func aMissingPaletteIsRefused() throws {
    let file = PNGBuilder(width: 5, height: 4, bitDepth: 8, colorType: 3) { _, _, _ in 0 }.bytes
    expectDamaged(.png) { try Picture(decoding: file) }
  }

  @Test func anUnknownCriticalChunkIsRefused() throws {
    let pixels = idat(PNGBuilder.zlib(builder.rows))
    expectDamaged(.png) { try Picture(decoding: file(PNGBuilder.chunk("XyZz", [1]), pixels)) }
    #expect(throws: Never.self) { try Picture(decoding: file(PNGBuilder.chunk("xyZz", [1]), pixels)) }
  }

  @Test func pixelsCanBeInChunksOfAnySize() throws {
    let stream = PNGBuilder.zlib(builder.rows)
    let pieces = [stream[..<1], stream[1..<1], stream[1..<40], stream[40...]].flatMap { idat(Array($0)) }
    #expect(try Picture(decoding: file(pieces)) == Picture(decoding: builder.bytes))
  }

  @Test(arguments: [
    (0, 4, "Image width is zero in IHDR"), (5, 0, "Image height is zero in IHDR"),
    (-1, 4, "PNG unsigned integer out of range"),
  ])
  func invalidSizesAreRefused(width: Int, height: Int, reason: String) throws {
    let file =
      PNGFormat.signature
      + PNGBuilder.chunk("IHDR", bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0])
      + idat(PNGBuilder.zlib(builder.rows)) + PNGBuilder.end
    expectDamaged(.png, reason) { try Picture(decoding: file) }
  }
}
