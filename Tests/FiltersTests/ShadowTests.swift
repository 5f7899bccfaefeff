import Filters
import Foundation
import PixelCore
import TestSupport
import Testing

@Suite struct ShadowTests {
  private static let size = PixelSize(width: 61, height: 47)
  private static let formats = PixelFormat.working.filter { $0.alpha == .premultiplied }

  /// A square of one colour on a transparent canvas.
  private static func square(_ format: PixelFormat, _ columns: Range<Int> = 24..<36, _ rows: Range<Int> = 16..<30)
    -> Image
  {
    .drawn(ImageShape(size: size, format: format)) { x, y in
      columns.contains(x) && rows.contains(y) ? Color(css: "#40a080")! : .transparent
    }
  }

  /// The notes that the filter adds for an image.
  private func notes(_ shadow: Shadow, _ image: Image) throws -> [String] {
    let context = RenderContext()
    _ = try shadow.plan(image.shape, in: PlanContext()).image(of: image, context)
    return context.notes.all
  }

  /// The shadow's formula in double precision: the moved and blurred alpha times the colour, under the photo.
  @Test(arguments: formats, [0, 2, 9, 23] as [Double])
  func isWithinOneLevelOfDoublePrecision(format: PixelFormat, blur: Double) throws {
    let shadow = Shadow(
      offset: PixelPoint(x: 3, y: 2), blur: blur, colour: Color(css: "#2040a0")!, opacity: 0.6, scale: 1)
    let photo = Self.square(format)
    let result = try render(shadow, photo)
    let largest = Double(format.depth.largest)
    // Alpha in every channel, so that the reference can blur it. Pixels moved out of the frame are clipped only afterwards, and
    // the square is far enough from the edges.
    let moved = Image.drawn(photo.shape) { x, y in
      (27..<39).contains(x) && (18..<32).contains(y) ? .white : .transparent
    }
    let alpha = blur == 0 ? moved.channels.map(Double.init) : GaussianReference(sigma: blur / 2).channels(of: moved)
    let paint = Color(css: "#2040a0")!
    func light(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      return format.transfer == .encoded ? value : value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let paints = [light(paint.red), light(paint.green), light(paint.blue), 1]
    // One level for rounding. A Gaussian that ends at three standard deviations lacks a third of another.
    let bound = (format.depth == .eight ? 1 : 64) + (blur == 0 ? 0 : largest * 0.0027 * 0.6)
    let channels = photo.channels.map(Double.init)
    var worst = 0.0
    for (index, value) in result.channels.enumerated() {
      let under = alpha[index / 4 * 4 + 3] * 0.6 * paints[index % 4]
      let expected = channels[index] + under * (largest - channels[index / 4 * 4 + 3]) / largest
      worst = max(worst, abs(Double(value) - expected))
    }
    #expect(worst <= bound, "\(format), blur \(blur)")
  }

  /// CSS's `box-shadow: 3px 2px 0 4px`: the box grown by four on each side, with its corners, and moved.
  @Test func spreadGrowsABoxOnEachSide() throws {
    for (spread, columns, rows) in [(4.0, 23..<43, 14..<36), (-3.0, 30..<36, 21..<29)] {
      let shadow = Shadow(offset: PixelPoint(x: 3, y: 2), blur: 0, spread: spread, opacity: 1)
      let result = try render(shadow, Self.square(.encodedPremultiplied)).pixels
      for y in 0..<Self.size.height {
        for x in 0..<Self.size.width {
          let isPhoto = (24..<36).contains(x) && (16..<30).contains(y)
          let expected: UInt32 =
            isPhoto ? Color(css: "#40a080")!.word : columns.contains(x) && rows.contains(y) ? 0xFF00_0000 : 0
          #expect(result[y][x] == expected, "\(x), \(y), spread \(spread)")
        }
      }
    }
  }

  @Test func aContactShadowIsAnEllipseUnderTheContent() throws {
    let shadow = Shadow(kind: .contact, offset: PixelPoint(x: 0, y: 0), blur: 0, height: 6, opacity: 1)
    let result = try render(shadow, Self.square(.encodedPremultiplied)).pixels
    // The square is 12 wide and ends at row 30. The lower half of the ellipse shows, in rows 30 to 32.
    let ellipse = result[30...].map { row in row.filter { $0 > 0 }.count }
    #expect(Array(ellipse.prefix(4)) == [12, 12, 10, 0])
    #expect(ellipse.dropFirst(3).allSatisfy { $0 == 0 })
    #expect(result[30][25..<35].allSatisfy { $0 == 0xFF00_0000 })
    #expect(result.map { Array($0[24..<36]) } == result.map { Array($0[24..<36].reversed()) })
  }

  /// Other programs grow the canvas without being asked. Here it grows only with `grow`, by an amount that is computed first.
  @Test func theCanvasGrowsOnlyOnRequest() throws {
    let shape = ImageShape(size: Self.size, format: .encodedPremultiplied)
    let shadow = Shadow(offset: PixelPoint(x: 5, y: -2), blur: 8, spread: 1)
    #expect(try shadow.plan(shape, in: PlanContext()).output.exact?.size == Self.size)
    var growing = shadow
    growing.grow = true
    // 3 standard deviations of 4, and the spread: 13 on each side; 5 less on the left and more on the right, and 2 likewise.
    let grown = PixelSize(width: 8 + 61 + 18, height: 15 + 47 + 11)
    #expect(try growing.plan(shape, in: PlanContext()).output.exact?.size == grown)
    let result = try render(growing, Self.square(.encodedPremultiplied)).pixels
    #expect(result[15 + 16][8 + 24] == Color(css: "#40a080")!.word, "the photo stays as it is")
    growing.scale = 2
    #expect(
      try growing.plan(shape, in: PlanContext()).output.exact?.size
        == PixelSize(width: 16 + 61 + 36, height: 30 + 47 + 22))
  }

