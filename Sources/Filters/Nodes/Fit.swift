import Parameters
import PixelCore
import PixelKernels
import Segmentation

/// Fits the whole image into a frame of a given size and centres it.
///
/// The image is resized to fit inside the frame and composited over `background`, with offsets floor((W − w) / 2). The
/// result is exactly width × height, and opaque if the background is.
///
/// With `content`, the product is fitted instead of the image. The photo is resized so that the product, without its
/// shadow, fills that share of the frame's width or height, whichever is reached first, and placed so that the product
/// is centred. Parts outside the frame are clipped, and the background shows beyond the photo's edges. The product is
/// found as `trim` finds it. If it isn't found, the whole photo is fitted, with a warning. With `content`, the whole
/// image is buffered, unless it is a large JPEG and this is the first step.
///
/// With `feather`, the product's surroundings fade into `background`, so that a cut-off shadow or a backdrop of another
/// colour ends without a line. The fade begins at the frame's edge, or at the photo's edge if that is inside the frame,
/// follows a smooth step, and never reaches the product.
public struct Fit: Filter {
  /// Width in pixels.
  public var width = 0
  /// Height in pixels.
  public var height = 0
  /// The colour around and behind the image.
  public var background = Color.transparent
  /// Whether to enlarge a smaller image. Defaults to true.
  public var enlarge = true
  /// The resampling kernel. Defaults to Lanczos-3.
  public var kernel = ResamplingKernel.lanczos3
  /// Share of the frame's width or height that the product should fill. If nil, the whole image is fitted.
  public var content: Double?
  /// Width of the fade into `background`, as a share of the frame's shorter side. Only with `content`. Defaults to 0.
  public var feather = 0.0

  public init() {}
  /// Creates the filter. Its parameters are explained at the properties of Fit.
  public init(
    width: Int, height: Int, background: Color = .transparent, content: Double? = nil, feather: Double = 0
  ) {
    (self.width, self.height, self.background) = (width, height, background)
    (self.content, self.feather) = (content, feather)
  }

  public static let name = "fit"
  public static let keepsGainMap = true
  public static let summary = "Fits the whole image into a frame and centres it there."
  public static let otherWords = ["contain", "letterbox"]
  public static let example = "fit: { width: 300, height: 180, background: \"#f4ecd8\" }"
  public static let parameters = [
    Parameter<Self>("width", \.width, in: 1...65_535, isRequired: true, "Pixels across."),
    Parameter<Self>("height", \.height, in: 1...65_535, isRequired: true, "Pixels down."),
    Parameter<Self>("background", \.background, "The colour around and behind the image."),
    Parameter<Self>("enlarge", \.enlarge, "Whether to enlarge a smaller image."),
    Parameter<Self>("kernel", \.kernel, "The resampling kernel."),
    Parameter<Self>(
      "content", \.content, kind: .fraction, in: 0.05...1,
      "The product's share of the frame, across or down; without it, the whole image is fitted."),
    Parameter<Self>(
      "feather", \.feather, kind: .fraction, in: 0...0.5,
      "The width of the fade into the background around the product, as a share of the frame's shorter side; only with content."
    ),
  ]

  public func check() throws(FilterError) {
    guard feather == 0 || content != nil else {
      throw .refusedValue(parameter: "feather", found: "\(feather)", allowed: "0, unless content is given, too")
    }
  }

  public func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    if let content { return plan(input, share: content, context.overview) }
    let resized = Resize(width: width, height: height, mode: .contain, enlarge: enlarge, kernel: kernel)
      .plan(input, in: context)
    let frame = PixelSize(width: width, height: height)
    let size = resized.output.bound.size
    if size == frame, input.format.alpha == .opaque || background == .transparent { return resized }

