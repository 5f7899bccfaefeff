import Parameters
import PixelCore
import PixelKernels

/// Fits the whole image into a frame of a given size and centres it there.
///
/// The image is resized to be contained in the frame, then laid source-over on `background`. Centring offsets are
/// floor((W − w) / 2). The result is exactly width × height, and opaque if the background is.
public struct Fit: Filter {
  public var width = 0
  public var height = 0
  public var background = Color.transparent
  public var enlarge = true
  public var kernel = ResamplingKernel.lanczos3

  public init() {}
  public init(width: Int, height: Int, background: Color = .transparent) {
    (self.width, self.height, self.background) = (width, height, background)
  }

  public static let name = "fit"
  public static let summary = "Fits the whole image into a frame and centres it there."
  public static let otherWords = ["contain", "letterbox"]
  public static let example = "fit: { width: 300, height: 180, background: \"#f4ecd8\" }"
  public static let parameters = [
    Parameter<Self>("width", \.width, in: 1...65_535, isRequired: true, "Pixels across."),
    Parameter<Self>("height", \.height, in: 1...65_535, isRequired: true, "Pixels down."),
    Parameter<Self>("background", \.background, "The colour around and behind the image."),
    Parameter<Self>("enlarge", \.enlarge, "Whether to enlarge a smaller image."),
    Parameter<Self>("kernel", \.kernel, "The resampling kernel."),
  ]

  public func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
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
      workingBytes: resized.workingBytes, resampling: resampling)
  }

  /// The frame, whatever comes. The background may show, so there is alpha unless that is opaque.
  public func output(ofAtMost bound: ImageShape, in context: PlanContext) -> PlannedShape {
    .exact(canvas(under: bound.format))
  }

  private func canvas(under image: PixelFormat) -> ImageShape {
    CanvasStage.shape(
      canvas: PixelSize(width: width, height: height), image: image, isBackgroundOpaque: background.isOpaque)
  }
}
