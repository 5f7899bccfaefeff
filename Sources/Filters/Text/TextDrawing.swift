import Drawing
import Parameters
import PixelCore
import PixelKernels
import Typesetting

/// A text at its final size, with its box: the positions of everything in pixels.
///
/// The box is as wide as the widest line and as high as all lines, with the padding around them, in whole pixels.
/// Baselines are at whole pixels too. The canvas is the box, extended to include letters and lines outside of it.
struct TextDrawing {
  let canvas: PixelSize
  private let letters: Outline
  private let box: RoundedPath
  private let text: Text
  private let lineWidth: Double

  /// Minimum size when a text is reduced to fit, in pixels.
  private static let smallestSize = 4.0
  /// Maximum number of pixels of a canvas, which is completely in memory.
  private static let canvasLimit = 8192 * 8192

  /// - Parameters:
  ///   - side: The photo's shorter side, for percentages. Nil without a photo.
  ///   - width: The photo's width, for percentages. Nil without a photo.
  init(_ text: Text, in typeface: Typeface, side: Int?, width: Int?) throws(FilterError) {
    self.text = text
    let layout: TextLayout
    do throws(FontError) { layout = try TextLayout(text.text, in: typeface) } catch {
      throw .font(error)
    }
    let scale = text.scale
    let em = Double(TextLayout.em)
    let widest = Double(layout.lines.map(\.width).max() ?? 0) / em
    let size = try Self.size(of: text, widest: widest, side: side, width: width)

    let lineHeight = Double(layout.lineHeight) / em * size
    let ascender = Double(layout.ascender) / em * size
    let height =
      Double(layout.ascender + layout.descender) / em * size + lineHeight * Double(layout.lines.count - 1)
    let padding = text.box?.padding ?? Padding(.zero)
    let across = padding.horizontal.pixels(of: height, scale: scale)
    let down = padding.vertical.pixels(of: height, scale: scale)
    // Rounded to the nearest unit first. Otherwise rounding errors of the em would add a pixel to a whole width.
    let boxWidth = (Double(Outline.units(widest * size + 2 * across)) / Double(Outline.unit)).rounded(.up)
    let boxHeight = (height + 2 * down + 0.5).rounded(.down)

    var letters = Outline()
    var known: [[Int]: [OutlineStep]] = [:]
    for (index, line) in layout.lines.enumerated() {
      let lineWidth = Double(line.width) / em * size
      let free = boxWidth - 2 * across - lineWidth
      let isAtEnd = line.isRightToLeft == (text.align == .start)
      let x = across + (text.align == .center ? free / 2 : isAtEnd ? free : 0)
      let baseline = ((boxHeight - height) / 2 + ascender + lineHeight * Double(index) + 0.5).rounded(.down)
      for glyph in line.glyphs {
        let font = typeface.fonts[glyph.font]
        let name = [glyph.font, Int(glyph.id)]
        let steps = known[name] ?? font.outline(of: glyph.id)
        known[name] = steps
        var outline = Outline()
        outline.add(
          steps, at: x + Double(glyph.x) / em * size, baseline - Double(glyph.y) / em * size,
          scale: size / Double(font.units))
        // Fonts differ in the direction of contours. With equal directions, overlapping letters add up.
        letters.add(outline, reversed: outline.doubleArea < 0)
      }
    }
    lineWidth = text.stroke == nil ? 0 : text.lineWidth * scale

    // Extends the canvas beyond the box, in whole pixels.
    var (left, top, right, bottom) = (0, 0, Int(min(boxWidth, 1e6)), Int(min(boxHeight, 1e6)))
    if let bounds = letters.bounds {
      let reach = Outline.units(lineWidth / 2)
      left = min(left, (bounds.first.x - reach) >> 12)
      top = min(top, (bounds.first.y - reach) >> 12)
      right = max(right, (bounds.last.x + reach + 4095) >> 12)
      bottom = max(bottom, (bounds.last.y + reach + 4095) >> 12)
    }
    canvas = PixelSize(width: max(1, right - left), height: max(1, bottom - top))
    guard canvas.width <= 65_535, canvas.height <= 65_535, canvas.pixelCount <= Self.canvasLimit else {
      throw .unsuitableParameter(
        parameter: "size",
        why: "the text takes \(canvas) pixels; at most \(Self.canvasLimit) are allowed, such as 8192 × 8192")
    }
    self.letters = letters.moved(x: -left * Outline.unit, y: -top * Outline.unit)
    let inset = text.box?.stroke == nil ? 0 : (text.box?.lineWidth ?? 0) * scale / 2
    box = RoundedPath(
      left: Double(-left) + inset, top: Double(-top) + inset, right: Double(-left) + boxWidth - inset,
      bottom: Double(-top) + boxHeight - inset,
      radius: (text.box?.radius.pixels(of: height, scale: scale) ?? 0) - inset)
  }

