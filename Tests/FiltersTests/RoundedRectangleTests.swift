import Filters
import Parameters
import PixelCore
import Testing

/// The reference sums lines in float64: the part of each line inside a rectangle with quarter circles as corners.
@Suite struct RoundedRectangleTests {
  /// The covered part of each pixel in row `y` of such a rectangle.
  private func shares(
    _ left: Double, _ top: Double, _ right: Double, _ bottom: Double, radius: Double, width: Int, row y: Int
  ) -> [Double] {
    let lines = 1000
    var shares = [Double](repeating: 0, count: width)
    for line in 0..<lines {
      let height = Double(y) + (Double(line) + 0.5) / Double(lines)
      guard height > top, height < bottom else { continue }
      let beyond = max(top + radius - height, height - (bottom - radius), 0)
      let cut = radius - (radius * radius - beyond * beyond).squareRoot()
      for x in 0..<width {
        let length = min(right - cut, Double(x + 1)) - max(left + cut, Double(x))
        shares[x] += max(0, length) / Double(lines)
      }
    }
    return shares
  }

  private func image(_ rectangle: RoundedRectangle) throws -> Image {
    try rectangle.makeImage(in: .encodedPremultiplied, RenderContext())
  }

  @Test(arguments: [0.0, 0.7, 4, 9.5, 12, 300], [1.0, 1.5, 2.25])
  func theFillIsItsArea(radius: Double, scale: Double) throws {
    let image = try image(
      RoundedRectangle(
        size: PixelSize(width: 37, height: 24), radius: .pixels(radius), fill: .white, inset: 1.3, scale: scale))
    let (width, height) = (Double(image.size.width), Double(image.size.height))
    let used = min(radius * scale, (width - 2.6) / 2, (height - 2.6) / 2)
    for y in 0..<image.size.height {
      let expected = shares(1.3, 1.3, width - 1.3, height - 1.3, radius: used, width: image.size.width, row: y)
      for (pixel, share) in zip(image.pixels[y], expected) {
        #expect(abs(Double(pixel.channels[3]) / 255 - share) <= 1 / 255.0)
      }
    }
  }

  @Test(arguments: [0.0, 2, 7], [1.0, 3.5, 8])
  func theLineStraddlesThePath(radius: Double, lineWidth: Double) throws {
    let image = try image(
      RoundedRectangle(
        size: PixelSize(width: 30, height: 26), radius: .pixels(radius), fill: .transparent, stroke: .white,
        lineWidth: lineWidth))
    let half = lineWidth / 2
    for y in 0..<26 {
      let outer = shares(0, 0, 30, 26, radius: radius == 0 ? 0 : radius + half, width: 30, row: y)
      let inner = shares(
        lineWidth, lineWidth, 30 - lineWidth, 26 - lineWidth, radius: max(0, radius - half), width: 30, row: y)
      for (pixel, share) in zip(image.pixels[y], zip(outer, inner).map { $0 - $1 }) {
        #expect(abs(Double(pixel.channels[3]) / 255 - share) <= 1 / 255.0)
      }
    }
  }

  @Test func withoutAnInsetTheShapeFillsTheCanvas() throws {
    let plain = try image(RoundedRectangle(size: PixelSize(width: 8, height: 6), fill: .white))
    #expect(plain.pixels.allSatisfy { $0.allSatisfy { $0 == Color.white.word } })
    let lined = try image(
      RoundedRectangle(
        size: PixelSize(width: 8, height: 6), fill: .white, stroke: Color(css: "#204060")!, lineWidth: 1, scale: 2))
    #expect(lined.size == PixelSize(width: 16, height: 12))
    #expect(lined.pixels[0][0] == Color(css: "#204060")!.word)
    #expect(lined.pixels[1][1] == Color(css: "#204060")!.word)
    #expect(lined.pixels[2][2] == Color.white.word)
  }

  @Test(arguments: PixelFormat.working.filter { $0.alpha == .premultiplied })
  func isDrawnInEveryWorkingFormat(format: PixelFormat) throws {
    let image = try RoundedRectangle(
      size: PixelSize(width: 9, height: 7), radius: 3, fill: Color(css: "#ff800080")!
    ).makeImage(in: format, RenderContext())
    let largest = Double(format.depth.largest)
    let middle = image.channels[(3 * 9 + 4) * 4..<(3 * 9 + 5) * 4].map { Double($0) / largest }
    let alpha = 128 / 255.0
    // 128 is 0.2158605 of linear light.
    let green = format.transfer == .encoded ? 128 / 255.0 : 0.2158605
    for (value, expected) in zip(middle, [alpha, alpha * green, 0, alpha]) {
      #expect(abs(value - expected) <= 1 / largest)
    }
    #expect(image.channels[3] == 0 || image.channels[3] < format.depth.largest / 3)
  }

  @Test func aFrameIsDrawnOnThePhoto() throws {
    let photo = ImageShape(size: PixelSize(width: 20, height: 20), format: .encodedOpaque).pixels(of: .black)
    let rectangle = RoundedRectangle(
      frame: PixelRect(origin: PixelPoint(x: 4, y: 2), size: PixelSize(width: 6, height: 5)), radius: 2, fill: .white)
    let image = try render(rectangle, photo, format: .encodedOpaque)
    #expect(image.pixels[4][4] == Color.white.word && image.pixels[4][9] == Color.white.word)
    #expect(image.pixels[4][3] == Color.black.word && image.pixels[7][6] == Color.black.word)
    // Corner pixels are partly covered.
    #expect(image.pixels[2][4] != Color.white.word && image.pixels[2][4] != Color.black.word)
  }

  @Test(
    arguments: [
      (nil, "neither is given"), (["size": [6, 6], "frame": [0, 0, 6, 6]], "both are given"),
      (["size": [6, 6], "radius": -1], "`radius` is -1; it must be a number from 0 to 16384"),
    ] as [(Value?, String)])
  func aSizeAndAFrameExcludeEachOther(parameters: Value?, words: String) throws {
    let error = try #require(throws: FilterError.self) { try RoundedRectangle(parameters: parameters ?? Value(.null)) }
    #expect(error.message.contains(words))
  }
}
