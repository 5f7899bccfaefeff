import Errors
import Parameters
import PixelCore
import PixelKernels
import Segmentation

/// Makes a plain backdrop transparent.
///
/// The backdrop is determined from the border: one colour, which may vary across the photo by at most 6 levels of 255,
/// with a noise of at most one level. At least half of the border must agree on it. If the light is less even or the noise
/// higher, the photo is analysed as by `whiten`, and its grade must be good. The product is everything that
/// differs from it and is larger than dust. Pixels along the contour are mixtures. Each gets its share as alpha, and
/// the backdrop's part is removed from its colour, so that no rim of the old backdrop remains on a new one. Composited
/// over its old backdrop, the result is the original photo. A soft shadow becomes black with alpha, or is dropped.
/// Backdrop inside a handle becomes transparent or is kept.
///
/// **White on white can't be detected**, and glass can't be either. The confidence is the share of the contour that
/// stands out from the backdrop by 20 levels or more, measured before shadows are separated. It is recorded with the
/// picture. If it is too low, or the backdrop isn't plain, the photo fails, or is left unchanged with a warning. For
/// such photos draw a mask (`mask`). A photo that is already transparent along half of its border is left unchanged.
public struct Cutout: Filter {
  /// How to handle a photo whose product can't be separated from its backdrop.
  public enum Otherwise: String, ParameterChoice {
    /// The photo fails.
    case refuse
    /// The photo is left unchanged, with a warning.
    case leave
  }

  /// Whether a soft shadow is kept, as black with alpha, or dropped. Defaults to keep.
  public var shadow = Content.Shadow.keep
  /// Whether backdrop enclosed by the product, as by a handle, becomes transparent too. White print on white looks the
  /// same. Defaults to drop.
  public var holes = EnclosedBackdrop.drop
  /// Minimum share of the product's contour that must stand out from the backdrop. Defaults to 0.85.
  public var minimumConfidence = 0.85
  /// How a photo with a lower share, or without a plain backdrop, is handled: `refuse` makes it fail, `leave` leaves it
  /// unchanged with a warning. Defaults to refuse.
  public var otherwise = Otherwise.refuse

  public init() {}
  /// Creates the filter. Its parameters are explained at the properties of Cutout.
  public init(
    shadow: Content.Shadow = .keep, holes: EnclosedBackdrop = .drop, minimumConfidence: Double = 0.85,
    otherwise: Otherwise = .refuse
  ) {
    (self.shadow, self.holes) = (shadow, holes)
    (self.minimumConfidence, self.otherwise) = (minimumConfidence, otherwise)
  }

  public static let name = "cutout"
  public static let keepsPlaces = true
  public static let summary = "Makes a plain backdrop transparent."
  public static let otherWords = [
    "removeBackground", "backgroundRemoval", "removeBackdrop", "cutOut", "chromaKey", "colorKey", "magicWand", "rembg",
  ]
  public static let example = "cutout: { shadow: drop, minimumConfidence: 50% }"
  public static let parameters = [
    Parameter<Self>("shadow", \.shadow, "Whether a soft shadow is kept, as black with alpha, or dropped."),
    Parameter<Self>(
      "holes", \.holes,
      "Whether backdrop that the product encloses, such as inside a handle, is dropped, too; white print on white looks the same."
    ),
    Parameter<Self>(
      "minimumConfidence", \.minimumConfidence, kind: .fraction, in: 0...1,
      "The share of the product's contour that must stand out from the backdrop."),
    Parameter<Self>(
      "otherwise", \.otherwise,
      "What happens to a photo with a lower share, or without a plain backdrop: refuse makes it fail, and leave keeps it unchanged, with a warning."
    ),
  ]

  public func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    let output = ImageShape(size: input.size, format: input.format.with(alpha: .premultiplied))
    return FilterPlan(
      output: output,
      work: .barrier { [self] context, sink in
        WholeImageStage(input) { image in
          try image.withBand { try cut($0, output, context, sink) }
        }
      },
      workingBytes: input.byteCount + SRGBImage.workingBytes(for: input.size) + RegionMap.workingBytes(for: input.size))
  }

  private func cut(_ band: RowBand, _ output: ImageShape, _ context: RenderContext, _ sink: any RowSink) throws {
    let seen = SRGBImage(band, kernels: context.kernels)
    if seen.clearShareOfBorder >= Content.leastSupport { return try band.push(unchangedAs: output, into: sink) }
    try seen.withLevels { seen in
      let finding = CutoutFinding(
        in: seen, holes: holes, leastConfidence: Int((minimumConfidence * 100).rounded()))
      if let content = finding.content { context.notes.add(content) }
      guard let map = finding.map else {
        if finding.reason!.isOfLight, try cutStudioBackdrop(band, output, context, sink) { return }
        try refuse(finding.reason!, context)
        return try band.push(unchangedAs: output, into: sink)
      }
      let writer = CutoutWriter(band, seen: seen, finding, map, shadow: shadow)
      let assembler = BandAssembler(shape: output, context: context, sink: sink)
      for y in 0..<output.size.height { try assembler.append { writer.write(row: y, into: $0) } }
      try assembler.finish()
    }
  }

  /// Cuts out a product from an unevenly lit or noisy backdrop, as `whiten` does. Returns whether that is possible.
  private func cutStudioBackdrop(
    _ band: RowBand, _ output: ImageShape, _ context: RenderContext, _ sink: any RowSink
  ) throws -> Bool {
    let found = StudioBackdrop.find(
      in: band, holes: holes, color: nil, keepsShadow: shadow == .keep, kernels: context.kernels)
    guard case .success(let backdrop) = found, backdrop.grade.level == .good else { return false }
    context.notes.add(backdrop.content(in: band.shape.size))
    let writer = BackdropWriter(
      backdrop, size: band.shape.size, color: nil, keepsShadow: shadow == .keep, relights: false)
    try writer.push(band, as: output, context, into: sink)
    return true
  }

  private func refuse(_ reason: CutoutFinding.Reason, _ context: RenderContext) throws(FilterError) {
    switch otherwise {
    case .leave:
      context.notes.add(
        Warning(
          "cutout: the backdrop was kept, because \(reason.text)", kind: "cutout: backdrop kept", reason: reason.word))
    case .refuse:
      throw .unsuitableImage(
        why: "`cutout` cannot cut out the product, because \(reason.text)", remedy: .useMask())
    }
  }
}

extension Remedy {
  /// Draw a mask, or leave the photo as it is.
  ///
  /// - Parameter advice: What else to do, if anything.
  static func useMask(or advice: String? = nil) -> Remedy {
    .init(
      "\(advice.map { $0 + ", " } ?? "")draw a mask and name it (`mask: { source: … }`), or pass such photos on unchanged with "
        + "`otherwise: leave`")
  }
}

extension Filter where Self == Cutout {
  /// Makes a plain backdrop transparent. See ``Cutout``.
  public static func cutout(
    shadow: Content.Shadow = .keep, holes: EnclosedBackdrop = .drop, minimumConfidence: Double = 0.85,
    otherwise: Cutout.Otherwise = .refuse
  ) -> Self {
    Cutout(shadow: shadow, holes: holes, minimumConfidence: minimumConfidence, otherwise: otherwise)
  }
}
