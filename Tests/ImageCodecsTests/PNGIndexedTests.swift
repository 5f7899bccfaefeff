import ImageCodecs
import PixelCore
import TestSupport
import Testing

/// PNGs with a palette, read by `ReferencePNG`.
@Suite struct PNGIndexedTests {
  /// A picture with exactly `count` colours, in a pseudorandom order.
  private func picture(width: Int, colors count: Int, isOpaque: Bool) -> Picture {
    var random = SeededGenerator(seed: UInt64(width * 1000 + count))
    // Different reds, so all colours differ.
    let colors = (0..<count).map { red -> [UInt16] in
      let (green, blue) = (UInt16.random(in: 0...255, using: &random), UInt16.random(in: 0...255, using: &random))
      return [UInt16(red), green, blue, isOpaque || red % 3 == 0 ? 255 : UInt16.random(in: 1...254, using: &random)]
    }
    var places = Array(0..<count)
    return Picture(width: width, height: 300) { x, y in
      let place = y * width + x
      if place % count == 0 { places.shuffle(using: &random) }
      return colors[places[place % count]]
    }
  }

  private func chunk(_ type: String, in file: [UInt8]) -> PNGChunks.Chunk? {
    PNGChunks(EncodedImage(file)).first { $0.isOf(type) }
  }

  /// PNG, third edition, 11.2.1 and 7.2: 1, 2, 4 or 8 bits a pixel, from the high bits down.
  @Test(
    arguments: [
      (colors: 2, bits: 1), (colors: 3, bits: 2), (colors: 4, bits: 2), (colors: 5, bits: 4), (colors: 16, bits: 4),
      (colors: 17, bits: 8), (colors: 256, bits: 8),
    ], [1, 2, 7, 8, 9])
  func fewColorsAreStoredExactly(count: (colors: Int, bits: Int), width: Int) throws {
    for isOpaque in [true, false] {
      let picture = picture(width: width, colors: count.colors, isOpaque: isOpaque)
      let file = try picture.encoded(.png(colors: 256), alpha: isOpaque ? .opaque : .straight)
      #expect(try ReferencePNG.decode(file) == picture)
      #expect(Array(file[24...25]) == [UInt8(count.bits), 3], "bit depth and colour type in IHDR")
      #expect((chunk("tRNS", in: file) == nil) == isOpaque)
    }
  }

  @Test func manyColorsBecomeAtMostSoMany() throws {
    let smooth = Picture(width: 120, height: 90) { x, y in [UInt16(2 * x), UInt16(2 * y), UInt16(255 - x - y), 255] }
    for colors in [2, 20, 256] {
      let decoded = try ReferencePNG.decode(smooth.encoded(.png(colors: colors)))
      #expect(Set((0..<120 * 90).map { decoded[$0 % 120, $0 / 120] }).count <= colors)
      if colors == 256 { #expect(decoded.psnr(to: smooth) > 32) }
    }
  }

  @Test func ditheringChangesTheFile() throws {
    let smooth = Picture(width: 120, height: 90) { x, y in [UInt16(2 * x), UInt16(2 * y), UInt16(255 - x - y), 255] }
    let files = try [0, 0.5, 1].map { try smooth.encoded(.png(colors: 16, dither: $0)) }
    #expect(Set(files).count == 3 && files[0].count < files[2].count)
  }

  @Test func memoryIncludesThePixelsAndTheirIndices() {
    let shape = ImageShape(size: PixelSize(width: 4000, height: 3000), format: .encodedOpaque)
    let memory = ImageCodec.encodingMemory(for: shape, coding: .png(colors: 16))
    #expect((6 * 12_000_000...8 * 12_000_000 + (16 << 20)).contains(memory))
  }

  @Test(arguments: [1, 257]) func otherNumbersOfColorsAreRefused(colors: Int) {
    let picture = Picture(width: 1, height: 1) { _, _ in [0, 0, 0, 255] }
    let error = #expect(throws: CodecError.self) { try picture.encoded(.png(colors: colors)) }
    #expect(error?.message.contains("a whole number from 2 to 256") == true, "\(error?.message ?? "none")")
  }
}
