import PixelCore
import PixelKernels
import Testing

/// Pixels converted from and to arrays.
@Suite struct ImagePixelsTests {
  private let two = PixelSize(width: 2, height: 1)

  /// Two rows of three pixels: rows are padded in memory, but not in arrays.
  @Test(arguments: [PixelFormat.Alpha.straight, .premultiplied])
  func anArrayRoundTrips(alpha: PixelFormat.Alpha) throws {
    let pixels: [UInt8] = [
      1, 2, 3, 200, 4, 5, 6, 201, 7, 8, 9, 202,
      10, 11, 12, 203, 13, 14, 15, 204, 16, 17, 18, 205,
    ]
    let format = PixelFormat.encodedStraight.with(alpha: alpha)
    let image = try Image(pixels: pixels, size: PixelSize(width: 3, height: 2), format: format)
    #expect(image.shape.format == format)
    #expect(image.pixels == pixels)
  }

  @Test func sixteenBitChannelsAreRoundedAndEightBitChannelsWidened() throws {
    // 128 of 255 is 32896 of 65535; values within 128 of 32896 round to it.
    let deep = try Image(pixels: [0, 65535, 33024, 65535, 32767, 1, 2, 3] as [UInt16], size: two)
    #expect(deep.pixels == [0, 255, 128, 255, 127, 0, 0, 0])
    #expect(deep.pixels16 == [0, 65535, 33024, 65535, 32767, 1, 2, 3])
    let shallow = try Image(pixels: [0, 1, 128, 255, 255, 254, 3, 2] as [UInt8], size: two)
    #expect(shallow.pixels16 == [0, 257, 32896, 65535, 65535, 65278, 771, 514])
  }

  /// Half of 200 is 100 (200 · 128 / 255 = 100.4). Transparent straight pixels lose their colour.
  @Test func anImageIsConvertedToAnotherFormat() throws {
    let straight = try Image(pixels: [200, 100, 0, 128, 255, 255, 255, 255] as [UInt8], size: two)
    #expect(try straight.converted(to: .encodedPremultiplied).pixels == [100, 50, 0, 128, 255, 255, 255, 255])
    #expect(try straight.converted(to: .encodedStraight) === straight)
    // Half of the light is 188 in encoded sRGB.
    let linear = PixelFormat(depth: .sixteen, transfer: .linear, alpha: .opaque)
    let half = try Image(
      pixels: [32768, 32768, 0, 65535] as [UInt16], size: PixelSize(width: 1, height: 1), format: linear)
    #expect(try half.converted(to: .encodedOpaque).pixels == [188, 188, 0, 255])
    #expect(throws: PixelsError.hasAlpha) { try straight.converted(to: .encodedOpaque) }
  }

  @Test func anArrayOfTheWrongLengthIsRefused() throws {
    let short = #expect(throws: PixelsError.self) { try Image(pixels: [1, 2, 3] as [UInt8], size: two) }
    #expect(short?.message.contains("has 3 values") == true && short?.message.contains("8") == true)
    for size in [PixelSize(width: 0, height: 4), PixelSize(width: -2, height: -1)] {
      #expect(throws: PixelsError.noPixels(size: size)) { try Image(pixels: [] as [UInt8], size: size) }
    }
    for size in [PixelSize(width: .max, height: .max), PixelSize(width: .max / 4, height: 1)] {
      #expect(throws: PixelsError.self) { try Image(pixels: [1, 2, 3, 4] as [UInt8], size: size) }
    }
    #expect(throws: PixelsError.wrongPixelDepth(found: .sixteen, format: .eight)) {
      try Image(pixels: [UInt16](repeating: 9, count: 8), size: two, format: .encodedStraight)
    }
    let opaque = #expect(throws: PixelsError.self) {
      try Image(pixels: [1, 2, 3, 255, 1, 2, 3, 254] as [UInt8], size: two, format: .encodedOpaque)
    }
    #expect(opaque?.message.contains("(1, 0) has alpha 254") == true)
    let above = #expect(throws: PixelsError.self) {
      try Image(pixels: [1, 2, 3, 3, 0, 0, 9, 8] as [UInt8], size: two, format: .encodedPremultiplied)
    }
    #expect(above?.message.contains("(1, 0) is [0, 0, 9, 8]") == true)
  }
}
