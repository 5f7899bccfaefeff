import Parameters
import PixelCore
import PixelKernels

/// Places one image over another: Porter and Duff's source-over, Core Image's `CISourceOverCompositing`.
///
/// `R = min(M, S + round(D·(M − Sa)/M))` on premultiplied values, where M is the largest value of the working format's
/// depth, 255 or 65,535. It is exact for every S, D and Sa.
///
/// With `background`, the photo is the foreground, and the canvas has the background's size. With `foreground`, the
/// canvas has the photo's size. The foreground keeps its size and is placed by `at`, is scaled to a `width` with its
/// aspect ratio, or is stretched to fill `frame`. Scaling uses Lanczos-3. Parts outside the canvas are clipped. Core
/// Image's own result covers the union of both images, with its origin at the bottom left. Here it covers the canvas,
/// with its origin at the top left.
///
/// With `repeat`, a foreground is repeated in columns and rows over the whole photo, like a watermark. One of the
/// copies is at the position given by `at`. `repeat: { angle: -30 }` rotates the pattern around the middle of that copy,
/// as `rotate` does, so that a text rises to the right. Each copy is placed at whole pixels.
public struct SourceOver: Filter {
  /// The source under the photo, which determines the size of the canvas.
  public var background: SourceName?
  /// The source over the photo. The photo determines the size of the canvas.
  public var foreground: SourceName?
  /// Position of the foreground on the canvas. Defaults to the centre.
  public var at = Placement.center
  /// Distance inwards from the side or corner given by `at`, in pixels or as a percentage of the canvas's shorter side.
  public var inset = LengthPoint.zero
  /// Width to which the foreground is scaled, keeping its aspect ratio, in pixels or as a percentage of the canvas's
  /// width.
  public var width: Length?
  /// Rectangle of the canvas in pixels that the foreground is scaled to fill.
  public var frame: PixelRect?
  /// Opacity of the foreground. Defaults to 1.
  public var opacity = 1.0
  /// The repetition of the foreground in columns and rows over the whole photo. If nil, the foreground is drawn once.
  public var repetition: Repetition?

  public init() {}
  /// Creates a filter that places the photo over a source.
  public init(
    background: SourceName, at: Placement = .center, inset: PixelPoint = .zero, frame: PixelRect? = nil,
    opacity: Double = 1
  ) {
    (self.background, self.at, self.inset) = (background, at, LengthPoint(inset))
    (self.frame, self.opacity) = (frame, opacity)
  }
  /// Creates a filter that places a source over the photo.
  public init(
    foreground: SourceName, at: Placement = .center, inset: PixelPoint = .zero, frame: PixelRect? = nil,
    opacity: Double = 1
  ) {
    (self.foreground, self.at, self.inset) = (foreground, at, LengthPoint(inset))
    (self.frame, self.opacity) = (frame, opacity)
  }

  public static let name = "sourceOver"
  public static let summary = "Puts the photo over a source, or a source over the photo."
  public static let coreImageName: String? = "CISourceOverCompositing"
  public static let otherWords = ["composite", "overlay", "over", "watermark", "blend", "layer"]
  public static let example = "sourceOver: { background: backdrop }"
  public static let parameters = [
    Parameter<Self>(
      "background", \.background, coreImageName: "inputBackgroundImage",
      "The source to put the photo over; it sets the canvas size."),
    Parameter<Self>(
      "foreground", \.foreground, coreImageName: "inputImage",
      "The source to put over the photo; the photo sets the canvas size."),
    Parameter<Self>("at", \.at, "The foreground's position on the canvas."),
    Parameter<Self>("inset", \.inset, in: 0...65_535, "Distance inwards from that side or corner."),
    Parameter<Self>("frame", \.frame, "The rectangle of the canvas, in pixels, that the foreground is scaled to fill."),
    Parameter<Self>("opacity", \.opacity, kind: .fraction, in: 0...1, "The opacity of the foreground."),
    Parameter<Self>(
      "width", \.width, kind: .length(.share(of: "the canvas' width")), in: 1...65_535,
      "The width that the foreground is scaled to; it keeps its proportions."),
    Parameter<Self>(
      "repeat", \.repetition,
      "Repeats the foreground over the photo in columns and rows, with gaps; every other row is staggered by a share of a column, and the whole pattern is rotated by an angle."
    ),
  ]

