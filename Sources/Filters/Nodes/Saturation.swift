import Parameters
import PixelCore
import PixelKernels

/// Makes the image's colours stronger or weaker.
///
/// Each straight channel c becomes `Y + amount · (c − Y)`, clipped to 0 to 1, where `Y = 0.2126 R + 0.7152 G + 0.0722
/// B`. By default this is done to encoded sRGB, as by CSS's `saturate()`, and the exact result is rounded once. With
/// `linear`, it is done in linear light, as by Core Image's `CIColorControls`, and the brightness that the eye sees is
/// kept better. If the recipe works with the other kind of values, pixels are converted with 16 bits and back. Alpha is
/// unchanged.
///
/// The factors of the matrix are rounded to millionths. `saturation: 0` is the same as `greyscale`.
public struct Saturation: Filter {
  /// The factor, from 0 (grey) to 10. Defaults to 1, which leaves the image unchanged.
  public var amount = 1.0
  /// Whether to work in linear light. Defaults to false.
  public var linear = false

  public init() {}
  /// Creates the filter. Its parameters are explained at the properties of Saturation.
  public init(amount: Double, linear: Bool = false) { (self.amount, self.linear) = (amount, linear) }

  public static let name = "saturation"
  public static let commutesWithScaling = true
  public static let keepsGainMap = true
  public static let mixesChannels = true
  public static let summary = "Makes the image's colours stronger or weaker."
  public static let shorthand: String? = "amount"
  public static let otherWords = ["saturate", "desaturate", "vibrance", "CIColorControls", "CIVibrance"]
  public static let example = "saturation: 1.8"
  public static let parameters = [
    Parameter<Self>(
      "amount", \.amount, kind: .fraction, in: 0...10, isRequired: true,
      "The factor: 0 is grey, 1 leaves the image unchanged."),
    Parameter<Self>("linear", \.linear, "Whether to work in linear light."),
  ]

  public func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    ColorMatrix(rows: .saturation(amount), linear: linear).plan(input, in: context)
  }
}

extension ColorCoefficients {
  /// Returns the matrix that moves each colour channel away from the luminance, or towards it.
  ///
  /// - Parameter amount: 0…10. 0 is grey, 1 changes nothing.
  static func saturation(_ amount: Double) -> ColorCoefficients {
    let luminance = [0.2126, 0.7152, 0.0722]
    let rows = (0..<3).map { row in
      (0..<3).map { (1 - amount) * luminance[$0] + (row == $0 ? amount : 0) } + [0, 0]
    }
    return ColorCoefficients(rows: rows + [[0, 0, 0, 1, 0]])!
  }
}

extension Filter where Self == Saturation {
  /// Makes the image's colours stronger or weaker. See ``Saturation``.
  public static func saturation(amount: Double, linear: Bool = false) -> Self {
    Saturation(amount: amount, linear: linear)
  }
}
