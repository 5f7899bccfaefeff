import PixelCore
import PixelKernels

/// Puts one image over another: Porter and Duff's source-over, Core Image's `CISourceOverCompositing`.
///
/// `R = min(255, S + round½up(D·(255 − Sa)/255))` on premultiplied, encoded values: exact for every S, D and Sa.
///
/// With `background` the photo is the foreground, and the canvas is the background's. With `foreground` the canvas is
/// the photo's. Parts outside the canvas are clipped. Core Image's own result extends over the union of the two, with
/// its origin at the bottom left; here the canvas decides, with its origin at the top left.
public struct SourceOver: Filter {
  public var background: SourceName?
  public var foreground: SourceName?
  public var at = Placement.center
  public var inset = PixelPoint.zero
  public var opacity = 1.0

  public init() {}
  /// The photo over a source.
  public init(background: SourceName, at: Placement = .center, inset: PixelPoint = .zero, opacity: Double = 1) {
    (self.background, self.at, self.inset, self.opacity) = (background, at, inset, opacity)
  }
  /// A source over the photo.
  public init(foreground: SourceName, at: Placement = .center, inset: PixelPoint = .zero, opacity: Double = 1) {
    (self.foreground, self.at, self.inset, self.opacity) = (foreground, at, inset, opacity)
  }

  public static let name = "sourceOver"
  public static let summary = "Puts the photo over a source, or a source over the photo."
  public static let parameters = [
    Parameter<Self>("background", \.background, "What the photo is put over; the canvas is this source's."),
    Parameter<Self>("foreground", \.foreground, "What is put over the photo; the canvas is the photo's."),
    Parameter<Self>("at", \.at, "Where the foreground lies on the canvas."),
    Parameter<Self>("inset", \.inset, in: 0...65_535, "Pixels inwards from the side it lies at."),
    Parameter<Self>("opacity", \.opacity, in: 0...1, "What the foreground is multiplied by."),
  ]

  public var sourceNames: [String] { [background, foreground].compactMap { $0?.name } }

  public func check() throws(FilterError) {
    if (background == nil) == (foreground == nil) {
      throw .unsuitable(
        parameter: foreground == nil ? nil : "foreground",
        why:
          "`sourceOver` takes either `background` (the photo goes over it) or `foreground` (it goes over the photo), "
          + (background == nil ? "and neither is given" : "and both are given"))
    }
    if (inset.x > 0 && !at.isAtSide.across) || (inset.y > 0 && !at.isAtSide.down) {
      throw .unsuitable(
        parameter: "inset",
        why: "`inset` is \(inset.value), but `at: \(at.rawValue)` is centred on an axis that it moves along; "
          + "give 0 there, or lie at a side or corner")
    }
  }

  /// Opacity in whole millionths, the unit the inner loops multiply by.
  private var opacityMillionths: Int { Int((opacity * 1_000_000).rounded()) }

  public func plan(_ input: ImageShape, in context: PlanContext) throws(FilterError) -> FilterPlan {
    let opacity = opacityMillionths
    if let background {
      let canvas = try context.source(background, for: "background")
      let output = CanvasStage.shape(
        canvas: canvas.size, image: input.format, isBackgroundOpaque: canvas.format.alpha == .opaque)
      let origin = at.origin(of: input.size, on: canvas.size, inset: inset)
      return FilterPlan(
        output: output,
        work: .stage { context, sink in
          CanvasStage(
            canvas: output, background: .image(context.sources[background.name]!), image: input.size, at: origin,
            opacity: opacity, context: context, sink: sink)
        })
    }
    let foreground = foreground!
    let shape = try context.source(foreground, for: "foreground")
    let origin = at.origin(of: shape.size, on: input.size, inset: inset)
    return FilterPlan(
      output: input,
      work: .rows { context in
        OverlayLoop(
          context.sources[foreground.name]!, at: origin, canvas: input, opacity: opacity, context: context)
      })
  }
}