  public var sourceNames: [String] { [background, foreground].compactMap { $0?.name } }

  public func check() throws(FilterError) {
    if (background == nil) == (foreground == nil) {
      throw .unsuitableParameter(
        parameter: foreground == nil ? nil : "foreground",
        why:
          "`sourceOver` takes either `background` (the photo goes over it) or `foreground` (it goes over the photo), "
          + (background == nil ? "and neither is given" : "and both are given"))
    }
    if repetition != nil, foreground == nil {
      throw .unsuitableParameter(
        parameter: "repeat", why: "`repeat` is for a `foreground`; the photo itself is laid over a `background` once")
    }
    if (!inset.x.isZero && !at.isAtSide.across) || (!inset.y.isZero && !at.isAtSide.down) {
      throw .unsuitableParameter(
        parameter: "inset",
        why: "`inset` is \(inset.value), but `at: \(at.rawValue)` is centred on an axis that it would move along; "
          + "use 0 there, or place it at a side or corner")
    }
    if let size = frame?.size, size.pixelCount > Self.frameLimit {
      throw .unsuitableParameter(
        parameter: "frame",
        why: "the frame has \(size) pixels; at most \(Self.frameLimit) are allowed, such as 8192 × 8192")
    }
    if frame != nil, at != .center || inset != .zero || width != nil {
      throw .unsuitableParameter(
        parameter: "frame",
        why: "`frame` already places and scales the foreground; remove either `frame` or `at`, `inset` and `width`")
    }
  }

  /// The opacity in millionths, the unit of the kernels.
  private var opacityMillionths: Int { Int((opacity * 1_000_000).rounded()) }

  public func plan(_ input: ImageShape, in context: PlanContext) throws(FilterError) -> FilterPlan {
    if let background { return try plan(input, over: background, in: context) }
    return try plan(foreground!, over: input, in: context)
  }

  /// With a background, the output has the background's size even if only a bound of the photo is known.
  public func output(ofAtMost bound: ImageShape, in context: PlanContext) throws(FilterError) -> PlannedShape {
    let output = try plan(bound, in: context).output.bound
    return background == nil ? .atMost(output) : .exact(output)
  }

  /// Returns the plan for the photo over a source.
  private func plan(
    _ input: ImageShape, over background: SourceName, in context: PlanContext
  ) throws(FilterError) -> FilterPlan {
    let canvas = try context.source(background, for: "background")
    let output = CanvasStage.shape(
      canvas: canvas.size, image: input.format, isBackgroundOpaque: canvas.format.alpha == .opaque)
    let scaled = try scaling(of: input, on: canvas.size)
    let size = scaled.output.bound.size
    let origin = origin(of: size, on: canvas.size)
    let opacity = opacityMillionths
    return FilterPlan(
      output: output,
      work: .stage { context, sink in
        let onCanvas = CanvasStage(
          canvas: output, background: .image(context.sources[background.name]!), image: size, at: origin,
          opacity: opacity, context: context, sink: sink)
        return try scaled.sink(context, into: onCanvas)
      },
      workingBytes: scaled.workingBytes)
  }

