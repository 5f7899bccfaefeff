import PixelKernels
import TestSupport
import Testing

@Suite struct PalettePictureTests {
  private func reduced(_ pixels: [UInt32], width: Int, colors: Int, dither: Double = 0.5) -> PalettePicture {
    pixels.withUnsafeBufferPointer { PalettePicture($0, width: width, colors: colors, dither: dither) }
  }

  private func mapped(_ picture: PalettePicture) -> [UInt32] { picture.indices.map { picture.palette[Int($0)] } }

  private func grey(_ level: Int, alpha: Int = 255) -> UInt32 {
    UInt32(alpha) << 24 | UInt32(level) * 0x01_0101
  }

  @Test(arguments: [2, 3, 16, 255, 256]) func aPictureOfFewColorsKeepsThem(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    var colors: Set<UInt32> = [0]
    while colors.count < count {
      let color = UInt32.random(in: 0 ... .max, using: &random)
      if color >> 24 > 0 { colors.insert(color) }
    }
    let sorted = colors.sorted()
    let pixels = sorted + (0..<40 * 256 - count).map { _ in sorted.randomElement(using: &random)! }
    let picture = reduced(pixels, width: 40, colors: count)
    #expect(picture.palette == sorted && mapped(picture) == pixels)
  }

  @Test(arguments: [2, 17, 256]) func aPictureOfManyColorsGetsAtMostSoMany(count: Int) {
    var random = SeededGenerator(seed: 5)
    let pixels = (0..<200 * 200).map { _ in UInt32.random(in: 0 ... .max, using: &random) }
    let picture = reduced(pixels, width: 200, colors: count)
    #expect(picture.palette.count <= count && picture.palette == Set(picture.palette).sorted())
    #expect(picture.indices.count == pixels.count && picture.indices.allSatisfy { $0 < picture.palette.count })
  }

  /// A product of 10,000 colours in front of a backdrop.
  @Test(arguments: [0xffff_ffff, 0xff38_f0fa, 0] as [UInt32]) func aBackdropKeepsItsExactColor(backdrop: UInt32) {
    var random = SeededGenerator(seed: 11)
    let pixels = (0..<200 * 200).map { place in
      (50..<150).contains(place % 200) && (50..<150).contains(place / 200)
        ? UInt32.random(in: 0...0xff_ffff, using: &random) | 0xff00_0000 : backdrop
    }
    let picture = reduced(pixels, width: 200, colors: 32, dither: 1)
    #expect(zip(mapped(picture), pixels).allSatisfy { found, pixel in pixel != backdrop || found == backdrop })
  }

  /// Product and edge have the same colours, and differ in alpha only.
  @Test func opaquePixelsStayOpaque() {
    let pixels = (0..<256 * 64).map { place in
      grey(place % 256, alpha: place / 256 < 32 ? 255 : 255 - place / 256)
    }
    let picture = reduced(pixels, width: 256, colors: 8)
    for (found, pixel) in zip(mapped(picture), pixels) where pixel >> 24 == 255 { #expect(found >> 24 == 255) }
  }

  /// The grey levels between two colours are their mixture, as seen from far away.
  @Test func ditheringKeepsTheMeanOfAnArea() {
    let pixels = (0..<256 * 64).map { place in grey(place % 256) }
    func worst(dither: Double) -> Int {
      let picture = reduced(pixels, width: 256, colors: 2, dither: dither)
      let found = mapped(picture)
      let (dark, bright) = (Int(picture.palette[0] & 255), Int(picture.palette[1] & 255))
      // Areas of 16 × 64 pixels between the two colours.
      let areas = (0..<16).filter { 16 * $0 > dark + 16 && 16 * $0 + 15 < bright - 16 }
      #expect(areas.count >= 4)
      return areas.map { area in
        let places = pixels.indices.filter { $0 % 256 / 16 == area }
        let difference = places.reduce(0) { $0 + Int(found[$1] & 255) - Int(pixels[$1] & 255) }
        return abs(difference) / places.count
      }.max()!
    }
    #expect(worst(dither: 1) <= 3 && worst(dither: 0) > 30)
  }

  @Test func undiffusedPixelsGetTheNearestColor() {
    var random = SeededGenerator(seed: 21)
    for count in [2, 7, 8, 9, 200, 256] {
      let palette = (0..<count).map { _ in color(&random) }
      let search = PaletteSearch(palette)
      for _ in 0..<500 {
        let color = color(&random)
        let index = search.nearest(to: color, guess: Int.random(in: 0..<count, using: &random))
        #expect(distance(color, palette[index]) == palette.map { distance(color, $0) }.min())
      }
    }
  }

  /// An opaque or a translucent colour.
  private func color(_ random: inout SeededGenerator) -> PaletteColor {
    PaletteColor(UInt32.random(in: 0 ... .max, using: &random) | (Bool.random(using: &random) ? 0xff00_0000 : 0))
  }

  /// The formula in the comment of `PaletteSearch`, in halves of a level.
  private func distance(_ a: PaletteColor, _ b: PaletteColor) -> Int {
    let differences = (0..<4).map { Int((a.channels[$0] + 4) / 8) - Int((b.channels[$0] + 4) / 8) }
    let sum = (0..<3).reduce(0) { sum, channel in
      let (black, white) = (differences[channel], differences[channel] - differences[3])
      return sum + [2, 4, 3][channel] * max(black * black, white * white)
    }
    return (a.channels[3] == 4080) == (b.channels[3] == 4080) ? sum : sum + 1 << 22
  }

  @Test func countsDoNotDependOnTheOrderOfPixels() {
    var random = SeededGenerator(seed: 31)
    var pixels = (0..<120_000).map { _ in UInt32.random(in: 0 ... .max, using: &random) }
    func counted() -> [[Int]] {
      var counts = ColorCounts()
      for pixel in pixels { counts.add(pixel) }
      #expect(counts.colors == nil && counts.entries.count <= ColorCounts.limit)
      #expect(counts.entries.reduce(0) { $0 + $1.count } == pixels.count)
      return counts.entries.map { [$0.count, $0.sum[0], $0.sum[1], $0.sum[2], $0.sum[3]] }
        .sorted { $0.lexicographicallyPrecedes($1) }
    }
    let first = counted()
    pixels.shuffle(using: &random)
    #expect(counted() == first)
  }
}
