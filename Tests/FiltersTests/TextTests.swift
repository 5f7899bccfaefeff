import Filters
import Foundation
import Parameters
import PixelCore
import TestSupport
import Testing
import Typesetting

/// Letters of `FontBuilder`, whose outlines are rectangles with known areas.
@Suite struct TextTests {
  /// An em of 1000 units. A is a square of 500 with its corner at the origin, 600 wide. B is two overlapping squares.
  private static func font(_ letters: [Character] = ["A", "B", " ", "א", "ב"]) throws -> Font {
    var builder = FontBuilder()
    let square = { (x: Int, y: Int, side: Int) in
      [(x, y), (x, y + side), (x + side, y + side), (x + side, y)]
    }
    for letter in letters {
      switch letter {
      case "B": builder.add(letter, width: 700, [square(0, 0, 400), square(200, 200, 400)])
      case " ": builder.add(letter, width: 300, [])
      case "ב": builder.add(letter, width: 400, [square(0, 0, 100)])
      default: builder.add(letter, width: 600, [square(0, 0, 500)])
      }
    }
    return try builder.bytes.withUnsafeBytes { try Font($0, name: "test.ttf") }
  }

  private func image(
    _ text: Text, _ fonts: Font..., format: PixelFormat = .encodedPremultiplied
  ) throws -> Image {
    try text.makeImage(in: format, RenderContext(typefaces: ["": Typeface(fonts)]))
  }

  /// The alpha of each pixel, by rows.
  private func alphas(_ image: Image) -> [[Int]] { image.pixels.map { $0.map { Int($0.channels[3]) } } }

  /// The em is 20 pixels, so A is a square of 10 with its baseline at 16, because the ascender is 800.
  /// Number formats of the Common Locale Data Repository, except for its narrow spaces.
  @Test(arguments: [
    (NumberLocale?.none, "1299.00", "1299.00"), (.de, "1299.00", "1.299,00"), (.en, "1234567.5", "1,234,567.5"),
    (.swiss, "-1299.95", "−1’299.95"), (.fr, "12999.90", "12\u{a0}999,90"), (.es, "1299.90", "1299,90"),
    (.es, "12999.90", "12.999,90"), (.de, "999.5", "999,5"), (.de, "2024", "2024"), (.de, "1.2.3", "1.2.3"),
    (.de, ".5", "0,5"), (.de, "1e3.5", "1e3.5"), (.de, "MUG.1", "MUG.1"),
  ])
  func numbersAreFormattedInTheLocale(locale: NumberLocale?, value: String, written: String) throws {
    var text = Text("{price} €")
    text.locale = locale
    #expect(try text.filled(with: ["price": ProductValue(value)]).text == written + " €")
  }

  /// The text, the field's value, and the drawn text.
  @Test(arguments: [
    ("{price} €", ProductValue("12,5", places: 2), "12,50 €"), ("{price} €", .init("12.5", places: 2), "12.50 €"),
    ("{price} €", .init("40", places: 2, drawnDecimal: .comma), "40,00 €"),
    ("{price} €", .init("1500", places: 0), "1500 €"),
    ("{price} €", .init("1.299", decimal: .comma, places: 2, drawnDecimal: .comma), "1.299,00 €"),
    ("{price} €", .init("1.299,5 €", decimal: .comma, places: 2), "1.299,50 €"),
    ("{price} €", .init("12,5 €", places: 2), "12,50 €"), ("{price}", .init("12,5 €", places: 2), "12,50 €"),
    ("nur {price}!", .init("12,50 €", places: 2), "nur 12,50 €!"),
    ("EUR {price}", .init("12,50 €", places: 2), "EUR 12,50"),
    ("€{price}", .init("€ 12.50", places: 2), "€12.50"), ("{price} €", .init("1.500", places: 2), "1.500 €"),
    ("{price} €", .init("auf Anfrage", places: 2), "auf Anfrage €"), ("{weight:2} kg", .init("1,5"), "1,50 kg"),
    ("{weight:1} kg", .init("1,25"), "1,3 kg"), ("{weight} kg", .init("1,5"), "1,5 kg"),
    ("{year}", .init("2024"), "2024"),
    ("{price:0} €", .init("12,50 €", decimal: .comma, places: 2), "13 €"),
  ])
  func numbersKeepTheirFormatAndGetTheCurrencysDecimals(
    text: String, value: ProductValue, drawn: String
  ) throws {
    let filled = try Text(text).filled(with: ["price": value, "weight": value, "year": value])
    #expect(filled.text == drawn)
  }

