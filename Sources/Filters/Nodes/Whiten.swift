import Errors
import Parameters
import PixelCore
import PixelKernels
import Segmentation

/// Makes the backdrop of a studio photo white, another colour, or transparent.
///
/// For real photos: the backdrop can be unevenly lit, tinted and noisy. Its light is estimated as a smooth field and
/// divided out, in encoded sRGB. What is left of it is the product's shadow, which is kept or dropped. Pixels of the
/// product don't change by a bit, unless `relight` evens their light, too. Along the contour, the old backdrop's part is
/// removed from each pixel, so that no rim remains.
///
/// The backdrop is what is smooth and connected to the frame, however much its brightness changes on the way: a glow behind
/// the product, a vignette, or floor and wall of two tints become white, too. A dark area
/// with lighter backdrop all around is the product's shadow. The product can touch the frame, if it doesn't cover a side wholly.
///
/// The analysis sees a copy of at most 1000 pixels on its longer side. It compares its result with the photo: the contour
/// must be an edge of the photo, and no edge beside the product may vanish or appear. It grades the result `good`,
/// `doubtful` or `refused`, with a score from 0 to 100 and reasons, which are recorded with the picture. A photo below the
/// accepted grade is left unchanged with a warning, or fails. Less is asked if the backdrop becomes white and its shadow is
/// kept, because a mistake is hardly visible then.
///
/// **It can't see** glass, which lets the backdrop through, products as light as the backdrop, and backdrop in deep shade
/// inside a handle. Scenes, portraits and textured backdrops are refused. A photo that is already transparent along half of
/// its border is laid on the new backdrop.
public struct Whiten: Filter {
  /// The new backdrop: an opaque colour, or `transparent`. Defaults to white.
  public var to = Color.white
  /// Whether the product's shadow is kept or dropped. Defaults to keep.
  public var shadow = Content.Shadow.keep
  /// Whether the product's own light is evened as the backdrop's is. Defaults to false.
  public var relight = false
  /// Whether backdrop enclosed by the product, as by a handle, is replaced too. Defaults to drop.
  public var holes = EnclosedBackdrop.drop
  /// The lowest grade that is accepted. Defaults to good.
  public var accept = Accepted.good
  /// How a photo below the accepted grade is handled: `leave` leaves it unchanged with a warning, `refuse` makes it
  /// fail. Defaults to leave.
  public var otherwise = Cutout.Otherwise.leave

  /// The lowest accepted grade.
  public enum Accepted: String, ParameterChoice {
    /// Only good results.
    case good
    /// Doubtful results, too.
    case doubtful
  }

  public init() {}
  /// Creates the filter. Its parameters are explained at the properties of Whiten.
  public init(
    to: Color = .white, shadow: Content.Shadow = .keep, relight: Bool = false, holes: EnclosedBackdrop = .drop,
    accept: Accepted = .good, otherwise: Cutout.Otherwise = .leave
  ) {
    (self.to, self.shadow, self.relight) = (to, shadow, relight)
    (self.holes, self.accept, self.otherwise) = (holes, accept, otherwise)
  }

  public static let name = "whiten"
  public static let keepsPlaces = true
  public static let summary = "Makes the backdrop of a studio photo white, another colour, or transparent."
  public static let otherWords = [
    "whiteBackground", "whiteBackdrop", "backgroundWhite", "replaceBackground", "changeBackground", "backdrop",
    "pureWhite",
  ]
  public static let example = "whiten: { shadow: keep }"
  public static let parameters = [
    Parameter<Self>("to", \.to, "The new backdrop: an opaque colour, or transparent."),
    Parameter<Self>("shadow", \.shadow, "Whether the product's shadow is kept or dropped."),
    Parameter<Self>("relight", \.relight, "Whether the product's own light is evened as the backdrop's is."),
    Parameter<Self>(
      "holes", \.holes, "Whether backdrop that the product encloses, such as inside a handle, is replaced, too."),
    Parameter<Self>("accept", \.accept, "The lowest grade of the result that is accepted."),
    Parameter<Self>(
      "otherwise", \.otherwise,
      "What happens to a photo below the accepted grade: leave keeps it unchanged, with a warning, and refuse makes it fail."
    ),
  ]

