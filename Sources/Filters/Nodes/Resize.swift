import Parameters
import PixelCore
import PixelKernels
import Segmentation

/// Makes the image larger or smaller.
///
/// Each axis is resampled by its own ratio of input to output length, in two passes of fixed-point arithmetic over
/// premultiplied values of the working format; the result is within one level of its depth of a float64 computation, and
/// colour never exceeds alpha. Where a kernel's negative weights would make an alpha larger than opaque, the colour is made smaller in the same
/// proportion: a cut-out of one colour is of that colour to its edge. Pixel centres lie at +½. An image that becomes at least nine times smaller is halved first
/// (`ResampledAxis.halve`): then the result is within two levels or so at hard edges and patterns as fine as its pixels.
///
/// What `cover` crops goes by `focus`: a place, by its shares of the width and of the height, or the product, found as `trim` finds
/// it. Where the backdrop is not of one colour the middle serves better, and a warning says that it was taken. The image is held whole then.
public struct Resize: Filter {
  /// What becomes of the image's aspect ratio where both lengths are given.
  public enum Mode: String, ParameterChoice {
    /// Kept; the image fits inside width × height.
    case contain
    /// Kept; the image fills width × height, what hangs over is cropped evenly, in fractions of a pixel.
    case cover
    /// Given up; the image is exactly width × height.
    case stretch
  }

  /// Width in pixels; alone, it keeps the aspect ratio.
  public var width: Int?
  /// Height in pixels; alone, it keeps the aspect ratio.
  public var height: Int?
  /// With both lengths: fit inside (`contain`), fill and crop (`cover`), or `stretch`.
  public var mode = Mode.contain
  /// Whether to enlarge a smaller image.
  public var enlarge = true
  /// The resampling kernel.
  public var kernel = ResamplingKernel.lanczos3
  /// With `mode: cover`: what lies in the middle of what is seen, as far as the photo allows.
  public var focus = Focus.center

  public init() {}
  /// The filter with these parameters; Resize's properties say what they are.
  public init(
    width: Int? = nil, height: Int? = nil, mode: Mode = .contain, enlarge: Bool = true,
    kernel: ResamplingKernel = .lanczos3, focus: Focus = .center
  ) {
    (self.width, self.height, self.mode) = (width, height, mode)
    (self.enlarge, self.kernel, self.focus) = (enlarge, kernel, focus)
  }

  public static let name = "resize"
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
      "With `mode: cover`: what is in the middle of the visible part, as far as the photo allows."),
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
    let stages = ResizeStages(input: input, output: output, geometry: geometry, kernel: kernel)
    if focus != .center { return plan(input, output, geometry, stages.workingBytes) }
    return FilterPlan(
      output: output, work: .stage { stages.sink($0, into: $1) }, workingBytes: stages.workingBytes,
      resampling: Resampling(geometry: geometry, kernel: kernel))
  }

  /// The plan where what is seen is not the middle.
  private func plan(
    _ input: ImageShape, _ output: ImageShape, _ geometry: ResizeGeometry, _ workingBytes: Int
  ) -> FilterPlan {
    FilterPlan(
      output: output,
      work: .barrier { [focus, kernel] context, sink in
        WholeImageStage(input) { image in
          try image.withBand { band in
            let (x, y, warning) = focus.point(in: band, context)
            if let warning { context.notes.add(warning("resize: the middle of the photo was kept")) }
            var seen = geometry
            seen.columns.start = Focus.start(around: x, length: seen.columns.length, of: Double(input.size.width))
            seen.rows.start = Focus.start(around: y, length: seen.rows.length, of: Double(input.size.height))
            let stages = ResizeStages(input: input, output: output, geometry: seen, kernel: kernel)
            let resizing = stages.sink(context, into: sink)
            try resizing.push(band)
            try resizing.finish()
          }
        }
      },
      workingBytes: workingBytes + input.byteCount + (focus.needsContent ? Content.workingBytes(for: input.size) : 0))
  }

  /// Stretched, or filled, it is as large as it says. Otherwise the image's proportions decide, which may be any: of a narrow
  /// one a width alone makes a high one.
  public func output(ofAtMost bound: ImageShape, in context: PlanContext) -> PlannedShape {
    let size = PixelSize(width: width ?? bound.size.width * height!, height: height ?? bound.size.height * width!)
    if !enlarge {
      let smaller = PixelSize(width: min(size.width, bound.size.width), height: min(size.height, bound.size.height))
      return .atMost(ImageShape(size: smaller, format: bound.format))
    }
    let output = ImageShape(size: size, format: bound.format)
    return width != nil && height != nil && mode != .contain ? .exact(output) : .atMost(output)
  }

  /// Which part of an image becomes how many pixels.
  func geometry(for input: PixelSize) -> ResizeGeometry {
    let (inputWidth, inputHeight) = (Double(input.width), Double(input.height))
    let acrossScale = width.map { Double($0) / inputWidth }
    let downScale = height.map { Double($0) / inputHeight }
    let limit = enlarge ? Double.infinity : 1

    guard let acrossScale, let downScale, mode != .contain else {
      // The smaller of the scales given. Lengths asked for are met exactly, not through a product that was rounded.
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
    // A photo that may not grow fills a smaller frame of the same shape.
    let scale = max(acrossScale, downScale)
    let shrink = max(1, scale / limit)
    let output = PixelSize(
      width: shrink > 1 ? min(input.width, PixelSize.rounded(Double(width!) / shrink)) : width!,
      height: shrink > 1 ? min(input.height, PixelSize.rounded(Double(height!) / shrink)) : height!)
    // The part that is seen has the frame's own shape; one of its lengths is the whole photo's.
    let seenWidth = acrossScale >= downScale ? inputWidth : Double(width!) / downScale
    let seenHeight = downScale >= acrossScale ? inputHeight : Double(height!) / acrossScale
    return ResizeGeometry(
      columns: ResizeGeometry.Window(start: (inputWidth - seenWidth) / 2, length: seenWidth),
      rows: ResizeGeometry.Window(start: (inputHeight - seenHeight) / 2, length: seenHeight),
      output: output)
  }
}

extension ResamplingKernel: ParameterChoice {}

/// Which part of an image a resize shows, and how large. The part lies in the image's middle.
package struct ResizeGeometry: Hashable, Sendable {
  /// A part of an axis, in input pixels and their fractions.
  public struct Window: Hashable, Sendable {
    public var start: Double
    public var length: Double
  }

  public var columns: Window
  public var rows: Window
  public var output: PixelSize

  /// The whole of `input` becomes `output`.
  init(whole input: PixelSize, output: PixelSize) {
    self.init(
      columns: Window(start: 0, length: Double(input.width)), rows: Window(start: 0, length: Double(input.height)),
      output: output)
  }

  init(columns: Window, rows: Window, output: PixelSize) {
    (self.columns, self.rows, self.output) = (columns, rows, output)
  }

  /// The same of the image mirrored at its diagonal. Of one mirrored the other ways it is the same as it is.
  var transposed: ResizeGeometry { ResizeGeometry(columns: rows, rows: columns, output: output.swapped) }

  /// The same part of the image made smaller.
  func scaled(by scale: Double) -> ResizeGeometry {
    ResizeGeometry(
      columns: Window(start: columns.start * scale, length: columns.length * scale),
      rows: Window(start: rows.start * scale, length: rows.length * scale), output: output)
  }

  /// Whether every pixel stays as it is.
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