  @Test func theLocalePlacesTheCurrency() throws {
    var text = Text("{price}")
    text.locale = .de
    let drawn = { (value: String) in
      try text.filled(with: ["price": ProductValue(value, decimal: .point, places: 2)]).text
    }
    #expect(try drawn("$1,299") == "$\u{a0}1.299,00" && drawn("1,299 €") == "1.299,00\u{a0}€")
    #expect(try text.filled(with: ["price": ProductValue("1500", places: 0)]).text == "1.500")
  }

  @Test func aCurrencySignThatContradictsThePriceIsRefused() throws {
    for (text, value) in [("{price} €", "12.50 $"), ("$ {price}", "12,50 €"), ("{price} USD", "CA$ 12.50")] {
      let error = try #require(throws: FilterError.self) {
        _ = try Text(text).filled(with: ["price": ProductValue(value, places: 2)])
      }
      #expect(error.message.contains("“\(value)”"), "\(error.message)")
    }
    let error = try #require(throws: FilterError.self) { _ = try Text("{weight:2}").filled(with: ["weight": "1.500"]) }
    #expect(error.message.contains("“1.500”; it can be 1.5 or 1500"), "\(error.message)")
  }

  /// The font of the golden picture is a file, because recipes name files.
  @Test func theGoldensFontEqualsTheTestFont() throws {
    let goldens = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(
      path: "Goldens")
    #expect(
      try [UInt8](Data(contentsOf: goldens.appending(path: "text/badge/letters.ttf"))) == FontBuilder.letters.bytes)
  }

  @Test func lettersMatchTheirOutlines() throws {
    let alphas = alphas(try image(Text("A", size: 20, fill: .white), try Self.font()))
    #expect(alphas.count == 20 && alphas[0].count == 12)
    for (y, row) in alphas.enumerated() {
      for (x, alpha) in row.enumerated() { #expect(alpha == ((6..<16).contains(y) && x < 10 ? 255 : 0)) }
    }
  }

  /// The overlap of both squares is drawn once: at half alpha, it has half alpha.
  @Test func overlappingContoursAreDrawnOnce() throws {
    let image = try image(Text("B", size: 20, fill: Color(css: "#ffffff80")!), try Self.font())
    #expect(Set(alphas(image).flatMap(\.self)) == [0, 128])
    // 8 × 8 and 8 × 8, less 4 × 4.
    #expect(alphas(image).flatMap(\.self).count { $0 == 128 } == 112)
  }

  @Test func linesAreBrokenAndAligned() throws {
    let font = try Self.font()
    let first = { (align: Text.Alignment) in
      self.alphas(try self.image(Text("A A\nA", size: 20, align: align, fill: .white), font))[30]
    }
    // The first line is 30 wide, the second 12, of which its square is 10.
    #expect(try first(.start).firstIndex(of: 255) == 0)
    #expect(try first(.center).firstIndex(of: 255) == 9)
    #expect(try first(.end).firstIndex(of: 255) == 18)
  }

  /// Each A is 12 wide.
  @Test func aLineThatIsWiderThanThePhotoIsReported() throws {
    let photo = Image.filled(
      ImageShape(size: PixelSize(width: 40, height: 30), format: .encodedOpaque), .white)
    let notes = { (text: String) in
      let context = RenderContext(typefaces: ["": Typeface([try Self.font()])])
      let step = Text(text, size: 20, fill: .black)
      _ = try step.plan(photo.shape, in: PlanContext()).image(of: photo, context)
      return context.notes.all
    }
    #expect(try notes("AAA") == [])
    #expect(
      try notes("AAAAA") == [
        "text: clipped by 10 px on the right, 10 px on the left; `fitWidth` makes the text smaller until it fits"
      ])
  }

  /// A right-to-left line begins with its first letter on the right.
  @Test func hebrewRunsFromRightToLeft() throws {
    let row = alphas(try image(Text("אב", size: 20, fill: .white), try Self.font()))[15]
    // ב is 8 wide with a square of 2, then א, 12 wide with a square of 10.
    #expect(row.prefix(2).allSatisfy { $0 == 255 } && row[2..<8].allSatisfy { $0 == 0 })
    #expect(row[8..<18].allSatisfy { $0 == 255 })
    let below = alphas(
      try image(Text("אבא\nא", size: 20, align: .start, fill: .white), try Self.font()))[30]
    #expect(below.firstIndex(of: 255) == below.count - 12)
  }

  @Test func latinTextKeepsItsDirectionWithinHebrew() throws {
    let layout = try TextLayout("א AB", in: Typeface([try Self.font()]))
    // From left to right: A, B, the space, א.
    let ids = layout.lines[0].glyphs.map(\.id)
    let alone = try TextLayout("AB", in: Typeface([try Self.font()])).lines[0].glyphs.map(\.id)
    #expect(Array(ids.prefix(2)) == alone && layout.lines[0].isRightToLeft)
  }

  @Test func eachClusterUsesTheFirstFontThatHasIt() throws {
    let layout = try TextLayout(
      "ABA", in: Typeface([try Self.font(["A", " "]), try Self.font(["A", "B"])]))
    #expect(layout.lines[0].glyphs.map(\.font) == [0, 1, 0])
    // A letter and its mark stay in one font, whatever the first font has.
    let marked = try TextLayout(
      "A\u{301}A", in: Typeface([try Self.font(["A"]), try Self.font(["A", "\u{301}"])]))
    #expect(marked.lines[0].glyphs.map(\.font) == [1, 1, 0])
  }

  @Test(arguments: [("AC", "test.ttf has no glyph for U+0043 (C)"), ("A😀", "U+1F600"), ("A\tB", "no glyph for U+0009")])
  func aMissingGlyphIsReported(text: String, words: String) throws {
    let error = try #require(throws: FilterError.self) { try image(Text(text), try Self.font()) }
    #expect(error.message.contains(words), "\(error.message)")
  }

  /// Marks that only control the direction or the joining need no glyph.
  @Test func invisibleMarksNeedNoGlyph() throws {
    let marked = try image(Text("\u{200e}A\u{200d}A\u{feff}", size: 20), try Self.font())
    #expect(try marked.channels == image(Text("AA", size: 20), try Self.font()).channels)
  }

  @Test(arguments: [20.0, 31, 60, 90]) func aTextIsReducedToFit(room: Double) throws {
    let font = try Self.font()
    let image = try image(Text("AAAAA", size: 20, fitWidth: .pixels(room)), font)
    #expect(Double(image.size.width) <= room.rounded(.up))
    #expect(Double(image.size.width) >= min(60, room - 1))
  }

  @Test func aTextThatCannotFitIsRefused() throws {
    let error = try #require(throws: FilterError.self) {
      try image(Text("AAAAA", size: 20, fitWidth: 5), try Self.font())
    }
    #expect(error.message.contains("at a size of 4 pixels it is 12 pixels wide, and `fitWidth` allows 5"))
  }

  /// 20 high and 12 wide, with padding of 5 and 10.
  @Test func aBoxIsDrawnBehindTheText() throws {
    let box = TextBox(
      fill: Color(css: "#e63946")!, radius: .percent(50), padding: Padding(vertical: .percent(25), horizontal: 10))
    let image = try image(Text("A", size: 20, fill: .white, box: box), try Self.font())
    #expect(image.size == PixelSize(width: 32, height: 30))
    #expect(image.pixels[0][0] == 0 && image.pixels[1][16] == Color(css: "#e63946")!.word)
    #expect(image.pixels[15][12] == Color.white.word && image.pixels[15][9] == Color(css: "#e63946")!.word)
  }

  /// The line is 4 wide, half of it outside: the square grows by 2 on each side, with round corners.
  @Test func aLineIsDrawnAroundTheLetters() throws {
    let image = try image(
      Text("A", size: 20, fill: .white, stroke: Color(css: "#204060")!, lineWidth: 4), try Self.font())
    // The letter begins at the box's left edge, so the canvas is 2 wider there.
    #expect(image.size == PixelSize(width: 14, height: 20))
    #expect(image.pixels[10][0] == Color(css: "#204060")!.word && image.pixels[10][1] == Color(css: "#204060")!.word)
    #expect(image.pixels[10][2] == Color.white.word)
    // A quarter of a disc of radius 2 covers π of the corner's 4 pixels.
    let corner = [4, 5].flatMap { y in [0, 1].map { x in Double(image.pixels[y][x].channels[3]) / 255 } }
    #expect(abs(corner.reduce(0, +) - Double.pi) < 0.02)
  }

  @Test func aTextIsPlacedOnThePhoto() throws {
    let photo = Image.filled(ImageShape(size: PixelSize(width: 40, height: 30), format: .encodedOpaque), .black)
    var text = Text("A", size: 20, fill: .white, at: .bottomRight, inset: PixelPoint(x: 3, y: 1))
    let context = RenderContext(typefaces: ["": Typeface([try Self.font()])])
    let image = try text.plan(photo.shape, in: PlanContext()).image(of: photo, context)
    #expect(image.pixels[24][25] == Color.white.word && image.pixels[24][24] == Color.black.word)
    #expect(image.pixels[24][34] == Color.white.word && image.pixels[24][35] == Color.black.word)
    // Two thirds of the shorter side, which is 30.
    text.size = .percent(200 / 3.0)
    let same = try text.plan(photo.shape, in: PlanContext()).image(of: photo, context)
    #expect(same.channels == image.channels)
  }

  @Test(
    arguments: [
      (["text": ""], "`text` is empty"), (["text": " \n"], "`text` is empty"),
      (["text": "from {price"], "a brace outside a field"), (["text": "a } b"], "a brace outside a field"),
      (["text": "{}"], "a brace outside a field"),
      ([:], "`text` needs `text`: text in quotes"), (["text": 19.99], "it must be text in quotes"),
      (["text": "A", "box": ["radius": -1]], "`box.radius` is -1; it must be"),
      (["text": "A", "box": ["fil": "red"]], "`box.fil` is unknown (did you mean `fill`?)"),
      (["text": "A", "inset": [3, 3]], "is centred on an axis"),
    ] as [(Value, String)])
  func invalidParametersAreRefused(parameters: Value, words: String) throws {
    let error = try #require(throws: FilterError.self) { try Text(parameters: parameters) }
    #expect(error.message.contains(words), "\(error.message)")
  }

  @Test func fieldsAreReplaced() throws {
    let text = Text("{price} € instead of {old price}")
    #expect(text.fields == ["price", "old price"])
    let filled = try text.filled(with: ["price": "{9}", "old price": "12.50"])
    #expect(filled.text == "{9} € instead of 12.50" && filled.fields.isEmpty)
    try filled.check()
    #expect(throws: FilterError.self) { try text.sourceShape(in: .encodedPremultiplied) }
  }

  /// A font that is cut anywhere, or has any bytes changed, is either refused or drawn: no crash and no hang.
  @Test func damagedFontsAreRefusedOrDrawn() throws {
    var random = SeededGenerator(seed: 20)
    var builder = FontBuilder()
    for letter in "ABCé" {
      builder.add(letter, width: 600, [[(0, 0), (0, 500), (500, 500)], [(9, 9), (70, 9), (9, 70)]])
    }
    let whole = builder.bytes
    for trial in 0..<600 {
      var bytes = whole
      if trial % 3 == 0 { bytes.removeLast(Int.random(in: 1...bytes.count, using: &random)) }
      if !bytes.isEmpty {
        for _ in 0..<Int.random(in: 0...12, using: &random) {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
      }
      do {
        let font = try bytes.withUnsafeBytes { try Font($0, name: "damaged") }
        _ = try image(Text("ABCé", size: 30), font)
      } catch is FontError {} catch is FilterError {}
    }
  }

  @Test func aFileThatIsNotAFontIsRefused() throws {
    for bytes in [[], Array("not a font at all, but long enough to be".utf8)] {
      let error = try #require(throws: FontError.self) { try bytes.withUnsafeBytes { try Font($0, name: "x") } }
      #expect(error.message.contains("no OpenType or TrueType font"))
    }
    let error = try #require(throws: FontError.self) {
      try Array("ttcf0000000000000000".utf8).withUnsafeBytes { try Font($0, name: "x") }
    }
    #expect(error.message.contains("collection"))
  }
}

