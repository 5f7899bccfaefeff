import Filters
import Parameters
import PixelCore
import Testing

/// Products at known positions, in frames that don't contain the whole photo.
@Suite struct FocusTests {
  private static let size = PixelSize(width: 240, height: 180)
  private static let product = PixelRect(columns: 70..<150, rows: 40..<120)
  private static let (red, grey) = (Color(css: "#b02018")!, Color(css: "#ececec")!)

  /// A red square on light grey, overlaid with `more`.
  private func picture(
    product: PixelRect = product, _ more: (Int, Int) -> Color? = { _, _ in nil }
  ) -> Pixels {
    (0..<Self.size.height).map { y in
      (0..<Self.size.width).map { x in
        (more(x, y) ?? (product.columns.contains(x) && product.rows.contains(y) ? Self.red : Self.grey)).word
      }
    }
  }

  private func part(_ pixels: Pixels, _ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Pixels {
    pixels[y..<y + height].map { Array($0[x..<x + width]) }
  }

  /// The bounding box of red pixels.
  private func redArea(_ image: Image) -> PixelRect {
    let isRed = image.pixels.map { row in row.map { $0 & 0xFF > ($0 >> 8 & 0xFF) + 72 } }
    let rows = isRed.indices.filter { isRed[$0].contains(true) }
    let columns = isRed[0].indices.filter { column in isRed.contains { $0[column] } }
    return PixelRect(columns: columns.first!..<columns.last! + 1, rows: rows.first!..<rows.last! + 1)
  }

  private func notes(_ filter: some Filter, _ pixels: Pixels) throws -> [String] {
    let (image, context) = (Image(pixels, format: .encodedOpaque), RenderContext())
    _ = try filter.plan(image.shape, in: PlanContext()).image(of: image, context)
    return context.notes.all
  }

  // MARK: Fit

  /// 80 pixels become 80 % of a hundred; the photo is larger than the frame.
  @Test func theProductFillsItsShareOfTheFrame() throws {
    var fit = Fit(width: 200, height: 100, background: .white, content: 0.8)
    #expect(redArea(try render(fit, picture(), format: .encodedOpaque)) == PixelRect(columns: 60..<140, rows: 10..<90))
    (fit.width, fit.height) = (90, 300)
    #expect(redArea(try render(fit, picture(), format: .encodedOpaque)) == PixelRect(columns: 9..<81, rows: 114..<186))
  }

  /// At half size the photo is 120 × 90, with the product's middle, (110, 80), at the frame's middle.
  @Test func theBackgroundShowsBeyondThePhotosEdge() throws {
    let fit = Fit(width: 200, height: 100, background: Color(css: "#0000ff")!, content: 0.4)
    let image = try render(fit, picture(), format: .encodedOpaque)
    #expect(redArea(image) == PixelRect(columns: 80..<120, rows: 30..<70))
    for (y, row) in image.pixels.enumerated() {
      for (x, pixel) in row.enumerated() {
        let isPhoto = (45..<165).contains(x) && (10..<100).contains(y)
        #expect((pixel == Color(css: "#0000ff")!.word) == !isPhoto, "\(x), \(y)")
      }
    }
  }

  /// The photo covers columns 45 to 165 and rows 10 to 100 of the frame, the product columns 80 to 120 and rows 30 to 70.
  @Test(arguments: PixelFormat.working.filter { $0.alpha == .opaque })
  func thePhotoFadesTowardsItsEdgesButNotOverTheProduct(format: PixelFormat) throws {
    let blue = Color(css: "#0000ff")!
    let hard = Fit(width: 200, height: 100, background: blue, content: 0.4)
    let soft = Fit(width: 200, height: 100, background: blue, content: 0.4, feather: 0.25)
    func share(_ place: Int, _ photo: Range<Int>, _ product: Range<Int>) -> Double {
      if product.contains(place) { return 1 }
      let isBefore = place < product.lowerBound
      let room = isBefore ? product.lowerBound - photo.lowerBound : photo.upperBound - product.upperBound
      let center = Double(place) + 0.5
      let distance = isBefore ? center - Double(photo.lowerBound) : Double(photo.upperBound) - center
      let t = min(max(distance / min(25, Double(room)), 0), 1)
      return t * t * (3 - 2 * t)
    }
    let photo = picture().image(in: format)
    let (before, after) = (Shares(try render(hard, photo)), Shares(try render(soft, photo)))
    for y in 0..<100 {
      for x in 0..<200 {
        let own = share(x, 45..<165, 80..<120) * share(y, 10..<100, 30..<70)
        for channel in 0..<3 {
          let mixed = before[x, y][channel] * own + (channel == 2 ? 1 : 0) * (1 - own)
          #expect(abs(after[x, y][channel] - mixed) <= 0.6 / 255, "\(x), \(y)")
        }
      }
    }
  }

  @Test func aFadeNeedsAProduct() {
    #expect(throws: FilterError.self) { try Fit(width: 9, height: 9, feather: 0.1).check() }
  }

  @Test func aShadowIsNotPartOfTheProduct() throws {
    let pixels = picture { x, y in
      let across = Double(x - 130) / 70, down = Double(y - 120) / 40
      let rest = max(0, 1 - (across * across + down * down))
      guard rest > 0, !(70..<150).contains(x) || !(40..<120).contains(y) else { return nil }
      let grey = UInt8(236 * (1 - 0.12 * rest * rest))
      return Color(red: grey, green: grey, blue: grey)
    }
    let fit = Fit(width: 200, height: 200, background: .white, content: 0.8)
    let area = redArea(try render(fit, pixels, format: .encodedOpaque))
    #expect(abs(area.size.width - 160) <= 4 && abs(area.origin.x - 20) <= 3, "\(area)")
  }

  @Test func nothingIsEnlargedUnlessAllowed() throws {
    var fit = Fit(width: 400, height: 300, background: .white, content: 1)
    fit.enlarge = false
    let image = try render(fit, picture(), format: .encodedOpaque)
    #expect(redArea(image) == PixelRect(columns: 160..<240, rows: 110..<190))
  }

  @Test func withoutAProductTheWholePhotoIsFittedWithTheReason() throws {
    let plain = picture(product: PixelRect(columns: 0..<0, rows: 0..<0))
    let fit = Fit(width: 120, height: 120, background: .white, content: 0.8)
    #expect(
      try render(fit, plain, format: .encodedOpaque).pixels
        == render(Fit(width: 120, height: 120, background: .white), plain, format: .encodedOpaque).pixels)
    #expect(
      try notes(fit, plain) == ["fit: the whole photo was fitted, because there is nothing in front of the backdrop"])
  }

  // MARK: Crop and cover

  @Test func theProductIsCenteredAsFarAsThePhotoAllows() throws {
    let pixels = picture()
    for (width, height, x, y) in [(90, 90, 65, 35), (200, 100, 10, 30), (239, 180, 0, 0), (230, 170, 0, 0)] {
      for focus in [Focus.content, .product, .place(x: 110.0 / 240, y: 80.0 / 180)] {
        let left = try render(Crop(width: width, height: height, focus: focus), pixels, format: .encodedOpaque)
        #expect(left.pixels == part(pixels, x, y, width, height), "\(width) × \(height), \(focus)")
      }
    }
  }

  @Test func aFocusNearTheEdgeIsCenteredAsFarAsPossible() throws {
    let pixels = ImageShape(size: Self.size, format: .encodedOpaque).randomPixels(seed: 4)
    for (focus, x, y) in [
      (Focus.place(x: 0, y: 0), 0, 0), (.place(x: 1, y: 1), 140, 120), (.place(x: 1, y: 0.5), 140, 60),
      (.center, 70, 60),
    ] {
      let left = try render(Crop(width: 100, height: 60, focus: focus), pixels, format: .encodedOpaque)
      #expect(left.pixels == part(pixels, x, y, 100, 60), "\(focus)")
    }
  }

  @Test func coverCropsAroundTheProduct() throws {
    let pixels = picture()
    let cover = Resize(width: 90, height: 180, mode: .cover, focus: .content)
    #expect(try render(cover, pixels, format: .encodedOpaque).pixels == part(pixels, 65, 0, 90, 180))
    let half = try render(Resize(width: 45, height: 90, mode: .cover, focus: .product), pixels, format: .encodedOpaque)
    let area = redArea(half)
    #expect(area.rows == 20..<60 && abs(area.origin.x - 2) <= 1 && abs(area.size.width - 40) <= 1, "\(area)")
  }

  @Test func unevenLightFallsBackToTheMiddleWithTheReason() throws {
    let pixels = picture { x, y in
      if Self.product.columns.contains(x), Self.product.rows.contains(y) { return nil }
      let u = Double(x) / 120 - 1, v = Double(y) / 90 - 1
      let grey = UInt8((200 - 30 * u - 12 * v - 25 * u * u - 20 * v * v).rounded())
      return Color(red: grey, green: grey, blue: grey)
    }
    let crop = Crop(width: 100, height: 100, focus: .content)
    #expect(try render(crop, pixels, format: .encodedOpaque).pixels == part(pixels, 70, 40, 100, 100))
    #expect(
      try notes(crop, pixels) == ["crop: the middle of the photo was kept, because the backdrop is not one colour"])
  }

  @Test func aFocusIsReadFromWordsAndFractions() throws {
    #expect(Focus(Value(.text("product"))) == .product)
    #expect(Focus(Value(.list([(0.25).value, Value(.text("80%"))]))) == .place(x: 0.25, y: 0.8))
    #expect(Focus(Value(.list([(0.25).value, (1.5).value]))) == nil)
    #expect(Focus(Value(.text("middle"))) == nil)
    #expect(throws: FilterError.self) { try Resize(width: 4, focus: .content).check() }
    var crop = Crop(width: 2, height: 2, at: .top)
    crop.focus = .content
    let twice = crop
    #expect(throws: FilterError.self) { try twice.check() }
  }
}

extension Pixels {
  /// The pixels' numbers in a format of either depth.
  fileprivate func image(in format: PixelFormat) -> Image {
    guard format.depth == .sixteen else { return Image(self, format: format) }
    var buffer = PixelBuffer(
      shape: ImageShape(size: PixelSize(width: self[0].count, height: count), format: format))
    for (y, row) in enumerated() {
      for (index, channel) in row.flatMap(\.channels).enumerated() {
        buffer.mutableRow(y).storeBytes(of: UInt16(channel * 257), toByteOffset: 2 * index, as: UInt16.self)
      }
    }
    return Image(buffer)
  }
}
