import Parameters
import PixelCore
import PixelKernels

/// Turns the image grey.
///
/// Each straight channel c becomes `(1 − amount) · c + amount · Y`, where `Y = 0.2126 R + 0.7152 G + 0.0722 B`. By
/// default this is done to encoded sRGB, as by CSS's `grayscale()`, and the exact result is rounded once. With `linear`,
/// it is done in linear light, as by sharp and libvips: saturated colours keep the brightness that the eye sees. If the
/// recipe works with the other kind of values, pixels are converted with 16 bits and back. Alpha is unchanged.
public struct Greyscale: Filter {
  /// The strength, from 0 (unchanged) to 1 (grey). Defaults to 1.
  public var amount = 1.0
  /// Whether to work in linear light. Defaults to false.
  public var linear = false

  public init() {}
  /// Creates the filter. Its parameters are explained at the properties of Greyscale.
  public init(amount: Double = 1, linear: Bool = false) { (self.amount, self.linear) = (amount, linear) }

  public static let name = "greyscale"
  public static let commutesWithScaling = true
  public static let keepsGainMap = true
  public static let mixesChannels = true
  public static let summary = "Turns the image grey."
  public static let shorthand: String? = "amount"
  public static let otherWords = [
    "grayscale", "gray", "grey", "monochrome", "blackAndWhite", "bw", "CIPhotoEffectMono", "CIPhotoEffectNoir",
  ]
  public static let example = "greyscale: 1"
  public static let parameters = [
    Parameter<Self>(
      "amount", \.amount, kind: .fraction, in: 0...1, "The strength: 0 leaves the image unchanged, 1 is grey."),
    Parameter<Self>("linear", \.linear, "Whether to work in linear light."),
  ]

  public func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    ColorMatrix(rows: .saturation(1 - amount), linear: linear).plan(input, in: context)
  }
}

extension Filter where Self == Greyscale {
  /// Turns the image grey. See ``Greyscale``.
  public static func greyscale(amount: Double = 1, linear: Bool = false) -> Self {
    Greyscale(amount: amount, linear: linear)
  }
}
