import Foundation
import Golden
import ImageCodecs
import PixelCore
import Testing

@Suite struct DifferencePictureTests {
  /// The picture's pixels as red, green and blue.
  private func picture(
    _ expected: Drawing, _ actual: Drawing, _ tolerance: Tolerance = Tolerance(),
    area: ComparisonArea = ComparisonArea()
  ) throws -> [[[UInt8]]] {
    var bytes: [UInt8] = []
    let picture = DifferencePicture { bytes += $0 }
    _ = try Comparison.compare(expected, actual, tolerance: tolerance, area: area, picture: picture)
    let reader = try ImageCodec.makeReader(bytes: EncodedImage(bytes))
    let size = reader.shape.size
    var rows = PixelBuffer(shape: reader.shape)
    #expect(try reader.read(rows: size.height, into: rows.mutableRow(0), stride: rows.stride) == size.height)
    return (0..<size.height).map { y in
      (0..<size.width).map { x in (0..<3).map { rows.row(y).load(fromByteOffset: 4 * x + $0, as: UInt8.self) } }
    }
  }

  private let ramp: [[UInt8]] = [
    [0xFF, 0x91, 0xAC], [0xFC, 0x43, 0x72], [0xD3, 0x02, 0x3A], [0x94, 0x01, 0x1B], [0x58, 0x01, 0x06],
  ]
  private let darkestRed: [UInt8] = [0x58, 0x01, 0x06]
  private let yellow: [UInt8] = [0xFF, 0xE0, 0x66]
  private let blue: [UInt8] = [0xA9, 0xC4, 0xE0]
  private let violet: [UInt8] = [0x8E, 0x3F, 0xF0]

