import Filters
import Parameters
import PixelCore
import PixelKernels
import Testing

@Suite struct SourceOverTests {
  /// `S + round½up(D·(255 − Sa)/255)` for every D and Sa. S is added to it, and the sum must not exceed 255.
  @Test func equalsTheRoundedFormulaForAllValues() throws {
    for alpha in 0...255 {
      let color = alpha / 2
      let foreground: Pixels = [Array(repeating: UInt32(color) | UInt32(alpha) << 24, count: 256)]
      let canvas = Image([(0...255).map { UInt32($0) | 255 << 24 }], format: .encodedOpaque)
      let image = try render(
        SourceOver(background: SourceName("canvas")), foreground, sources: ["canvas": canvas])
      for (d, pixel) in image.pixels[0].enumerated() {
        let expected = min(255, Double(color) + (Double(d * (255 - alpha)) / 255 + 0.5).rounded(.down))
        #expect(pixel.channels == [Int(expected), 0, 0, 255])
      }
    }
  }

  /// Half of white is 128, as browsers blend; half of its light is 188 when encoded.
  @Test(arguments: [
    (PixelFormat.Depth.eight, PixelFormat.Transfer.encoded, 128), (.sixteen, .encoded, 32896),
    (.sixteen, .linear, 32896),
  ])
  func halfWhiteOverBlackMatchesTheWorkingSpace(depth: PixelFormat.Depth, transfer: PixelFormat.Transfer, level: Int)
    throws
  {
    let format = PixelFormat(depth: depth, transfer: transfer, alpha: .premultiplied)
    let pixel = ImageShape(size: PixelSize(width: 1, height: 1), format: format)
    let canvas = Image.filled(ImageShape(size: pixel.size, format: format.with(alpha: .opaque)), .black)
    let image = try render(
      SourceOver(background: SourceName("canvas")), .filled(pixel, Color(css: "#ffffff80")!),
      sources: ["canvas": canvas])
    #expect(image.channels == [level, level, level, depth.largest])
    let encoded = FormatConversion(from: image.shape.format, to: .encodedOpaque, kernels: .current)
    var bytes: UInt32 = 0
    encoded.apply(&bytes, image.row(0), count: 1)
    #expect(bytes & 255 == (transfer == .linear ? 188 : 128))
  }

  /// The frame of a layer: a 2 × 2 white square fills the 4 × 4 frame, half of which is beyond the edge.
  @Test func scalesTheForegroundIntoItsFrame() throws {
    let canvas = ImageShape(size: PixelSize(width: 6, height: 6), format: .encodedOpaque)
    let badge = ImageShape(size: PixelSize(width: 2, height: 2), format: .encodedOpaque)
    let frame = PixelRect(origin: PixelPoint(x: 4, y: -1), size: PixelSize(width: 4, height: 4))
    var expected = canvas.pixels(of: .black)
    for y in 0..<3 { for x in 4..<6 { expected[y][x] = Color.white.word } }
    let under = try render(
      SourceOver(foreground: SourceName("badge"), frame: frame), .filled(canvas, .black),
      sources: ["badge": .filled(badge, .white)])
    #expect(under.pixels == expected)
    let over = try render(
      SourceOver(background: SourceName("canvas"), frame: frame), .filled(badge, .white),
      sources: ["canvas": .filled(canvas, .black)])
    #expect(over.pixels == expected)
  }

  /// The position of a white pixel on a 5 × 4 canvas. Centring rounds down.
  @Test(arguments: [
    (Placement.topLeft, PixelPoint(x: 1, y: 0), 1, 0), (.top, PixelPoint(x: 0, y: 1), 2, 1),
    (.topRight, PixelPoint(x: 1, y: 2), 3, 2), (.left, PixelPoint.zero, 0, 1), (.center, PixelPoint.zero, 2, 1),
    (.right, PixelPoint(x: 2, y: 0), 2, 1), (.bottomLeft, PixelPoint.zero, 0, 3),
    (.bottom, PixelPoint(x: 0, y: 3), 2, 0), (.bottomRight, PixelPoint.zero, 4, 3),
  ])
  func placesTheForeground(at: Placement, inset: PixelPoint, x: Int, y: Int) throws {
    let canvas = ImageShape(size: PixelSize(width: 5, height: 4), format: .encodedOpaque).pixels(of: .black)
    let badge = Image([[Color.white.word]], format: .encodedOpaque)
    let image = try render(
      SourceOver(foreground: SourceName("badge"), at: at, inset: inset), canvas, format: .encodedOpaque,
      sources: ["badge": badge])
    var expected = canvas
    expected[y][x] = Color.white.word
    #expect(image.pixels == expected)
  }

  @Test func clipsTheForegroundAtTheCanvas() throws {
    let photo = ImageShape(size: PixelSize(width: 9, height: 8), format: .encodedOpaque).randomPixels(seed: 8)
    let canvas = Image(
      ImageShape(size: PixelSize(width: 4, height: 3), format: .encodedOpaque).pixels(of: .black),
      format: .encodedOpaque)
    let image = try render(
      SourceOver(background: SourceName("canvas")), photo, format: .encodedOpaque, sources: ["canvas": canvas])
    // (4 − 9) / 2 and (3 − 8) / 2, rounded down, are −3.
    #expect(image.pixels == photo[3..<6].map { Array($0[3..<7]) })
  }

  @Test func opacityMultipliesTheForeground() throws {
    let canvas = Image([[Color.black.word]], format: .encodedOpaque)
    let image = try render(
      SourceOver(background: SourceName("canvas"), opacity: 0.25), [[Color.white.word]],
      format: .encodedOpaque, sources: ["canvas": canvas])
    #expect(image.pixels[0][0].channels == [64, 64, 64, 255])
  }

  @Test(arguments: [
    Value(.map([])),
    Value(
      .map([
        .init(key: "foreground", value: Value(.text("a"))), .init(key: "background", value: Value(.text("b"))),
      ])),
    Value(
      .map([
        .init(key: "foreground", value: Value(.text("a"))), .init(key: "inset", value: PixelPoint(x: 1, y: 1).value),
      ])),
  ])
  func refusesContradictoryParameters(parameters: Value) {
    #expect(throws: FilterError.self) { try SourceOver(parameters: parameters) }
  }

  @Test func refusesAFrameWithAPlacement() {
    let frame = PixelRect(origin: .zero, size: PixelSize(width: 1, height: 1))
    #expect(throws: FilterError.self) {
      try SourceOver(foreground: SourceName("a"), at: .top, frame: frame).check()
    }
  }

  @Test func anUnknownSourceIsRefusedWithTheNearestName() {
    let context = PlanContext(sources: [
      "backdrop": ImageShape(size: PixelSize(width: 1, height: 1), format: .encodedOpaque)
    ])
    #expect(
      throws: FilterError.unknownSource(
        source: "backdrp", parameter: "background", nearest: "backdrop", known: ["backdrop"])
    ) {
      try SourceOver(background: SourceName("backdrp")).plan(
        ImageShape(size: PixelSize(width: 1, height: 1), format: .encodedOpaque), in: context)
    }
  }
}
