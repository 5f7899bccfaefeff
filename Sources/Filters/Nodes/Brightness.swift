import Parameters
import PixelCore
import PixelKernels

/// Multiplies the image's encoded values, as CSS's `brightness()` does.
///
/// Each straight channel of encoded sRGB is multiplied by `amount` and clipped at 1. With `working: linear`, the same is
/// done to the encoded value. Alpha is unchanged.
///
/// Each result is within half a level of a float64 computation. Translucent pixels with 16 bits are interpolated between
/// 65,536 values of the curve, which can add a few levels of 65,535.
///
/// `exposure` is the same correction in linear light. Core Image's `inputBrightness` is added instead. `colorMatrix`
/// can do that.
public struct Brightness: Filter {
  /// The factor, from 0 (black) to 10. Defaults to 1, which leaves the image unchanged.
  public var amount = 1.0

  public init() {}
  /// Creates the filter. Its parameters are explained at the properties of Brightness.
  public init(amount: Double) { self.amount = amount }

  public static let name = "brightness"
  public static let commutesWithScaling = true
  public static let keepsGainMap = true
  public static let summary = "Multiplies the image's encoded values, as CSS's `brightness()` does."
  public static let shorthand: String? = "amount"
  public static let otherWords = ["modulate", "lightness"]
  public static let example = "brightness: 1.25"
  public static let parameters = [
    Parameter<Self>(
      "amount", \.amount, kind: .fraction, in: 0...10, isRequired: true,
      "The factor: 0 is black, 1 leaves the image unchanged.")
  ]

  public func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    if amount == 1 { return FilterPlan(output: input, work: .nothing) }
    let amount = amount
    return .mapping(input, in: .encoded, as: canonicalText, by: [{ $0 * amount }])
  }
}

extension Filter where Self == Brightness {
  /// Multiplies the image's encoded values, as CSS's `brightness()` does. See ``Brightness``.
  public static func brightness(amount: Double) -> Self {
    Brightness(amount: amount)
  }
}
