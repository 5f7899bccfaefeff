import Parameters
import PixelCore
import PixelKernels

/// Brightens or darkens the midtones. Black and white stay as they are.
///
/// Each straight channel v of encoded sRGB becomes `v^(1/gamma)`, as with ImageMagick's `-gamma`. With `working:
/// linear`, the same is done to the encoded value. Alpha is unchanged.
///
/// Each result is within half a level of a float64 computation. Translucent pixels with 16 bits are interpolated between
/// 65,536 values of the curve, which can add a few levels of 65,535.
///
/// Core Image's `CIGammaAdjust` raises linear light to `inputPower` instead.
public struct Gamma: Filter {
  /// The gamma, from 0.1 to 10. Above 1 the image becomes brighter, below 1 darker. Defaults to 1, which leaves the image
  /// unchanged.
  public var gamma = 1.0

  public init() {}
  /// Creates the filter. Its parameters are explained at the properties of Gamma.
  public init(gamma: Double) { self.gamma = gamma }

  public static let name = "gamma"
  public static let commutesWithScaling = true
  public static let keepsGainMap = true
  public static let summary = "Brightens or darkens the midtones, and keeps black and white."
  public static let shorthand: String? = "gamma"
  public static let otherWords = ["midtones", "CIGammaAdjust"]
  public static let example = "gamma: 1.5"
  public static let parameters = [
    Parameter<Self>(
      "gamma", \.gamma, in: 0.1...10, isRequired: true,
      "Above 1 the midtones become brighter, below 1 darker; 1 leaves the image unchanged.")
  ]

  public func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    if gamma == 1 { return FilterPlan(output: input, work: .nothing) }
    let exponent = 1 / gamma
    return .mapping(input, in: .encoded, as: canonicalText, by: [{ ExactMath.power($0, exponent) }])
  }
}

extension Filter where Self == Gamma {
  /// Brightens or darkens the midtones, and keeps black and white. See ``Gamma``.
  public static func gamma(gamma: Double) -> Self {
    Gamma(gamma: gamma)
  }
}
