import Parameters
import PixelCore
import PixelKernels

/// Blurs the image with a Gaussian.
///
/// `sigma` is its standard deviation, in pixels. Each value of the result is the weighted mean of all pixels around it, with
/// premultiplied values of the working format, so that what is transparent lends no colour to what is not. The size
/// stays. Beyond its edges the image is taken to go on as at its edge: an opaque image stays opaque, and its border does not
/// darken. For something whose blur reaches beyond the edge, such as a glow, use `pad` first.
///
/// Whatever the image and the sigma, the result is within 0.75 of a level of 255 of a float64 computation that samples the
/// Gaussian at whole pixels, half a level of which is rounding; with 16 bits, within a quarter of a level of 255, which is 64 of
/// theirs. From 5 pixels on the image is halved first and doubled after, as often as that does no harm (`GaussianWeights`):
/// then a wider blur takes no longer than a narrow one.
///
/// Core Image's `CIGaussianBlur` calls the standard deviation `inputRadius`. Its result is larger than the image and
/// transparent around, which is `pad` and then `blur`.
public struct Blur: Filter {
  /// The Gaussian's standard deviation in pixels: half of what CSS calls the blur of a shadow.
  public var sigma = 0.0

  public init() {}
  /// The filter with these parameters; Blur's properties say what they are.
  public init(sigma: Double) { self.sigma = sigma }

  public static let name = "blur"
  public static let summary = "Blurs the image."
  public static let shorthand: String? = "sigma"
  public static let coreImageName: String? = "CIGaussianBlur"
  public static let otherWords = [
    "gaussianBlur", "gaussblur", "soften", "smooth", "defocus", "boxBlur", "CIBoxBlur", "CIDiscBlur",
  ]
  public static let example = "blur: 4"
  public static let parameters = [
    Parameter<Self>(
      "sigma", \.sigma, in: 0...1000, isRequired: true, coreImageName: "inputRadius",
      "The Gaussian's standard deviation in pixels: half of the blur radius of a CSS shadow.")
  ]

  public func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    let weights = GaussianWeights(sigma: sigma)
    if weights.radius == 0 { return FilterPlan(output: input, work: .nothing) }
    return FilterPlan(
      output: input, work: .stage { BlurStage(input, weights: weights, context: $0, sink: $1) },
      workingBytes: BlurStage.workingBytes(input, weights: weights))
  }
}

extension Filter where Self == Blur {
  /// Blurs the image. See ``Blur``.
  public static func blur(sigma: Double) -> Self {
    Blur(sigma: sigma)
  }
}