/// Installed fonts, whose outlines are compared with areas in float64.
@Suite struct InstalledFontTests {
  private static let dejaVu = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
  private static let isDejaVuInstalled = FileManager.default.fileExists(atPath: dejaVu)

  private func font() throws -> Font {
    try Data(contentsOf: URL(fileURLWithPath: Self.dejaVu)).withUnsafeBytes { try Font($0, name: "DejaVuSans.ttf") }
  }

  @Test(
    .enabled(if: isDejaVuInstalled, "fonts-dejavu-core is not installed"),
    arguments: ["Sale & Ag", "Ωψ", "Жы", "مرحبا", "שלום"], [8.0, 13, 48, 400])
  func lettersAreWithinOneLevelOfTheirAreas(text: String, size: Double) throws {
    let font = try font()
    let image = try Text(text, size: .pixels(size), fill: .white).makeImage(
      in: .encodedPremultiplied, RenderContext(typefaces: ["": Typeface([font])]))
    let layout = try TextLayout(text, in: Typeface([font]))
    let em = Double(TextLayout.em)
    let (up, all) = (Double(layout.ascender) / em * size, Double(layout.ascender + layout.descender) / em * size)
    let baseline = (((all + 0.5).rounded(.down) - all) / 2 + up + 0.5).rounded(.down)
    let width = Double(layout.lines[0].width) / em * size
    let free = ((width * 4096).rounded() / 4096).rounded(.up) - width
    var reference = ScanlineReference()
    for glyph in layout.lines[0].glyphs {
      let (x, y) = (free / 2 + Double(glyph.x) / em * size, baseline - Double(glyph.y) / em * size)
      let point = { (px: Double, py: Double) -> ScanlineReference.Point in
        (x + px * size / Double(font.units), y - py * size / Double(font.units))
      }
      var contour: [ScanlineReference.Point] = []
      for step in font.outline(of: glyph.id) {
        switch step {
        case .move(let px, let py):
          reference.contours.append(contour)
          contour = [point(px, py)]
        case .line(let px, let py): contour.append(point(px, py))
        case .quadratic(let ax, let ay, let px, let py):
          let (from, control, to) = (contour.last!, point(ax, ay), point(px, py))
          contour += (1...100).map { index in
            let t = Double(index) / 100
            let (p, q, r) = ((1 - t) * (1 - t), 2 * t * (1 - t), t * t)
            return (p * from.x + q * control.x + r * to.x, p * from.y + q * control.y + r * to.y)
          }
        case .cubic(let ax, let ay, let bx, let by, let px, let py):
          contour +=
            ScanlineReference.cubic(contour.last!, point(ax, ay), point(bx, by), point(px, py)) + [point(px, py)]
        }
      }
      reference.contours.append(contour)
    }
    // Outlines beyond the box shift it by whole pixels.
    let points = reference.contours.flatMap(\.self)
    let left = min(0, (points.map(\.x).min()! - 1e-3).rounded(.down))
    let top = min(0, (points.map(\.y).min()! - 1e-3).rounded(.down))
    reference.contours = reference.contours.map { $0.map { ($0.x - left, $0.y - top) } }
    let shares = reference.shares(width: image.size.width, height: image.size.height, lines: 512)
    for (pixels, shares) in zip(image.pixels, shares) {
      for (pixel, share) in zip(pixels, shares) {
        let difference = abs(Double(pixel.channels[3]) - share * 255)
        if difference > 1 { Issue.record("\(text) at \(size): \(difference) levels") }
      }
    }
  }

  @Test(.enabled(if: isDejaVuInstalled, "fonts-dejavu-core is not installed"))
  func arabicLettersAreJoined() throws {
    let typeface = Typeface([try font()], language: "ar")
    let joined = try TextLayout("بب", in: typeface).lines[0].glyphs.map(\.id)
    let alone = try TextLayout("ب", in: typeface).lines[0].glyphs.map(\.id)
    #expect(joined.count == 2 && !joined.contains(alone[0]) && joined[0] != joined[1])
  }
}
