import Parameters
import PixelCore
import PixelKernels

/// Moves the image's encoded values away from middle grey or towards it, as CSS's `contrast()` does.
///
/// Each straight channel v of encoded sRGB becomes `(v − 0.5) · amount + 0.5`, clipped to 0 to 1. With `working:
/// linear`, the same is done to the encoded value. Alpha is unchanged.
///
/// Each result is within half a level of a float64 computation. Translucent pixels with 16 bits are interpolated between
/// 65,536 values of the curve, which can add a few levels of 65,535.
public struct Contrast: Filter {
  /// The factor, from 0 (middle grey) to 10. Defaults to 1, which leaves the image unchanged.
  public var amount = 1.0

  public init() {}
  /// Creates the filter. Its parameters are explained at the properties of Contrast.
  public init(amount: Double) { self.amount = amount }

  public static let name = "contrast"
  public static let commutesWithScaling = true
  public static let keepsGainMap = true
  public static let summary =
    "Moves the image's values away from middle grey or towards it, as CSS's `contrast()` does."
  public static let shorthand: String? = "amount"
  public static let otherWords = ["sigmoidalContrast", "brightnessContrast"]
  public static let example = "contrast: 1.4"
  public static let parameters = [
    Parameter<Self>(
      "amount", \.amount, kind: .fraction, in: 0...10, isRequired: true,
      "The factor: 0 is middle grey, 1 leaves the image unchanged.")
  ]

  public func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    if amount == 1 { return FilterPlan(output: input, work: .nothing) }
    let amount = amount
    return .mapping(input, in: .encoded, as: canonicalText, by: [{ ($0 - 0.5) * amount + 0.5 }])
  }
}

extension Filter where Self == Contrast {
  /// Moves the image's values away from middle grey or towards it, as CSS's `contrast()` does. See ``Contrast``.
  public static func contrast(amount: Double) -> Self {
    Contrast(amount: amount)
  }
}
