import Parameters
import PixelCore
import PixelKernels
import Segmentation

/// Resizes the image.
///
/// Each axis is resampled by its own ratio of input to output length, in two passes of fixed-point arithmetic over
/// premultiplied values of the working format. The result is within one level of its depth of a float64 computation,
/// and colour never exceeds alpha. If a kernel's negative weights would give an alpha above opaque, the colour is
/// reduced in the same proportion, so a cut-out of one colour has that colour up to its edge. Pixel centres are at +½.
/// An image reduced nine times or more is halved first (`ResampledAxis.halve`). The result is then
/// within about two levels at hard edges and at patterns as fine as its pixels.
///
/// `focus` determines what `cover` crops: a point, as shares of the width and the height, or the product, found as
/// `trim` finds it. If the product isn't found or the backdrop is uneven, the middle of the photo is used, with a
/// warning. With a focus that depends on the picture, the whole image is buffered, unless it is a large JPEG and this is
/// the first step. A focus that was set for the photo takes the place of `focus`.
public struct Resize: Filter {
  /// How the aspect ratio is handled if both lengths are given.
  public enum Mode: String, ParameterChoice {
    /// Keeps the aspect ratio. The image fits inside width × height.
    case contain
    /// Keeps the aspect ratio. The image fills width × height, and the rest is cropped evenly, in fractions of a pixel.
    case cover
    /// Ignores the aspect ratio. The image is exactly width × height.
    case stretch
  }

  /// Width in pixels. If only the width is given, the height keeps the aspect ratio.
  public var width: Int?
  /// Height in pixels. If only the height is given, the width keeps the aspect ratio.
  public var height: Int?
  /// How both lengths are used: fit inside (`contain`), fill and crop (`cover`), or `stretch`. Defaults to contain.
  public var mode = Mode.contain
  /// Whether to enlarge a smaller image. Defaults to true.
  public var enlarge = true
  /// The resampling kernel. Defaults to Lanczos-3.
  public var kernel = ResamplingKernel.lanczos3
  /// With `mode: cover`, what to keep in the middle as far as possible. Defaults to the centre.
  public var focus = Focus.center

  public init() {}
  /// Creates the filter. Its parameters are explained at the properties of Resize.
  public init(
    width: Int? = nil, height: Int? = nil, mode: Mode = .contain, enlarge: Bool = true,
    kernel: ResamplingKernel = .lanczos3, focus: Focus = .center
  ) {
    (self.width, self.height, self.mode) = (width, height, mode)
    (self.enlarge, self.kernel, self.focus) = (enlarge, kernel, focus)
  }

  public static let name = "resize"
  public static let keepsGainMap = true
  public static let summary = "Makes the image larger or smaller."
  public static let otherWords = [
    "scale", "thumbnail", "shrink", "enlarge", "downscale", "upscale", "resample", "CILanczosScaleTransform",
    "CIBicubicScaleTransform",
  ]
  public static let example = "resize: { width: 140 }"
  public static let parameters = [
    Parameter<Self>("width", \.width, in: 1...65_535, "Width in pixels; alone, it keeps the aspect ratio."),
    Parameter<Self>("height", \.height, in: 1...65_535, "Height in pixels; alone, it keeps the aspect ratio."),
    Parameter<Self>("mode", \.mode, "With both lengths: fit inside (contain), fill and crop (cover), or stretch."),
    Parameter<Self>("enlarge", \.enlarge, "Whether to enlarge a smaller image."),
    Parameter<Self>("kernel", \.kernel, "The resampling kernel."),
    Parameter<Self>(
      "focus", \.focus,
      "With `mode: cover`: the point at the middle of the visible part, as far as the photo allows."),
  ]

  public func check() throws(FilterError) {
    if width == nil, height == nil {
      throw .missingParameter(
        parameter: "width", filter: Self.name, allowed: "give `width`, `height` or both, in pixels")
    }
    if focus != .center, mode != .cover || width == nil || height == nil {
      throw .unsuitableParameter(
        parameter: "focus", why: "`focus` is for `mode: cover` with both lengths; otherwise nothing is cropped")
    }
  }

