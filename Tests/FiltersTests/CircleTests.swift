import Filters
import Parameters
import PixelCore
import Testing

/// The reference is an independent integral: each pixel is cut into 2000 lines, and the covered part of each line is summed
/// in float64. All sizes, and ellipses, are in `CircleCoverageTests`.
@Suite struct CircleTests {
  private static let lines = 2000

  /// The covered part of each pixel in row `y` of an ellipse around the canvas's centre.
  private func ellipse(_ canvas: PixelSize, _ a: Double, _ b: Double, row y: Int) -> [Double] {
    shares(canvas, row: y) { height in
      let h = height / b
      return h.magnitude >= 1 ? 0 : a * (1 - h * h).squareRoot()
    }
  }

  private func shares(_ canvas: PixelSize, row y: Int, halfWidth: (Double) -> Double) -> [Double] {
    var shares = [Double](repeating: 0, count: canvas.width)
    let center = Double(canvas.width) / 2
    for line in 0..<Self.lines {
      let height = Double(y) + (Double(line) + 0.5) / Double(Self.lines) - Double(canvas.height) / 2
      let reach = halfWidth(height)
      guard reach > 0 else { continue }
      for x in 0..<canvas.width {
        let length = min(center + reach, Double(x + 1)) - max(center - reach, Double(x))
        shares[x] += max(0, length) / Double(Self.lines)
      }
    }
    return shares
  }

  private func image(_ circle: Circle) throws -> Image {
    try circle.makeImage(in: .encodedPremultiplied, RenderContext())
  }

  @Test(arguments: [1, 2, 3, 8, 31, 64, 65], [1.0, 1.5, 3])
  func theFillOfADiscIsItsArea(size: Int, scale: Double) throws {
    let circle = Circle(
      size: PixelSize(width: size, height: size), fill: .white, stroke: .transparent, lineWidth: 0, inset: 0.25,
      scale: scale)
    let image = try image(circle)
    let radius = Double(image.size.width) / 2 - 0.25
    for y in 0..<image.size.height {
      let expected = ellipse(image.size, radius, radius, row: y)
      for (pixel, share) in zip(image.pixels[y], expected) {
        #expect(abs(Double(pixel.channels[3]) / 255 - share) <= 1 / 255.0)
      }
    }
  }

  @Test(arguments: [5, 24, 47], [0.5, 1, 3, 20])
  func theStrokeOfADiscIsARing(size: Int, lineWidth: Double) throws {
    let circle = Circle(
      size: PixelSize(width: size, height: size), fill: .transparent, stroke: .white, lineWidth: lineWidth, inset: 1.5)
    let image = try image(circle)
    let radius = Double(size) / 2 - 1.5
    for y in 0..<size {
      let outer = ellipse(image.size, radius + lineWidth / 2, radius + lineWidth / 2, row: y)
      let inner =
        radius > lineWidth / 2
        ? ellipse(image.size, radius - lineWidth / 2, radius - lineWidth / 2, row: y) : outer.map { _ in 0 }
      for (pixel, share) in zip(image.pixels[y], zip(outer, inner).map { $0 - $1 }) {
        #expect(abs(Double(pixel.channels[3]) / 255 - share) <= 1 / 255.0)
      }
    }
  }

  @Test func theStrokeIsDrawnOverTheFill() throws {
    let circle = Circle(
      size: PixelSize(width: 40, height: 40), fill: Color(css: "#e63946")!, stroke: .white, lineWidth: 4, inset: 2,
      scale: 2)
    let image = try image(circle)
    #expect(image.size == PixelSize(width: 80, height: 80))
    #expect(image.pixels[40][40] == Color(css: "#e63946")!.word)
    // The path is 2 px inside the canvas, and the line 8 px wide: white from the edge to 6 px inside.
    #expect(image.pixels[40][0] == Color.white.word)
    #expect(image.pixels[40][5] == Color.white.word)
    #expect(image.pixels[40][7] == Color(css: "#e63946")!.word)
    #expect(image.pixels[0][0] == 0)
  }

  @Test(
    arguments: [
      (nil, "neither is given"), (["fill": "red"], "neither is given"),
      (["size": [6, 6], "frame": [0, 0, 6, 6]], "both are given"),
    ] as [(Value?, String)])
  func aSizeAndAFrameExcludeEachOther(parameters: Value?, words: String) throws {
    let error = try #require(throws: FilterError.self) { try Circle(parameters: parameters ?? Value(.null)) }
    #expect(error.message.contains(words) && error.message.contains("`frame: [x, y, width, height]` (as a step)"))
  }

  @Test func aFrameIsDrawnOnThePhoto() throws {
    let photo = ImageShape(size: PixelSize(width: 20, height: 20), format: .encodedOpaque).pixels(of: .black)
    let circle = Circle(
      frame: PixelRect(origin: PixelPoint(x: 4, y: 2), size: PixelSize(width: 6, height: 6)), fill: .white,
      stroke: .white, lineWidth: 0, inset: 0)
    let image = try render(circle, photo, format: .encodedOpaque)
    #expect(image.pixels[5][7] == Color.white.word)
    #expect(image.pixels[5][3] == Color.black.word)
    #expect(image.pixels[8][7] == Color.black.word)
  }
}
