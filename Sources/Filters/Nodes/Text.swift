import Parameters
import PixelCore
import Typesetting

/// Draws a text, optionally with a box behind it as a badge.
///
/// Lines are broken only at `\n`. Each line runs from left to right or from right to left, depending on its first
/// letter with a direction. Within a line, directions mix according to Unicode. Each cluster, a letter with its marks,
/// is set in the first of the font's files that contains all of it. A character that none of them contains is an error.
/// The size is the size of the em, in points or as a percentage of the photo's shorter side. With `fitWidth`, it is
/// reduced until no line is wider.
///
/// The box is as wide as the widest line and as high as all lines, with `padding` around them, as in CSS: one length
/// for all sides, or `[vertical, horizontal]`. Percentages of the padding are relative to the text's height. The line
/// around letters (`stroke`) is drawn behind their fill, so letters keep their shape and half of the line is visible.
/// The box's line is inside its edge.
///
/// A text used as a step can have fields: `{price}` is the price of the photo's product, from the recipe's `data` or
/// from the catalog, with the decimal places of its currency. For other numbers, give the decimal places: `{weight:2}`.
/// A bar gives the text for products without the value: `{price|on request}`. Without one, such a photo fails.
/// A number keeps the separators of its source. With `locale: de`, 1299.00 is written as 1.299,00. A currency beside
/// the field isn't written twice: for `{price} €`, the source can contain 12,50 or 12,50 €.
///
/// A pixel's coverage is its area inside the outlines, which are used without hinting.
///
/// As a step, the text is placed on the photo by `at`, `inset` inwards from that side or corner, and clipped to the
/// photo. As a source it creates a transparent image of the size of the text with its box.
public struct Text: ImageSource {
  /// The text. \\n breaks a line.
  public var text = ""
  /// Name of one of the recipe's fonts. Defaults to the machine's default font.
  public var font: String?
  /// Size of the em, in points or as a percentage of the photo's shorter side. Defaults to 48 points.
  public var size: Length = 48
  /// Maximum width of the text, in points or as a percentage of the photo's width. The size is reduced to fit.
  public var fitWidth: Length?
  /// Alignment of lines shorter than the widest. Defaults to the centre.
  public var align = Alignment.center
  /// The colour of the letters.
  public var fill = Color.black
  /// The colour of a line around the letters. If nil, no line is drawn.
  public var stroke: Color?
  /// Width of the line around the letters in points, half of it outside the letters. Defaults to 2.
  public var lineWidth = 2.0
  /// The box behind the text.
  public var box: TextBox?
  /// For a step: position of the text on the photo. Defaults to the centre.
  public var at = Placement.center
  /// For a step: distance inwards from the side or corner given by `at`, in pixels or as a percentage of the photo's
  /// shorter side.
  public var inset = LengthPoint.zero
  /// Pixels per point.
  public var scale = 1.0
  /// The locale that sets the separators of numbers in fields: 1.299,00 in German. If nil, numbers keep the separators
  /// of their source.
  public var locale: NumberLocale?
  /// Whether the fields have been filled in, so that the text is for a single photo and braces are literal.
  var isFilled = false

  /// Alignment of lines shorter than the widest.
  public enum Alignment: String, ParameterChoice {
    /// At the start of the line: on the left, or on the right if the line runs from right to left.
    case start
    /// In the middle.
    case center
    /// At the end of the line: on the right, or on the left if the line runs from right to left.
    case end
  }

  public init() {}
  /// Creates the filter. Its parameters are explained at the properties of Text.
  public init(
    _ text: String, font: String? = nil, size: Length = 48, fitWidth: Length? = nil, align: Alignment = .center,
    fill: Color = .black, stroke: Color? = nil, lineWidth: Double = 2, box: TextBox? = nil, at: Placement = .center,
    inset: PixelPoint = .zero, scale: Double = 1
  ) {
    (self.text, self.font, self.size, self.fitWidth, self.align) = (text, font, size, fitWidth, align)
    (self.fill, self.stroke, self.lineWidth, self.box) = (fill, stroke, lineWidth, box)
    (self.at, self.inset, self.scale) = (at, LengthPoint(inset), scale)
  }