  public func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    let geometry = geometry(for: input.size)
    if geometry.isIdentity(for: input.size) { return FilterPlan(output: input, work: .nothing) }
    let output = ImageShape(size: geometry.output, format: input.format)
    let plan = Self.plan(input, output, geometry, kernel)
    if focus == .center { return plan }
    return FilterPlan(
      around: focus, in: input, context.overview, output: output, workingBytes: plan.workingBytes,
      window: (geometry.columns.length, geometry.rows.length), otherwise: "resize: the middle of the photo was kept"
    ) { [kernel] point in
      var seen = geometry
      seen.columns.start = Focus.start(around: point.x, length: seen.columns.length, of: Double(input.size.width))
      seen.rows.start = Focus.start(around: point.y, length: seen.rows.length, of: Double(input.size.height))
      return Self.plan(input, output, seen, kernel)
    }
  }

  private static func plan(
    _ input: ImageShape, _ output: ImageShape, _ geometry: ResizeGeometry, _ kernel: ResamplingKernel
  ) -> FilterPlan {
    let stages = ResizeStages(input: input, output: output, geometry: geometry, kernel: kernel)
    return FilterPlan(
      output: output, work: .stage { stages.sink($0, into: $1) }, workingBytes: stages.workingBytes,
      resampling: Resampling(geometry: geometry, kernel: kernel))
  }

  /// With `stretch` or `cover`, the output has the requested size, unless `enlarge` is false and the image is smaller.
  /// Otherwise the size depends on the image's aspect ratio, which isn't limited: for a narrow image, a width alone
  /// gives a large height.
  public func output(ofAtMost bound: ImageShape, in context: PlanContext) -> PlannedShape {
    let size = PixelSize(width: width ?? bound.size.width * height!, height: height ?? bound.size.height * width!)
    if !enlarge {
      let smaller = PixelSize(width: min(size.width, bound.size.width), height: min(size.height, bound.size.height))
      return .atMost(ImageShape(size: smaller, format: bound.format))
    }
    let output = ImageShape(size: size, format: bound.format)
    return width != nil && height != nil && mode != .contain ? .exact(output) : .atMost(output)
  }

  /// Returns the visible part of an image and the output size.
  func geometry(for input: PixelSize) -> ResizeGeometry {
    let (inputWidth, inputHeight) = (Double(input.width), Double(input.height))
    let acrossScale = width.map { Double($0) / inputWidth }
    let downScale = height.map { Double($0) / inputHeight }
    let limit = enlarge ? Double.infinity : 1

    guard let acrossScale, let downScale, mode != .contain else {
      // The smaller of the given scales. Requested lengths are used exactly, without the rounding of a product.
      let scale = min(acrossScale ?? .infinity, downScale ?? .infinity, limit)
      let output = PixelSize(
        width: scale == acrossScale ? width! : PixelSize.rounded(inputWidth * scale),
        height: scale == downScale ? height! : PixelSize.rounded(inputHeight * scale))
      return ResizeGeometry(whole: input, output: output)
    }
    if mode == .stretch {
      return ResizeGeometry(
        whole: input,
        output: PixelSize(
          width: acrossScale > limit ? input.width : width!, height: downScale > limit ? input.height : height!))
    }
    // If the photo must not be enlarged, it fills a smaller frame with the same aspect ratio.
    let scale = max(acrossScale, downScale)
    let shrink = max(1, scale / limit)
    let output = PixelSize(
      width: shrink > 1 ? min(input.width, PixelSize.rounded(Double(width!) / shrink)) : width!,
      height: shrink > 1 ? min(input.height, PixelSize.rounded(Double(height!) / shrink)) : height!)
    // The visible part has the frame's aspect ratio, and either its width or its height is the whole photo's.
    let seenWidth = acrossScale >= downScale ? inputWidth : Double(width!) / downScale
    let seenHeight = downScale >= acrossScale ? inputHeight : Double(height!) / acrossScale
    return ResizeGeometry(
      columns: ResizeGeometry.Window(start: (inputWidth - seenWidth) / 2, length: seenWidth),
      rows: ResizeGeometry.Window(start: (inputHeight - seenHeight) / 2, length: seenHeight),
      output: output)
  }
}

extension Resize: CropsAroundFocus {
  package func with(_ focus: Focus) -> Resize? {
    guard mode == .cover, width != nil, height != nil else { return nil }
    var resize = self
    resize.focus = focus
    return resize
  }
}

extension ResamplingKernel: ParameterChoice {}

/// The visible part of an image, which is centred by default, and the output size.
package struct ResizeGeometry: Hashable, Sendable {
  /// A section of an axis in input pixels, possibly fractional.
  public struct Window: Hashable, Sendable {
    public var start: Double
    public var length: Double

    /// Places the section as far from the axis's end as it was from its start.
    mutating func mirror(in whole: Int) {
      // Rounding errors may not lead beyond the axis's start.
      start = max(0, Double(whole) - start - length)
    }
  }

  public var columns: Window
  public var rows: Window
  public var output: PixelSize

  /// Creates the geometry that resizes the whole of `input` to `output`.
  init(whole input: PixelSize, output: PixelSize) {
    self.init(
      columns: Window(start: 0, length: Double(input.width)), rows: Window(start: 0, length: Double(input.height)),
      output: output)
  }

  init(columns: Window, rows: Window, output: PixelSize) {
    (self.columns, self.rows, self.output) = (columns, rows, output)
  }

  /// Returns the geometry for the same part of the image before it was turned, when its size was `stored`.
  func before(_ turn: Orientation, of stored: PixelSize) -> ResizeGeometry {
    var before = turn.swapsAxes ? ResizeGeometry(columns: rows, rows: columns, output: output.swapped) : self
    if turn.reverses.columns { before.columns.mirror(in: stored.width) }
    if turn.reverses.rows { before.rows.mirror(in: stored.height) }
    return before
  }

  /// Returns the same geometry in the whole image, of which this geometry's image is the part that begins at `origin`.
  func moved(by origin: PixelPoint) -> ResizeGeometry {
    var moved = self
    moved.columns.start += Double(origin.x)
    moved.rows.start += Double(origin.y)
    return moved
  }

  /// Returns the same part of the image when the image is scaled.
  func scaled(by scale: Double) -> ResizeGeometry {
    ResizeGeometry(
      columns: Window(start: columns.start * scale, length: columns.length * scale),
      rows: Window(start: rows.start * scale, length: rows.length * scale), output: output)
  }

  /// Whether no pixel changes.
  func isIdentity(for input: PixelSize) -> Bool { self == ResizeGeometry(whole: input, output: input) }
}

extension Filter where Self == Resize {
  /// Makes the image larger or smaller. See ``Resize``.
  public static func resize(
    width: Int? = nil, height: Int? = nil, mode: Resize.Mode = .contain, enlarge: Bool = true,
    kernel: ResamplingKernel = .lanczos3, focus: Focus = .center
  ) -> Self {
    Resize(width: width, height: height, mode: mode, enlarge: enlarge, kernel: kernel, focus: focus)
  }
}