  /// Returns the font size in pixels, reduced if a line would be too wide.
  private static func size(
    of text: Text, widest: Double, side: Int?, width: Int?
  ) throws(FilterError) -> Double {
    let scale = text.scale
    if case .percent = text.size, side == nil {
      throw .unsuitableParameter(
        parameter: "size",
        why: "`size` is a percentage of the photo's shorter side, which a source does not have; write it in points")
    }
    let size = text.size.pixels(of: side ?? 0, scale: scale)
    guard let fitWidth = text.fitWidth else { return size }
    if case .percent = fitWidth, width == nil {
      throw .unsuitableParameter(
        parameter: "fitWidth",
        why: "`fitWidth` is a percentage of the photo's width, which a source does not have; write it in points")
    }
    let room = fitWidth.pixels(of: width ?? 0, scale: scale)
    if widest * size <= room { return size }
    let fitting = (room / widest * 1024).rounded(.down) / 1024
    guard fitting >= smallestSize else {
      throw .unsuitableParameter(
        parameter: "fitWidth",
        why:
          "the text does not fit: at a size of \(Int(smallestSize)) pixels it is \(Int((widest * smallestSize).rounded(.up))) "
          + "pixels wide, and `fitWidth` allows \(Int(room)); shorten it, break it into lines with \\n, or allow more")
    }
    return fitting
  }

  /// Returns the drawing on a transparent canvas, premultiplied: the box, the letters' line, the letters.
  func image(in format: PixelFormat, kernels: Kernels) -> Image {
    var image = PixelBuffer.transparent(
      ImageShape(size: canvas, format: format.with(alpha: .premultiplied)))
    if let textBox = text.box {
      image.paint(box.outline, textBox.fill, kernels: kernels)
      if let stroke = textBox.stroke {
        image.paint(box.line(width: textBox.lineWidth * text.scale), stroke, kernels: kernels)
      }
    }
    if let stroke = text.stroke { image.paint(letters.stroked(width: lineWidth), stroke, kernels: kernels) }
    image.paint(letters, text.fill, kernels: kernels)
    return Image(image)
  }
}

extension Outline {
  /// Adds a glyph with its origin at a position in pixels.
  ///
  /// - Parameter scale: Pixels per unit of the font.
  fileprivate mutating func add(_ steps: [OutlineStep], at x: Double, _ y: Double, scale: Double) {
    let point = { (px: Double, py: Double) in Point(pixelsX: x + px * scale, y - py * scale) }
    for step in steps {
      switch step {
      case .move(let x, let y): move(to: point(x, y))
      case .line(let x, let y): line(to: point(x, y))
      case .quadratic(let x1, let y1, let x, let y): curve(to: point(x, y), by: point(x1, y1))
      case .cubic(let x1, let y1, let x2, let y2, let x, let y):
        curve(to: point(x, y), by: point(x1, y1), point(x2, y2))
      }
    }
    close()
  }
}