  @Test(arguments: [5, 6])
  func theExpectedPictureIsPaleAndEachDifferenceIsColored(width: Int) throws {
    let size = PixelSize(width: width, height: 2)
    // Black, a middle grey and white, then changes by 200, by 1, and an ignored one.
    let levels: [UInt16] = [0, 128, 255, 50, 50, 50]
    let changes: [UInt16] = [0, 0, 0, 200, 1, 9]
    let ignored = PixelRect(origin: PixelPoint(x: 5, y: 0), size: PixelSize(width: 1, height: 2))
    let pixels = try picture(
      Drawing(size) { x, _ in [levels[x], levels[x], levels[x], 255] },
      Drawing(size) { x, _ in [levels[x] + changes[x], levels[x], levels[x], 255] }, Tolerance(.channels(1)),
      area: ComparisonArea(ignoring: [ignored]))
    #expect(pixels[0] == pixels[1])
    #expect(pixels[0].count == width)
    #expect(pixels[0][0] == [155, 155, 155])
    #expect(pixels[0][1] == [205, 205, 205])
    #expect(pixels[0][2] == [255, 255, 255])
    #expect(pixels[0][3] == darkestRed)
    #expect(pixels[0][4] == yellow)
    if width > 5 { #expect(pixels[0][5] == blue) }
  }

  @Test func largerDifferencesAreDarkerInEvenSteps() throws {
    let levels: [UInt16] = [1, 3, 4, 9, 10, 24, 25, 63, 64, 255]
    let size = PixelSize(width: levels.count, height: 1)
    let pixels = try picture(
      Drawing(size) { _, _ in [0, 0, 0, 255] }, Drawing(size) { x, _ in [levels[x], 0, 0, 255] })[0]
    for step in stride(from: 0, to: levels.count, by: 2) { #expect(pixels[step] == pixels[step + 1]) }
    let lightness = stride(from: 0, to: levels.count, by: 2).map { okLightness(pixels[$0]) }
    let falls = zip(lightness, lightness.dropFirst()).map { $0 - $1 }
    #expect(falls.allSatisfy { (0.10...0.15).contains($0) }, "\(lightness)")

    // 16 bits: a little over three levels of 255, and four.
    let deep: [UInt16] = [4 * 257 - 1, 4 * 257]
    let two = PixelSize(width: 2, height: 1)
    let deepPixels = try picture(
      Drawing(two, depth: .sixteen) { _, _ in [0, 0, 0, 65_535] },
      Drawing(two, depth: .sixteen) { x, _ in [deep[x], 0, 0, 65_535] })[0]
    #expect(deepPixels == [pixels[0], pixels[2]])
  }

  @Test(arguments: [1, 2, 10])
  func levelsAreShownAsMultiplesOfTheTolerance(allowed: Int) throws {
    // Except for the first, each is one past the end of a step, then the end itself.
    let multiples: [(levels: Int, step: Int)] = [
      (allowed + 1, 0), (2 * allowed, 0), (2 * allowed + 1, 1), (4 * allowed, 1), (4 * allowed + 1, 2),
      (8 * allowed, 2),
      (8 * allowed + 1, 3), (16 * allowed, 3), (16 * allowed + 1, 4), (255, 4),
    ]
    let size = PixelSize(width: multiples.count, height: 1)
    for depth in [PixelFormat.Depth.eight, .sixteen] {
      let unit: UInt16 = depth == .eight ? 1 : 257
      let top: UInt16 = depth == .eight ? 255 : 65_535
      let pixels = try picture(
        Drawing(size, depth: depth) { _, _ in [0, 0, 0, top] },
        Drawing(size, depth: depth) { x, _ in [UInt16(multiples[x].levels) * unit, 0, 0, top] },
        Tolerance(.channels(Double(allowed))))[0]
      #expect(pixels == multiples.map { ramp[$0.step] })
    }
  }

  @Test func distancesAreShownAsMultiplesOfTheTolerance() throws {
    // Greys have no hue, so their distance from black is their lightness.
    let greys: [UInt16] = [2, 34, 64, 128, 255]
    let distances = greys.map { 100 * okLightness([UInt8($0), UInt8($0), UInt8($0)]) }
    let size = PixelSize(width: greys.count, height: 1)
    for allowed in [2.0, 5, 8] {
      let pixels = try picture(
        Drawing(size) { _, _ in [0, 0, 0, 255] }, Drawing(size) { x, _ in [greys[x], greys[x], greys[x], 255] },
        Tolerance(.perceptual(allowed)))[0]
      let steps = distances.map { distance in [2.0, 4, 8, 16].filter { $0 * allowed < distance }.count }
      #expect(pixels == steps.map { ramp[$0] }, "\(distances) of \(allowed)")
    }
  }

  @Test func structureIsShownAsMultiplesOfTheTolerance() throws {
    // Black and white columns against white and black ones: only the windows' means are alike, so the similarity is near −1,
    // which is 2 short.
    let size = PixelSize(width: 8, height: 8)
    func columns(_ first: UInt16) -> Drawing {
      Drawing(size) { x, _ in
        let grey = x.isMultiple(of: 2) ? first : 255 - first
        return [grey, grey, grey, 255]
      }
    }
    for (similarity, step) in [(0.0, 0), (0.4, 1), (0.7, 2), (0.8, 3), (0.9, 4)] {
      let pixels = try picture(columns(0), columns(255), Tolerance(.structure(similarity)))
      #expect(pixels.allSatisfy { $0.allSatisfy { $0 == ramp[step] } }, "\(similarity)")
    }
  }

  @Test(
    arguments: [Measure.channels(0), .perceptual(0), .structure(1)])
  func measuresWithoutAToleranceAreShownInLevels(measure: Measure) throws {
    // Blocks far enough apart that no window contains two; between them the pictures are equal.
    let levels: [UInt16] = [3, 4, 10, 25, 64]
    let size = PixelSize(width: 16 * levels.count, height: 8)
    let pixels = try picture(
      Drawing(size) { _, _ in [0, 0, 0, 255] },
      Drawing(size) { x, _ in [x % 16 < 8 ? levels[x / 16] : 0, 0, 0, 255] }, Tolerance(measure))
    #expect(levels.indices.map { pixels[0][16 * $0] } == ramp)
    #expect(DifferenceScale(measure) == .levels)
    #expect(DifferenceScale(measure).steps == ["1–3", "4–9", "10–24", "25–63", "64–255"])
  }

  @Test func aScaleHasATitleWithItsUnit() {
    #expect(DifferenceScale(.exact).title == "Difference of a channel, of 255 levels")
    #expect(DifferenceScale(.channels(1)).title == "Times the allowed 1 level")
    #expect(DifferenceScale(.channels(2.5)).title == "Times the allowed 2.5 levels")
    #expect(DifferenceScale(.perceptual(2)).title == "Times the allowed distance of 2 in OKLab")
    #expect(DifferenceScale(.structure(0.95)).title == "Times the allowed dissimilarity of 0.05")
    #expect(DifferenceScale(.channels(2)).steps == ["up to 2 ×", "2–4 ×", "4–8 ×", "8–16 ×", "over 16 ×"])
  }

  /// OKLab's lightness (Ottosson, 2020) in floating point.
  private func okLightness(_ color: [UInt8]) -> Double {
    let linear = color.map { channel in
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let (red, green, blue) = (linear[0], linear[1], linear[2])
    let long = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    let medium = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    let short = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
  }

  @Test func thePictureCoversBothSizes() throws {
    let pixels = try picture(
      Drawing(PixelSize(width: 3, height: 1)) { _, _ in [255, 255, 255, 255] },
      Drawing(PixelSize(width: 2, height: 2)) { _, _ in [255, 255, 255, 255] })
    #expect(pixels == [[[255, 255, 255], [255, 255, 255], violet], [violet, violet, violet]])
  }

  @Test func straightPixelsAreCompositedOverWhite() throws {
    // An exact comparison has straight pixels: white at half alpha, and red at a tenth.
    let size = PixelSize(width: 2, height: 1)
    func half() -> Drawing {
      Drawing(size, isOpaque: false) { x, _ in x == 0 ? [255, 255, 255, 128] : [255, 0, 0, 26] }
    }
    let pixels = try picture(half(), half())
    #expect(pixels[0][0] == [255, 255, 255])
    #expect(pixels[0][1] == [255, 255, 255] || pixels[0][1] == [238, 238, 238])
  }

  @Test func transparentIsWhiteAnd16BitsBecome8() throws {
    let size = PixelSize(width: 1, height: 1)
    func clear() -> Drawing { Drawing(size, isOpaque: false) { _, _ in [0, 0, 0, 0] } }
    #expect(try picture(clear(), clear()) == [[[255, 255, 255]]])
    func grey() -> Drawing { Drawing(size, depth: .sixteen) { _, _ in [32_896, 32_896, 32_896, 65_535] } }
    #expect(try picture(grey(), grey()) == [[[205, 205, 205]]])
  }
}
