import Golden
import PixelCore
import Testing

@Suite("Measures")
struct MeasureTests {
  /// The distance of two colours in OKLab from the coordinates that CSS Color 4 gives for them.
  @Test(
    "Distances are OKLab's",
    arguments: [
      // White is (1, 0, 0), black (0, 0, 0).
      ([255, 255, 255, 255], [0, 0, 0, 255], 100.0),
      // sRGB's red is (0.62796, 0.22486, 0.12585), its lime (0.86644, −0.23389, 0.17950).
      ([255, 0, 0, 255], [255, 255, 255, 255], 45.256),
      ([255, 0, 0, 255], [0, 255, 0, 255], 51.980),
      // Half of black over white is the grey of 128, (0.59987, 0, 0), over black it is nothing.
      ([0, 0, 0, 0], [0, 0, 0, 127], 40.013),
    ] as [(Drawing.Pixel, Drawing.Pixel, Double)])
  func perceptual(one: Drawing.Pixel, other: Drawing.Pixel, distance: Double) throws {
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
    "The similarity of a window is the formula's", arguments: [(8, 8), (5, 3), (1, 1), (23, 17), (16, 4), (100, 90)])
  func structure(width: Int, height: Int) throws {
    let size = PixelSize(width: width, height: height)
    let changed = { (x: Int, y: Int) in Drawing.photo(x, y) &+ (Drawing.noise(x, y) % 3 == 0 ? [30, 20, 9, 0] : .zero) }
    let result = try compare(size: size, by: Tolerance(.structure(0.5)), Drawing.photo, changed)

    func luma(_ pixel: Drawing.Pixel) -> Double {
      Double((77 * Int(pixel.x) + 150 * Int(pixel.y) + 29 * Int(pixel.z) + 128) >> 8)
    }
    var values: [Double] = []
    let tops = height <= 4 ? [0] : Array(stride(from: 0, to: (height + 3) / 4 * 4 - 4, by: 4))
    let lefts = width <= 4 ? [0] : Array(stride(from: 0, to: (width + 3) / 4 * 4 - 4, by: 4))
    for top in tops {
      for left in lefts {
        var pairs: [(Double, Double)] = []
        for y in top..<min(top + 8, height) {
          for x in left..<min(left + 8, width) { pairs.append((luma(Drawing.photo(x, y)), luma(changed(x, y)))) }
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
    #expect(abs(result.similarity!.lowest - min(1, values.min()!)) < 1e-9)
    #expect(abs(result.similarity!.mean - values.reduce(0, +) / Double(values.count)) < 1e-9)
  }

  @Test("Pixels of windows that are too little alike are the different ones")
  func unlikePixels() throws {
    let result = try compare(size: PixelSize(width: 80, height: 80), by: Tolerance(.structure(0.9)), Drawing.photo) {
      x, y in
      // Faint everywhere, and a patch that is turned to its opposite.
      let pixel = Drawing.photo(x, y)
      return 40..<48 ~= x && 40..<48 ~= y ? [255, 255, 255, 510] &- pixel : pixel &+ [1, 0, 0, 0]
    }
    #expect(result.changed == 6400)
    #expect(result.different >= 64 && result.different <= 16 * 16)
    #expect(result.damageCount == 1)
    #expect(result.similarity!.lowest < 0.5)
    #expect(result.similarity!.mean > 0.95)
  }
}
