import Golden
import PixelCore
import Testing

@Suite struct MeasureTests {
  /// The distance of two colours in OKLab, from the coordinates in CSS Color 4.
  @Test(
    arguments: [
      // White is (1, 0, 0), black (0, 0, 0).
      ([255, 255, 255, 255], [0, 0, 0, 255], 100.0),
      // sRGB's red is (0.62796, 0.22486, 0.12585), its lime (0.86644, −0.23389, 0.17950).
      ([255, 0, 0, 255], [255, 255, 255, 255], 45.256),
      ([255, 0, 0, 255], [0, 255, 0, 255], 51.980),
      // Half-transparent black over white is the grey 128, (0.59987, 0, 0); over black it is black.
      ([0, 0, 0, 0], [0, 0, 0, 127], 40.013),
    ] as [(Drawing.Pixel, Drawing.Pixel, Double)])
  func perceptualDistanceMatchesOKLab(one: Drawing.Pixel, other: Drawing.Pixel, distance: Double) throws {
    let size = PixelSize(width: 3, height: 3)
    for (one, other) in [(one, other), (other, one)] {
      let result = try Comparison.compare(
        Drawing(size, isOpaque: one.w == 255 && other.w == 255) { _, _ in one },
        Drawing(size, isOpaque: one.w == 255 && other.w == 255) { _, _ in other }, tolerance: Tolerance(.perceptual(2)))
      #expect(abs(result.farthest! - distance) < 0.01, "\(result.farthest!)")
      let deep = try Comparison.compare(
        Drawing(size, depth: .sixteen, isOpaque: false) { _, _ in one &* 257 },
        Drawing(size, depth: .sixteen, isOpaque: false) { _, _ in other &* 257 }, tolerance: Tolerance(.perceptual(2)))
      #expect(abs(deep.farthest! - distance) < 0.01, "\(deep.farthest!)")
    }
  }

  @Test(
    arguments: [(8, 8), (5, 3), (1, 1), (23, 17), (16, 4), (100, 90)])
  func structuralSimilarityMatchesTheFormula(width: Int, height: Int) throws {
    let size = PixelSize(width: width, height: height)
    let changed = { (x: Int, y: Int) in Drawing.photo(x, y) &+ (Drawing.noise(x, y) % 3 == 0 ? [30, 20, 9, 0] : .zero) }
    let result = try compare(size: size, by: Tolerance(.structure(0.5)), Drawing.photo, changed)

    let weights = [
      (77.0, 150.0, 29.0, 0.5), (-43, -85, 128, 128), (128, -107, -21, 128),
    ]
    let planes = weights.map { red, green, blue, grey in
      similarities(width, height, Drawing.photo, changed) { pixel in
        ((red * Double(pixel.x) + green * Double(pixel.y) + blue * Double(pixel.z)) / 256 + grey).rounded(.down)
      }
    }
    #expect(abs(result.similarity!.lowest - min(1, planes.joined().min()!)) < 1e-9)
    let means = planes.map { $0.reduce(0, +) / Double($0.count) }
    #expect(abs(result.similarity!.mean - means.min()!) < 1e-9)
  }

  /// The similarity of every window by the formula.
  private func similarities(
    _ width: Int, _ height: Int, _ one: (Int, Int) -> Drawing.Pixel, _ changed: (Int, Int) -> Drawing.Pixel,
    _ value: (Drawing.Pixel) -> Double
  ) -> [Double] {
    var values: [Double] = []
    let tops = height <= 4 ? [0] : Array(stride(from: 0, to: (height + 3) / 4 * 4 - 4, by: 4))
    let lefts = width <= 4 ? [0] : Array(stride(from: 0, to: (width + 3) / 4 * 4 - 4, by: 4))
    for top in tops {
      for left in lefts {
        var pairs: [(Double, Double)] = []
        for y in top..<min(top + 8, height) {
          for x in left..<min(left + 8, width) { pairs.append((value(one(x, y)), value(changed(x, y)))) }
        }
        let count = Double(pairs.count)
        let means = (pairs.map(\.0).reduce(0, +) / count, pairs.map(\.1).reduce(0, +) / count)
        let rest = max(count - 1, 1)
        let variance = pairs.map { ($0.0 - means.0) * ($0.0 - means.0) }.reduce(0, +) / rest
        let other = pairs.map { ($0.1 - means.1) * ($0.1 - means.1) }.reduce(0, +) / rest
        let both = pairs.map { ($0.0 - means.0) * ($0.1 - means.1) }.reduce(0, +) / rest
        let (c1, c2) = (2.55 * 2.55, 7.65 * 7.65)
        values.append(
          (2 * means.0 * means.1 + c1) * (2 * both + c2)
            / ((means.0 * means.0 + means.1 * means.1 + c1) * (variance + other + c2)))
      }
    }
    return values
  }

  @Test(arguments: [true, false])
  func anotherColorOfTheSameBrightnessIsADifference(isOpaque: Bool) throws {
    let size = PixelSize(width: 40, height: 40)
    // 0.299 · 150 is 0.587 · 76.4.
    for (one, other) in [([150, 0, 0, 255], [0, 77, 0, 255]), ([100, 60, 0, 255], [100, 50, 52, 255])]
      as [(Drawing.Pixel, Drawing.Pixel)]
    {
      for depth in [PixelFormat.Depth.eight, .sixteen] {
        let scale: UInt16 = depth == .eight ? 1 : 257
        let result = try Comparison.compare(
          Drawing(size, depth: depth, isOpaque: isOpaque) { _, _ in one &* scale },
          Drawing(size, depth: depth, isOpaque: isOpaque) { x, y in (8..<24 ~= x && 8..<24 ~= y ? other : one) &* scale
          },
          tolerance: Tolerance(.structure(0.95)))
        #expect(!result.isSame && result.similarity!.lowest < 0.95, "\(result.similarity!)")
      }
    }
  }

  @Test func pixelsOfDissimilarWindowsAreMarked() throws {
    let result = try compare(size: PixelSize(width: 80, height: 80), by: Tolerance(.structure(0.9)), Drawing.photo) {
      x, y in
      // A faint change everywhere, and an inverted patch.
      let pixel = Drawing.photo(x, y)
      return 40..<48 ~= x && 40..<48 ~= y ? [255, 255, 255, 510] &- pixel : pixel &+ [1, 0, 0, 0]
    }
    #expect(result.changed == 6400)
    #expect(result.different >= 64 && result.different <= 16 * 16)
    #expect(result.damageCount == 1)
    #expect(result.similarity!.lowest < 0.5)
    #expect(result.similarity!.mean > 0.95)
  }

  @Test(
    arguments: [
      (0.99999, 4, 1, "> 0.9999"), (1, 4, 1, "1"), (1.00001, 4, nil, "1"), (0.00001, 4, 1, "< 0.0001"), (0, 4, 1, "0"),
      (-0.00001, 4, 1, "> -0.0001"), (-0.25, 1, nil, "-0.3"), (0.12345, 4, 1, "0.1235"), (99.9999, 2, 100, "> 99.99"),
      (6.25, 2, 100, "6.25"), (40, 2, nil, "40"), (0.001, 6, nil, "0.001"), (300.5, 0, nil, "301"),
      (0.2, 0, nil, "< 1"),
    ] as [(Double, Int, Int?, String)])
  func numbersAreRoundedToShortText(number: Double, digits: Int, whole: Int?, text: String) {
    #expect(number.short(digits, of: whole) == text)
  }
}
