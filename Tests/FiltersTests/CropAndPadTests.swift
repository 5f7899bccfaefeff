import Filters
import Parameters
import PixelCore
import Testing

/// A picture with a different number in each pixel.
private func numbered(_ size: PixelSize) -> Pixels {
  (0..<size.height).map { y in (0..<size.width).map { x in UInt32(y * 16 + x) | 255 << 24 } }
}

@Suite struct CropTests {
  private let photo = numbered(PixelSize(width: 10, height: 7))

  @Test func keepsTheRectangleAtItsCorner() throws {
    let image = try render(Crop(x: 3, y: 2, width: 4, height: 5), photo, format: .encodedOpaque, bandHeight: 3)
    #expect(image.pixels == photo[2..<7].map { Array($0[3..<7]) })
  }

  /// floor((10 − 3) / 2) = 3 and floor((7 − 2) / 2) = 2.
  @Test(arguments: [
    (Placement.center, 3, 2), (.topLeft, 0, 0), (.bottomRight, 7, 5), (.top, 3, 0), (.right, 7, 2),
  ])
  func keepsTheRectangleAtAPlacement(at: Placement, x: Int, y: Int) throws {
    let image = try render(Crop(width: 3, height: 2, at: at), photo, format: .encodedOpaque)
    #expect(image.pixels == photo[y..<(y + 2)].map { Array($0[x..<(x + 3)]) })
  }

  @Test(arguments: [
    (Crop(x: 0, y: 0, width: 11, height: 1), "11 × 1 pixels at (0, 0), but the image has 10 × 7;"),
    (Crop(x: 8, y: 0, width: 3, height: 1), "3 × 1 pixels at (8, 0), but the image has 10 × 7;"),
    (Crop(width: 1, height: 8), "1 × 8 pixels, but the image has 10 × 7;"),
    (Crop(width: 11, height: 7, at: .right), "11 × 7 pixels, but the image has 10 × 7;"),
  ])
  func refusesARectangleOutsideThePhoto(crop: Crop, words: String) throws {
    let shape = ImageShape(size: PixelSize(width: 10, height: 7), format: .encodedOpaque)
    let error = try #require(throws: FilterError.self) { try crop.plan(shape, in: PlanContext()) }
    guard case .unsuitableImage(let why, _) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(why.contains(words), "\(why)")
  }

  @Test(arguments: [
    [("x", 1.0)], [("y", 1)], [("x", -1), ("y", 0)],
  ])
  func refusesHalfACorner(given: [(String, Double)]) {
    let entries = ([("width", 2.0), ("height", 2)] + given).map { Value.Entry(key: $0.0, value: Value(.number($0.1))) }
    #expect(throws: FilterError.self) { try Crop(parameters: Value(.map(entries))) }
  }

  @Test func refusesACornerWithAPlacement() {
    let entries = ["x", "y", "width", "height"].map { Value.Entry(key: $0, value: 1.value) }
    let place = Value.Entry(key: "at", value: Value(.text("top")))
    #expect(throws: FilterError.self) { try Crop(parameters: Value(.map(entries + [place]))) }
  }
}

@Suite struct PadTests {
  @Test func addsEachSide() throws {
    let photo = numbered(PixelSize(width: 2, height: 2))
    let red = Color(css: "#ff0000")!
    let image = try render(
      Pad(top: 1, right: 2, bottom: 3, left: 4, background: red), photo, format: .encodedOpaque, bandHeight: 1)
    var expected = Pixels(repeating: Array(repeating: red.word, count: 8), count: 6)
    for y in 0..<2 { for x in 0..<2 { expected[1 + y][4 + x] = photo[y][x] } }
    #expect(image.pixels == expected)
    #expect(image.shape.format.alpha == .opaque)
  }

  /// A border is no background: translucent pixels stay translucent.
  @Test func translucentPixelsAreUnchanged() throws {
    let half = Color(css: "#00ff0080")!.word
    let image = try render(Pad(all: 1, background: .white), [[half]])
    let white = Color.white.word
    #expect(image.pixels == [[white, white, white], [white, half, white], [white, white, white]])
    #expect(image.shape.format.alpha == .premultiplied)
  }

  @Test func refusesAllWithASide() throws {
    for left: Value in [1, 0] {
      #expect(throws: FilterError.self) { try Pad(parameters: ["all": 1, "left": left]) }
    }
    #expect(throws: FilterError.self) { try Pad(parameters: Value(.null)) }
    #expect(throws: FilterError.self) { try Pad(parameters: ["background": "white"]) }
    #expect(try Pad(parameters: 5.value) == Pad(all: 5))
  }

  /// A script may fill in 0.
  @Test(arguments: [["top": 0], ["all": 0], ["left": 0, "right": 0]] as [Value])
  func aBorderOfZeroIsAllowed(parameters: Value) throws {
    let photo = numbered(PixelSize(width: 3, height: 2))
    #expect(try render(Pad(parameters: parameters), photo, format: .encodedOpaque).pixels == photo)
  }
}
