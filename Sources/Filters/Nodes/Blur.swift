import Parameters
import PixelCore
import PixelKernels

/// Blurs the image with a Gaussian.
///
/// `sigma` is its standard deviation in pixels. Each output value is the weighted mean of all pixels around it. The
/// mean is computed from premultiplied values of the working format, so that transparent pixels add no colour. The size
/// stays the same. Beyond its edges the image is extended with its edge pixels, so an opaque image stays opaque and its
/// border doesn't darken. If the blur has to extend beyond the edge, as for a glow, use `pad` first.
///
/// For every image and sigma, the result is within 0.75 of a level of 255 of a float64 computation that samples the
/// Gaussian at whole pixels. Half a level of that is rounding. With 16 bits the result is within a quarter of a level
/// of 255, which is 64 levels of 65,535. From sigma 5 on, the image is halved first and doubled afterwards, as often as
/// possible without visible error (`GaussianWeights`), so a wide blur takes no longer than a narrow one.
///
/// Core Image's `CIGaussianBlur` calls the standard deviation `inputRadius`. Its result is larger than the image, with
/// transparent surroundings, like `pad` followed by `blur`.
public struct Blur: Filter {
  /// Standard deviation of the Gaussian in pixels, which is half of a CSS shadow's blur.
  public var sigma = 0.0

  public init() {}
  /// Creates the filter. Its parameters are explained at the properties of Blur.
  public init(sigma: Double) { self.sigma = sigma }

  public static let name = "blur"
  public static let keepsPlaces = true
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