  public static let name = "text"
  public static let summary = "Sets a text, with a box behind it as a badge, on the photo or as a source."
  public static let shorthand: String? = "text"
  public static let otherWords = ["badge", "label", "caption", "annotate", "title", "draw", "font", "string"]
  public static let example =
    "text: { text: \"−20 %\", size: 34, at: topRight, inset: [14, 14], fill: \"#ffffff\", box: { fill: \"#e63946\", radius: 50% } }"
  public static let parameters = [
    Parameter<Self>("text", \.text, isRequired: true, "The text; \\n breaks a line."),
    Parameter<Self>(
      "font", \.font, "The name of one of the recipe's fonts; without one, the default font of this machine."),
    Parameter<Self>("size", \.size, kind: .length(.fractional), in: 1...16_384, "The size of the em in points."),
    Parameter<Self>(
      "fitWidth", \.fitWidth, kind: .length(.share(of: "the photo's width")), in: 1...65_535,
      "The text's maximum width in points: its size is reduced to fit."),
    Parameter<Self>("align", \.align, "How lines that are shorter than the widest are aligned."),
    Parameter<Self>("fill", \.fill, "The colour of the letters."),
    Parameter<Self>("stroke", \.stroke, "The colour of a line around the letters; without it, no line is drawn."),
    Parameter<Self>(
      "lineWidth", \.lineWidth, in: 0...1024, "That line's width in points, half of it outside the letters."),
    Parameter<Self>("box", \.box, "A box behind the text."),
    Parameter<Self>("at", \.at, "As a step: the text's position on the photo."),
    Parameter<Self>(
      "inset", \.inset, in: 0...65_535, "As a step: pixels inwards from that side or corner."),
    Parameter<Self>("scale", \.scale, in: 0.1...16, "Pixels per point."),
    Parameter<Self>(
      "locale", \.locale,
      "The language of numbers in fields, such as 1.299,00 in German. Without it, they keep the source's separators."),
  ]

  /// Maximum length of a text in characters.
  private static let longest = 10_000

  public func check() throws(FilterError) {
    let characters = text.unicodeScalars
    guard characters.contains(where: { !$0.properties.isWhitespace }) else {
      throw .unsuitableParameter(parameter: "text", why: "`text` is empty; write the text to draw")
    }
    guard characters.count <= Self.longest else {
      throw .unsuitableParameter(
        parameter: "text", why: "`text` has \(characters.count) characters; at most \(Self.longest) are allowed")
    }
    if !isFilled, Self.parts(of: text) == nil {
      throw .unsuitableParameter(
        parameter: "text",
        why: "`text` has a brace outside a field; fields are names in braces, such as {price}")
    }
    if (!inset.x.isZero && !at.isAtSide.across) || (!inset.y.isZero && !at.isAtSide.down) {
      throw .unsuitableParameter(
        parameter: "inset",
        why: "`inset` is \(inset.value), but `at: \(at.rawValue)` is centred on an axis that it would move along; "
          + "use 0 there, or place it at a side or corner")
    }
  }

  /// Returns the typeface of the text.
  private func typeface(in typefaces: [String: Typeface]) throws(FilterError) -> Typeface {
    if let typeface = typefaces[font ?? ""] { return typeface }
    throw .unsuitableParameter(parameter: "font", why: "the font \(font ?? "that is the default") does not exist")
  }

  // MARK: As a source

  /// Returns the size of the text as a source. Sources are made once for all photos, so percentages of the photo aren't
  /// possible.
  package func sourceSize(in typefaces: [String: Typeface]) throws(FilterError) -> PixelSize {
    try TextDrawing(self, in: typeface(in: typefaces), side: nil, width: nil).canvas
  }

