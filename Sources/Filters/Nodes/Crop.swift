import Parameters
import PixelCore
import Segmentation

/// Keeps a rectangle of the image.
///
/// Pixels are moved, never changed. The rectangle's position is given in one of three ways. `x` and `y` are the pixels
/// from the top left. `at` is a side, a corner or the centre (with offsets floor((W − w) / 2)). `focus` is the middle
/// of the rectangle, which is shifted as little as necessary to stay inside the image: a point, as shares of the width
/// and the height, or the product, found as `trim` finds it. If the product isn't found or the backdrop is uneven, the
/// middle of the photo is used, with a warning. A photo smaller than the rectangle is an error.
public struct Crop: Filter {
  /// Pixels from the left. Requires `y`.
  public var x: Int?
  /// Pixels from the top. Requires `x`.
  public var y: Int?
  /// Width in pixels.
  public var width = 0
  /// Height in pixels.
  public var height = 0
  /// Position of the rectangle, instead of `x` and `y`. Defaults to the centre.
  public var at: Placement?
  /// What to keep in the middle of the rectangle as far as possible, instead of `x`, `y` and `at`.
  public var focus: Focus?

  public init() {}
  /// Creates a crop of the rectangle with its corner at `(x, y)`.
  public init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
  /// Creates a crop at a side, a corner or the centre.
  public init(width: Int, height: Int, at: Placement = .center) {
    (self.width, self.height, self.at) = (width, height, at)
  }
  /// Creates a crop around a focus.
  public init(width: Int, height: Int, focus: Focus) {
    (self.width, self.height, self.focus) = (width, height, focus)
  }

  public static let name = "crop"
  public static let movesPixelsOnly = true
  public static let keepsGainMap = true
  public static let summary = "Keeps a rectangle of the image, without changing any pixel."
  public static let coreImageName: String? = "CICrop"
  public static let coreImageDifferences = [
    "inputRectangle": "`inputRectangle` is counted from the bottom left; write it from the top left: "
      + "`crop: { x: …, y: …, width: …, height: … }`, where y is the photo's height less the rectangle's y and height"
  ]
  public static let otherWords = ["cut", "clip", "extract"]
  public static let example = "crop: { width: 160, height: 120, at: top }"
  public static let parameters = [
    Parameter<Self>("x", \.x, in: 0...1_000_000, "Pixels from the left, with `y`."),
    Parameter<Self>("y", \.y, in: 0...1_000_000, "Pixels from the top, with `x`."),
    Parameter<Self>("width", \.width, in: 1...65_535, isRequired: true, "Pixels across."),
    Parameter<Self>("height", \.height, in: 1...65_535, isRequired: true, "Pixels down."),
    Parameter<Self>("at", \.at, "The rectangle's position, if `x` and `y` aren't given. If none is given, center."),
    Parameter<Self>(
      "focus", \.focus,
      "The point at the rectangle's middle, as far as the photo allows; can't be combined with `x`, `y` or `at`."),
  ]

  public func check() throws(FilterError) {
    if (x == nil) != (y == nil) {
      throw .unsuitableParameter(
        parameter: x == nil ? "y" : "x", why: "`x` and `y` go together; give both, or `at`, or neither")
    }
    if x != nil, at != nil {
      throw .unsuitableParameter(
        parameter: "at", why: "`crop` takes either `x` and `y` or `at`; leave one of them out")
    }
    if focus != nil, x != nil || at != nil {
      throw .unsuitableParameter(
        parameter: "focus",
        why: "`focus` places the rectangle; leave out \(x != nil ? "`x` and `y`" : "`at`"), or `focus`")
    }
  }

  public func plan(_ input: ImageShape, in context: PlanContext) throws(FilterError) -> FilterPlan {
    let size = PixelSize(width: width, height: height)
    let origin =
      if let x, let y { PixelPoint(x: x, y: y) } else {
        (at ?? .center).origin(of: size, on: input.size, inset: .zero)
      }
    let area = PixelRect(origin: origin, size: size)
    guard area.columns.clamped(to: 0..<input.size.width) == area.columns,
      area.rows.clamped(to: 0..<input.size.height) == area.rows
    else {
      // With `at`, only the size is too large, so the message doesn't mention a corner that the recipe doesn't contain.
      let corner = x == nil ? "" : " at \(origin)"
      throw .unsuitableImage(
        why: "`crop` keeps \(size) pixels\(corner), but the image has \(input.size); crop less, or resize first")
    }
    if size == input.size { return FilterPlan(output: input, work: .nothing) }
    let output = ImageShape(size: size, format: input.format)
    if let focus { return plan(input, output, focus, context.overview) }
    return FilterPlan(output: output, work: .stage { _, sink in CropStage(area: area, sink: sink) })
      .moving([.frame(area)])
  }

  private func plan(
    _ input: ImageShape, _ output: ImageShape, _ focus: Focus, _ overview: OverviewState
  ) -> FilterPlan {
    FilterPlan(
      around: focus, in: input, overview, output: output, workingBytes: 0,
      window: (Double(output.size.width), Double(output.size.height)),
      otherwise: "crop: the middle of the photo was kept"
    ) { point in
      func start(_ middle: Double, _ length: Int, _ whole: Int) -> Int {
        Int(Focus.start(around: middle, length: Double(length), of: Double(whole)).rounded(.down))
      }
      let origin = PixelPoint(
        x: start(point.x, output.size.width, input.size.width),
        y: start(point.y, output.size.height, input.size.height))
      let area = PixelRect(origin: origin, size: output.size)
      return FilterPlan(output: output, work: .stage { _, sink in CropStage(area: area, sink: sink) })
        .moving([.frame(area)])
    }
  }

  /// The output has its exact size even if only a bound of the image is known.
  public func output(ofAtMost bound: ImageShape, in context: PlanContext) throws(FilterError) -> PlannedShape {
    .exact(try plan(bound, in: context).output.bound)
  }
}

extension Crop: CropsAroundFocus {
  package func with(_ focus: Focus) -> Crop? {
    guard x == nil, at == nil else { return nil }
    var crop = self
    crop.focus = focus
    return crop
  }
}

extension Filter where Self == Crop {
  /// Keeps a rectangle of the image, without changing any pixel. See ``Crop``.
  public static func crop(x: Int, y: Int, width: Int, height: Int) -> Self {
    Crop(x: x, y: y, width: width, height: height)
  }

  /// Keeps a rectangle of the image, without changing any pixel. See ``Crop``.
  public static func crop(width: Int, height: Int, at: Placement = .center) -> Self {
    Crop(width: width, height: height, at: at)
  }

  /// Keeps a rectangle of the image, without changing any pixel. See ``Crop``.
  public static func crop(width: Int, height: Int, focus: Focus) -> Self {
    Crop(width: width, height: height, focus: focus)
  }
}