  @Test func aClippedShadowIsReported() throws {
    let square = Self.square(.encodedPremultiplied, 0..<20, 30..<47)
    let shadow = Shadow(offset: PixelPoint(x: 3, y: 4), blur: 4)
    #expect(
      try notes(shadow, square) == [
        "shadow: clipped by 10 px below, 3 px on the left; `grow: true` or `pad` makes room for it"
      ])
    var growing = shadow
    growing.grow = true
    #expect(try notes(growing, square) == [])
    #expect(try notes(shadow, Self.square(.encodedPremultiplied)) == [])
    let opaque = Image.filled(ImageShape(size: Self.size, format: .encodedOpaque), .white)
    #expect(
      try notes(shadow, opaque) == [
        "shadow: the photo has no transparency and covers its shadow; cut it out first, or give `grow: true`"
      ])
    #expect(try render(shadow, opaque).channels == opaque.channels)
  }

  /// The shadow is the same wherever it is on the canvas, as if the clipped part existed.
  @Test func clippingChangesNothingElse() throws {
    let shadow = Shadow(offset: PixelPoint(x: -6, y: 5), blur: 6, spread: 2, opacity: 0.9)
    let photo = Self.square(.encodedPremultiplied, 0..<30, 12..<47)
    var growing = shadow
    growing.grow = true
    let (clipped, whole) = (try render(shadow, photo).pixels, try render(growing, photo).pixels)
    let (top, left) = (9 + 2 - 5, 9 + 2 + 6)
    for y in 0..<Self.size.height { #expect(clipped[y] == Array(whole[top + y][left..<left + Self.size.width])) }
  }

  @Test func aTransparentPhotoHasNoShadow() throws {
    let photo = Image.filled(ImageShape(size: Self.size, format: .encodedPremultiplied), .transparent)
    for kind in Shadow.Kind.allCases {
      #expect(try render(Shadow(kind: kind), photo).channels == photo.channels)
      #expect(try notes(Shadow(kind: kind), photo) == [])
    }
  }

  @Test func refusesContradictoryParameters() {
    #expect(throws: FilterError.self) { try Shadow(height: 4).check() }
    #expect(throws: FilterError.self) { try Shadow(blur: 1000, scale: 3).check() }
  }
}