    let canvas = canvas(under: input.format)
    let origin = Placement.center.origin(of: size, on: frame, inset: .zero)
    let color = background.pixel(in: input.format)
    let onCanvas = { @Sendable (context: RenderContext, sink: any RowSink) -> any RowSink in
      CanvasStage(
        canvas: canvas, background: .color(color), image: size, at: origin, context: context, sink: sink)
    }
    var resampling = resized.resampling
    resampling?.rest = onCanvas
    return FilterPlan(
      output: canvas, work: .stage { context, sink in try resized.sink(context, into: onCanvas(context, sink)) },
      workingBytes: resized.workingBytes, resampling: resampling
    ).moving((resized.moves ?? []) + [.frame(Self.frame(frame, around: origin))])
  }

  /// Returns a frame in the coordinates of the image that was placed in it at `origin`.
  private static func frame(_ size: PixelSize, around origin: PixelPoint) -> PixelRect {
    PixelRect(origin: PixelPoint(x: -origin.x, y: -origin.y), size: size)
  }

  private func plan(_ input: ImageShape, share: Double, _ overview: OverviewState) -> FilterPlan {
    let canvas = canvas(under: input.format)
    let whole = ContentPlacement(of: input.size, on: canvas.size, enlarge: enlarge)
    let placement = { @Sendable (box: PixelRect) in
      ContentPlacement(of: box, in: input.size, on: canvas.size, share: share, enlarge: enlarge)
    }
    // The memory limit covers both extremes: the product can be almost nothing of the photo, or all of it.
    let least = PixelRect(columns: 0..<1, rows: 0..<1)
    let bounds = [whole, placement(least), placement(PixelRect(origin: .zero, size: input.size))]
    return FilterPlan(
      lookingAt: input, overview, output: .exact(canvas),
      workingBytes: bounds.map { stages(input, $0).workingBytes }.max()!,
      lookingBytes: Content.workingBytes(for:)
    ) { [self] overview in
      switch overview.content() {
      case .success(let content):
        var plan = plan(input, placement(content.box))
        plan.takeNotes = { $0.add(content) }
        return plan
      case .failure(let failure):
        var plan = plan(input, whole)
        plan.takeNotes = { $0.add(failure.reason.warning("fit: the whole photo was fitted")) }
        return plan
      }
    }
  }

  /// Returns the plan for a known placement.
  private func plan(_ input: ImageShape, _ placement: ContentPlacement) -> FilterPlan {
    let canvas = canvas(under: input.format)
    let color = background.pixel(in: input.format)
    let onCanvas = { @Sendable [feather] (context: RenderContext, sink: any RowSink) -> any RowSink in
      var sink = sink
      if let kept = placement.content, feather > 0 {
        let loop = FeatherLoop(
          length: feather * Double(canvas.size.shorterSide), into: color, on: canvas,
          visible: PixelRect(origin: placement.origin, size: placement.geometry.output), kept: kept)
        sink = RowLoopStage(loops: [loop], output: canvas, context: context, sink: sink)
      }
      return CanvasStage(
        canvas: canvas, background: .color(color), image: placement.geometry.output, at: placement.origin,
        context: context, sink: sink)
    }
    let stages = stages(input, placement)
    var resampling = Resampling(geometry: placement.geometry, kernel: kernel)
    resampling.rest = onCanvas
    return FilterPlan(
      output: canvas, work: .stage { context, sink in stages.sink(context, into: onCanvas(context, sink)) },
      workingBytes: stages.workingBytes, resampling: resampling
    ).moving(
      // A gain map can't fade as the picture does.
      placement.content != nil && feather > 0
        ? nil : [.resize(placement.geometry), .frame(Self.frame(canvas.size, around: placement.origin))])
  }

  private func stages(_ input: ImageShape, _ placement: ContentPlacement) -> ResizeStages {
    ResizeStages(
      input: input, output: ImageShape(size: placement.geometry.output, format: input.format),
      geometry: placement.geometry, kernel: kernel)
  }

  /// The output always has the frame's size. It has alpha unless the background is opaque, because the background can
  /// show.
  public func output(ofAtMost bound: ImageShape, in context: PlanContext) -> PlannedShape {
    .exact(canvas(under: bound.format))
  }

  private func canvas(under image: PixelFormat) -> ImageShape {
    CanvasStage.shape(
      canvas: PixelSize(width: width, height: height), image: image, isBackgroundOpaque: background.isOpaque)
  }
}

extension Filter where Self == Fit {
  /// Fits the whole image into a frame and centres it there. See ``Fit``.
  public static func fit(
    width: Int, height: Int, background: Color = .transparent, content: Double? = nil, feather: Double = 0
  ) -> Self {
    Fit(width: width, height: height, background: background, content: content, feather: feather)
  }
}