  /// Returns the plan for a source over the photo. A scaled source is kept for the next photo, unless it can differ
  /// between photos.
  private func plan(
    _ foreground: SourceName, over input: ImageShape, in context: PlanContext
  ) throws(FilterError) -> FilterPlan {
    let source = try context.source(foreground, for: "foreground")
    let scaled = try scaling(of: source, on: input.size)
    let shape = scaled.output.bound
    let origin = origin(of: shape.size, on: input.size)
    let isScaled = shape.size != source.size
    let isOfSide = if case .percent? = width { true } else { false }
    let isKept = !isOfSide && !context.ownSources.contains(foreground.name)
    if let repetition, Rotation(degrees: repetition.angle).turn != .up {
      return rotated(repetition, foreground, scaled, at: origin, over: input, isKept: isKept)
    }
    if let repetition {
      let places = RepeatedPlaces(repetition, of: shape.size, at: origin, on: input.size)
      let opacity = opacityMillionths
      return FilterPlan(
        output: input,
        work: .rows { context in
          let image = context.sources[foreground.name]!
          return RepeatedOverlayLoop(
            isScaled ? try scaled.image(of: image, context) : image, places, canvas: input, opacity: opacity,
            context: context)
        },
        workingBytes: scaled.workingBytes + (isScaled ? shape.byteCount : 0))
    }
    if isScaled, !isKept {
      // The scaled source differs for each photo or each size of photo, so it isn't kept.
      return .laying(
        shape, at: origin, over: input, opacity: opacityMillionths,
        workingBytes: scaled.workingBytes + shape.byteCount
      ) { try scaled.image(of: $0.sources[foreground.name]!, $0) }
    }
    let name = "\(foreground.name) as \(shape)"
    return .laying(
      shape, at: origin, over: input, opacity: opacityMillionths, workingBytes: scaled.workingBytes,
      sharedBytes: isScaled ? [name: shape.byteCount] : [:]
    ) { context in
      let image = context.sources[foreground.name]!
      return isScaled ? try context.shared.image(name) { try scaled.image(of: image, context) } : image
    }
  }

  /// Returns the plan for a source that is repeated in rotated rows over the photo.
  ///
  /// - Parameter isKept: Whether the rotated source is the same for all photos of this format.
  private func rotated(
    _ repetition: Repetition, _ foreground: SourceName, _ scaled: FilterPlan, at origin: PixelPoint,
    over input: ImageShape, isKept: Bool
  ) -> FilterPlan {
    let shape = scaled.output.bound
    let rotation = Rotate(angle: repetition.angle).plan(shape, in: PlanContext())
    let fading = Opacity(amount: opacity).plan(rotation.output.bound, in: PlanContext())
    let copy = fading.output.bound
    let places = RotatedPlaces(repetition, of: shape.size, at: origin, rotated: copy.size, on: input.size)
    let name = "\(foreground.name) as \(shape), rotated by \(repetition.angle.value), opacity \(opacityMillionths)"
    let makeCopy = { @Sendable (context: RenderContext) throws -> Image in
      let image = try scaled.image(of: context.sources[foreground.name]!, context)
      return try fading.image(of: rotation.image(of: image, context), context)
    }
    return FilterPlan(
      output: input,
      work: .rows { context in
        let image = isKept ? try context.shared.image(name) { try makeCopy(context) } : try makeCopy(context)
        return RotatedOverlayLoop(image, places, canvas: input, context: context)
      },
      workingBytes: scaled.workingBytes + rotation.workingBytes + shape.byteCount + copy.byteCount * (isKept ? 1 : 2),
      sharedBytes: isKept ? [name: copy.byteCount] : [:])
  }

  /// Maximum number of pixels of a frame. A scaled source is completely in memory, and a photo is scaled completely,
  /// even if most of it is clipped.
  private static let frameLimit = 8192 * 8192

  /// Returns the plan that scales the foreground to `frame` or to `width`.
  private func scaling(of image: ImageShape, on canvas: PixelSize) throws(FilterError) -> FilterPlan {
    if let size = frame?.size {
      return Resize(width: size.width, height: size.height, mode: .stretch).plan(image, in: PlanContext())
    }
    guard let width else { return FilterPlan(output: image, work: .nothing) }
    let scaled = Resize(width: max(1, width.wholePixels(of: canvas.width))).plan(image, in: PlanContext())
    let size = scaled.output.bound.size
    guard size.pixelCount <= Self.frameLimit else {
      throw .unsuitableImage(
        why:
          "with this `width` the foreground would have \(size) pixels; at most \(Self.frameLimit) are allowed, such as "
          + "8192 × 8192")
    }
    return scaled
  }

  /// Returns the position of the foreground's corner.
  private func origin(of size: PixelSize, on canvas: PixelSize) -> PixelPoint {
    frame?.origin ?? at.origin(of: size, on: canvas, inset: inset.wholePixels(of: canvas.shorterSide))
  }
}
