import Errors
import Parameters
import PixelCore
import PixelKernels
import Segmentation

/// Adds a border that continues the photo's own backdrop.
///
/// For photos that keep their backdrop but need another shape, such as a square. The border has the backdrop's light,
/// and its grain is mirrored from a strip along the frame that shows no product, in encoded sRGB. Pixels of the photo
/// don't change. A shadow that reaches the frame fades out in the border.
///
/// If the backdrop can't be found, or the product touches a side that is extended, the border gets the typical colour of
/// that photo's frame, and a warning says so. The border of a photo that is transparent along half of its frame is
/// transparent.
public struct Extend: Filter {
  /// Width divided by height of the result. The photo stays in the middle, and one axis is extended.
  public var ratio: Double?
  /// Border above, in pixels or as a percentage of the image's shorter side.
  public var top: Length?
  /// Border to the right, in pixels or as a percentage of the image's shorter side.
  public var right: Length?
  /// Border below, in pixels or as a percentage of the image's shorter side.
  public var bottom: Length?
  /// Border to the left, in pixels or as a percentage of the image's shorter side.
  public var left: Length?
  /// Border on all four sides, in pixels or as a percentage of the image's shorter side.
  public var all: Length?

  public init() {}
  /// Creates the filter. Its parameters are explained at the properties of Extend.
  public init(ratio: Double) { self.ratio = ratio }
  /// Creates the filter. Its parameters are explained at the properties of Extend.
  public init(all: Int) { self.all = .pixels(all) }
  /// Creates the filter. Its parameters are explained at the properties of Extend.
  public init(top: Int = 0, right: Int = 0, bottom: Int = 0, left: Int = 0) {
    (self.top, self.right, self.bottom, self.left) = (.pixels(top), .pixels(right), .pixels(bottom), .pixels(left))
  }

  public static let name = "extend"
  public static let summary = "Adds a border that continues the photo's own backdrop."
  public static let shorthand: String? = "ratio"
  public static let otherWords = ["outpaint", "uncrop", "expandCanvas", "extendBackground", "extendCanvas"]
  public static let example = "extend: { ratio: 1.5 }"
  public static let parameters = [
    Parameter<Self>("ratio", \.ratio, in: 0.05...20, "The result's width divided by its height; 1 is a square."),
    Parameter<Self>("top", \.top, in: 0...65_535, "The border above."),
    Parameter<Self>("right", \.right, in: 0...65_535, "The border to the right."),
    Parameter<Self>("bottom", \.bottom, in: 0...65_535, "The border below."),
    Parameter<Self>("left", \.left, in: 0...65_535, "The border to the left."),
    Parameter<Self>("all", \.all, in: 0...65_535, "The border on all four sides."),
  ]

  public func check() throws(FilterError) {
    let hasSides = [top, right, bottom, left].contains { $0 != nil }
    guard [ratio != nil, all != nil, hasSides].count(where: { $0 }) == 1 else {
      throw .unsuitableParameter(
        parameter: nil, why: "`extend` takes one of `ratio`, `all`, or some of `top`, `right`, `bottom` and `left`")
    }
  }

  /// Returns the area of the result, relative to the photo.
  func area(around size: PixelSize) -> PixelRect {
    if let ratio {
      let width = max(size.width, Int((Double(size.height) * ratio).rounded()))
      let height = max(size.height, Int((Double(size.width) / ratio).rounded()))
      let (x, y) = (-(width - size.width) / 2, -(height - size.height) / 2)
      return PixelRect(origin: PixelPoint(x: x, y: y), size: PixelSize(width: width, height: height))
    }
    func border(_ side: Length?) -> Int { (all ?? side ?? .zero).wholePixels(of: size.shorterSide) }
    return PixelRect(
      columns: -border(left)..<size.width + border(right), rows: -border(top)..<size.height + border(bottom))
  }

  public func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    let area = area(around: input.size)
    if area.size == input.size { return FilterPlan(output: input, work: .nothing) }
    let output = ImageShape(size: area.size, format: input.format)
    return FilterPlan(
      output: output,
      work: .barrier { context, sink in
        WholeImageStage(input) { image in
          try image.withBand { try Self.extend($0, to: area, output, context, sink) }
        }
      }, workingBytes: input.byteCount + StudioBackdrop.workingBytes(for: input.size))
  }

  private static func extend(
    _ band: RowBand, to area: PixelRect, _ output: ImageShape, _ context: RenderContext, _ sink: any RowSink
  ) throws {
    let (size, format) = (band.shape.size, band.shape.format)
    let rows = LevelRows(band, kernels: context.kernels)
    var backdrop: BackdropExtension?
    var color = Color.transparent.pixel(in: format)
    if format.alpha == .opaque
      || SRGBImage(band, kernels: context.kernels).clearShareOfBorder < Content.leastSupport
    {
      backdrop = BackdropExtension(of: band, kernels: context.kernels).flatMap {
        $0.isWide(enough: area, size) ? $0 : nil
      }
      if backdrop == nil {
        color = typicalBorder(of: rows, size).pixel(in: format)
        context.notes.add(
          Warning(
            "extend: the border has one colour, because the backdrop can't be continued: it isn't plain, or the product "
              + "touches a side that is extended", kind: "extend: one colour", reason: "backdrop can't be continued"))
      }
    }
    let assembler = BandAssembler(shape: output, context: context, sink: sink)
    for y in area.rows {
      try assembler.append { row in
        if let backdrop {
          rows.write(to: row, count: output.size.width) { store in
            backdrop.write(row: y, columns: area.columns, pixel: rows.pixel) { store($0 - area.origin.x, $1) }
          }
        } else {
          color.fill(row, count: output.size.width)
        }
        if (0..<size.height).contains(y) {
          (row - area.origin.x * format.bytesPerPixel).copyMemory(from: band.row(y), byteCount: band.shape.bytesPerRow)
        }
      }
    }
    try assembler.finish()
  }

  /// Returns the median of each channel along the frame.
  private static func typicalBorder(of rows: LevelRows, _ size: PixelSize) -> Color {
    var pixels = (0..<size.width).map { rows.pixel($0, 0) }
    for y in 0..<size.height { pixels += [rows.pixel(0, y), rows.pixel(size.width - 1, y)] }
    pixels += (0..<size.width).map { rows.pixel($0, size.height - 1) }
    func median(_ channel: Int) -> UInt8 { UInt8(pixels.map { $0[channel] }.sorted()[pixels.count / 2] + 0.5) }
    return Color(red: median(0), green: median(1), blue: median(2))
  }
}

extension BackdropExtension {
  /// Whether the strips without product are wide enough to be mirrored: 2 % of the photo, or 4 pixels.
  fileprivate func isWide(enough area: PixelRect, _ size: PixelSize) -> Bool {
    let least = max(4, size.shorterSide / 50)
    return (area.columns.lowerBound >= 0 || left >= least) && (area.rows.lowerBound >= 0 || top >= least)
      && (area.columns.upperBound <= size.width || right >= least)
      && (area.rows.upperBound <= size.height || bottom >= least)
  }
}

extension Filter where Self == Extend {
  /// Adds a border that continues the photo's own backdrop. See ``Extend``.
  public static func extend(ratio: Double) -> Self { Extend(ratio: ratio) }

  /// Adds a border that continues the photo's own backdrop. See ``Extend``.
  public static func extend(top: Int = 0, right: Int = 0, bottom: Int = 0, left: Int = 0) -> Self {
    Extend(top: top, right: right, bottom: bottom, left: left)
  }
}
