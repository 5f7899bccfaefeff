import Parameters
import PixelCore

/// Adds a border around the image.
///
/// The image's own pixels are unchanged, even translucent ones. Use `flatten` to place them on a colour. If only some
/// sides are given, the remaining sides get no border. Percentages are relative to the image's shorter side. The result
/// is opaque if the image and `background` are.
public struct Pad: Filter {
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
  /// The border's colour.
  public var background = Color.transparent

  public init() {}
  /// Creates the filter. Its parameters are explained at the properties of Pad.
  public init(
    top: Int? = nil, right: Int? = nil, bottom: Int? = nil, left: Int? = nil, background: Color = .transparent
  ) {
    (self.top, self.right) = (top.map { .pixels($0) }, right.map { .pixels($0) })
    (self.bottom, self.left) = (bottom.map { .pixels($0) }, left.map { .pixels($0) })
    self.background = background
  }
  /// Creates the filter. Its parameters are explained at the properties of Pad.
  public init(all: Int, background: Color = .transparent) {
    (self.all, self.background) = (.pixels(all), background)
  }

  public static let name = "pad"
  public static let movesPixelsOnly = true
  public static let keepsGainMap = true
  public static let summary = "Adds a border around the image."
  public static let shorthand: String? = "all"
  public static let otherWords = ["border", "margin", "frame", "expand"]
  public static let example = "pad: { all: 20, background: \"#e9b44c\" }"
  public static let parameters = [
    Parameter<Self>("top", \.top, in: 0...65_535, "The border above."),
    Parameter<Self>("right", \.right, in: 0...65_535, "The border to the right."),
    Parameter<Self>("bottom", \.bottom, in: 0...65_535, "The border below."),
    Parameter<Self>("left", \.left, in: 0...65_535, "The border to the left."),
    Parameter<Self>("all", \.all, in: 0...65_535, "The border on all four sides."),
    Parameter<Self>("background", \.background, "The border's colour."),
  ]

  public func check() throws(FilterError) {
    let hasSides = [top, right, bottom, left].contains { $0 != nil }
    if all != nil, hasSides {
      throw .unsuitableParameter(
        parameter: "all", why: "`pad` takes either `all` or single sides; leave one of them out")
    }
    if all == nil, !hasSides {
      throw .unsuitableParameter(
        parameter: nil, why: "`pad` needs a side: give `all`, or some of `top`, `right`, `bottom` and `left`")
    }
  }

  public func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    let border = { (side: Length?) in (all ?? side ?? .zero).wholePixels(of: input.size.shorterSide) }
    let (top, right, bottom, left) = (border(top), border(right), border(bottom), border(left))
    let size = PixelSize(width: left + input.size.width + right, height: top + input.size.height + bottom)
    if size == input.size { return FilterPlan(output: input, work: .nothing) }
    let isOpaque = input.format.alpha == .opaque && background.isOpaque
    let canvas = CanvasStage.shape(canvas: size, image: input.format, isBackgroundOpaque: isOpaque)
    let color = background.pixel(in: canvas.format)
    return FilterPlan(
      output: canvas,
      work: .stage { context, sink in
        CanvasStage(
          canvas: canvas, background: .color(color), image: input.size, at: PixelPoint(x: left, y: top),
          blending: .replacing, context: context, sink: sink)
      }
    ).moving([.frame(PixelRect(origin: PixelPoint(x: -left, y: -top), size: size))])
  }
}

extension Filter where Self == Pad {
  /// Adds a border around the image. See ``Pad``.
  public static func pad(
    top: Int? = nil, right: Int? = nil, bottom: Int? = nil, left: Int? = nil, background: Color = .transparent
  ) -> Self {
    Pad(top: top, right: right, bottom: bottom, left: left, background: background)
  }

  /// Adds a border around the image. See ``Pad``.
  public static func pad(all: Int, background: Color = .transparent) -> Self {
    Pad(all: all, background: background)
  }
}