  /// Checks that the text can be set, independently of the photo's size.
  package func checkCharacters(in typefaces: [String: Typeface]) throws(FilterError) {
    // The values of fields are known only for each photo.
    var text = try filled(with: [:])
    if text.isFilled, text.text.allSatisfy(\.isWhitespace) { return }
    if case .percent = size { text.size = 48 }
    text.fitWidth = nil
    _ = try text.sourceSize(in: typefaces)
  }

  /// The size is known only after fonts are read. While a recipe is checked, the size is one pixel.
  public func sourceShape(in format: PixelFormat) throws(FilterError) -> ImageShape {
    if let field = fields.first {
      throw .unsuitableParameter(
        parameter: "text",
        why:
          "`text` has the field {\(field)}, but sources are made once for all photos; make it a step, with `at` and `inset`"
      )
    }
    guard at == .center, inset == .zero else {
      throw .unsuitableParameter(
        parameter: at == .center ? "inset" : "at",
        why: "a `text` among the sources has no place; say `at` and `inset` where it is composited, in `sourceOver`")
    }
    return ImageShape(size: PixelSize(width: 1, height: 1), format: format.with(alpha: .premultiplied))
  }

  public func makeImage(in format: PixelFormat, _ context: RenderContext) throws(FilterError) -> Image {
    try TextDrawing(self, in: typeface(in: context.typefaces), side: nil, width: nil)
      .image(in: format, kernels: context.kernels)
  }

  // MARK: As a step

  public func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    let (side, width) = (input.size.shorterSide, input.size.width)
    let format = input.format.with(alpha: .premultiplied)
    // With percentages, the drawing differs for each photo. Otherwise all photos share one drawing.
    let name = "\(canonicalText) as \(format)"
    let bytes = [name: likelyBytes(on: input)]
    return FilterPlan(
      output: input,
      work: .rows { context in
        let make = { () throws(FilterError) in
          try TextDrawing(self, in: typeface(in: context.typefaces), side: side, width: width)
            .image(in: format, kernels: context.kernels)
        }
        let image = isSameOnAll ? try context.shared.image(name, make: make) : try make()
        let origin = at.origin(of: image.size, on: input.size, inset: inset.wholePixels(of: side))
        // The lines' height includes room that letters may not use, so only their width tells what is lost.
        let lines = PixelRect(
          origin: PixelPoint(x: origin.x, y: 0), size: PixelSize(width: image.size.width, height: 1))
        context.tell("text", clipped: lines, by: input.size, remedy: "`fitWidth` makes the text smaller until it fits")
        return OverlayLoop(image, at: origin, canvas: input, context: context)
      },
      workingBytes: isSameOnAll ? 0 : likelyBytes(on: input), sharedBytes: isSameOnAll ? bytes : [:])
  }

  private var isSameOnAll: Bool {
    if isFilled { return false }
    if case .percent = size { return false }
    if case .percent? = fitWidth { return false }
    return true
  }

  /// Returns an estimate of the drawing's size in bytes before its font is known. Most characters are narrower than
  /// they are high.
  private func likelyBytes(on photo: ImageShape) -> Int {
    let height = size.pixels(of: photo.size.shorterSide, scale: scale)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let width = Double(lines.map(\.count).max()! + 3) * height
    return Int(min(1e9, width * height * 1.5 * Double(lines.count + 1))) * photo.format.bytesPerPixel
  }
}

extension Filter where Self == Text {
  /// Sets a text, with a box behind it as a badge, on the photo or as a source. See <doc:Filters#text>.
  public static func text(
    _ text: String, font: String? = nil, size: Length = 48, fitWidth: Length? = nil, align: Text.Alignment = .center,
    fill: Color = .black, stroke: Color? = nil, lineWidth: Double = 2, box: TextBox? = nil, at: Placement = .center,
    inset: PixelPoint = .zero, scale: Double = 1
  ) -> Self {
    Text(
      text, font: font, size: size, fitWidth: fitWidth, align: align, fill: fill, stroke: stroke, lineWidth: lineWidth,
      box: box, at: at, inset: inset, scale: scale)
  }
}