  private var isTransparent: Bool { to.alpha == 0 }

  public func check() throws(FilterError) {
    guard to.alpha == 0 || to.alpha == 255 else {
      throw .refusedValue(parameter: "to", found: to.description, allowed: "an opaque colour, or transparent")
    }
  }

  public func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    let format = isTransparent ? input.format.with(alpha: .premultiplied) : input.format
    let output = ImageShape(size: input.size, format: format)
    return FilterPlan(
      output: output,
      work: .barrier { [self] context, sink in
        WholeImageStage(input) { image in
          try image.withBand { try whiten($0, output, context, sink) }
        }
      }, workingBytes: input.byteCount + StudioBackdrop.workingBytes(for: input.size))
  }

  private func whiten(_ band: RowBand, _ output: ImageShape, _ context: RenderContext, _ sink: any RowSink) throws {
    if band.shape.format.alpha != .opaque,
      SRGBImage(band, kernels: context.kernels).clearShareOfBorder >= Content.leastSupport
    {
      return try isTransparent ? band.push(unchangedAs: output, into: sink) : lay(band, output, context, sink)
    }
    let color = isTransparent ? nil : SIMD4(Float(to.red), Float(to.green), Float(to.blue), 255)
    let found = StudioBackdrop.find(
      in: band, holes: holes, color: color, keepsShadow: shadow == .keep, kernels: context.kernels)
    let backdrop: StudioBackdrop
    switch found {
    case .failure(let failure):
      try refuse(failure.reason, context)
      return try band.push(unchangedAs: output, into: sink)
    case .success(let result): backdrop = result
    }
    context.notes.add(backdrop.content(in: band.shape.size))
    let isAccepted = backdrop.grade.level == .good || backdrop.grade.level == .doubtful && accept == .doubtful
    guard isAccepted else {
      try refuse(backdrop.grade.reasons[0], context)
      return try band.push(unchangedAs: output, into: sink)
    }
    let writer = BackdropWriter(
      backdrop, size: band.shape.size, color: color, keepsShadow: shadow == .keep, relights: relight)
    try writer.push(band, as: output, context, into: sink)
  }

  /// Lays a transparent photo on the new backdrop.
  private func lay(_ band: RowBand, _ output: ImageShape, _ context: RenderContext, _ sink: any RowSink) throws {
    let loop = FlattenLoop(color: to.pixel(in: output.format), image: output, kernels: context.kernels)
    let assembler = BandAssembler(shape: output, context: context, sink: sink)
    for y in band.rows { try assembler.append { loop.apply(to: band.row(y), row: y, into: $0) } }
    try assembler.finish()
  }

  private func refuse(_ reason: BackdropGrade.Reason, _ context: RenderContext) throws(FilterError) {
    switch otherwise {
    case .leave:
      context.notes.add(
        Warning(
          "whiten: the backdrop was kept, because \(reason.text)", kind: "whiten: backdrop kept",
          reason: reason.rawValue))
    case .refuse:
      throw .unsuitableImage(
        why: "`whiten` can't replace the backdrop, because \(reason.text)", remedy: .useMask(or: reason.advice))
    }
  }
}

extension BackdropWriter {
  /// Pushes the rows of a complete photo with its backdrop replaced.
  func push(_ band: RowBand, as output: ImageShape, _ context: RenderContext, into sink: any RowSink) throws {
    let assembler = BandAssembler(shape: output, context: context, sink: sink)
    for y in 0..<output.size.height {
      try assembler.append {
        write(row: y, of: band.row(y), in: band.shape.format, into: $0, kernels: context.kernels)
      }
    }
    try assembler.finish()
  }
}

extension Filter where Self == Whiten {
  /// Makes the backdrop of a studio photo white, another colour, or transparent. See ``Whiten``.
  public static func whiten(
    to: Color = .white, shadow: Content.Shadow = .keep, relight: Bool = false, holes: EnclosedBackdrop = .drop,
    accept: Whiten.Accepted = .good, otherwise: Cutout.Otherwise = .leave
  ) -> Self {
    Whiten(to: to, shadow: shadow, relight: relight, holes: holes, accept: accept, otherwise: otherwise)
  }
}
