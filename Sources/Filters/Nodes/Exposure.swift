import Parameters
import PixelCore
import PixelKernels

/// Brightens or darkens the image by stops, as a longer or shorter exposure does.
///
/// One stop doubles the light: each straight channel is multiplied by 2^stops in linear light and clipped at 1. Black
/// stays black, and neutral colours stay neutral. Alpha is unchanged.
///
/// Each result is within half a level of a float64 computation. Translucent pixels with 16 bits are interpolated between
/// 65,536 values of the curve, which can add a few levels of 65,535.
public struct Exposure: Filter {
  /// The number of stops, from −10 to 10. 0 leaves the image unchanged.
  public var stops = 0.0

  public init() {}
  /// Creates the filter. Its parameters are explained at the properties of Exposure.
  public init(stops: Double) { self.stops = stops }

  public static let name = "exposure"
  public static let commutesWithScaling = true
  public static let keepsGainMap = true
  public static let summary = "Brightens or darkens the image by stops, in linear light."
  public static let shorthand: String? = "stops"
  public static let coreImageName: String? = "CIExposureAdjust"
  public static let otherWords = ["EV", "lighten", "darken"]
  public static let example = "exposure: 0.7"
  public static let parameters = [
    Parameter<Self>(
      "stops", \.stops, in: -10...10, isRequired: true, coreImageName: "inputEV",
      "The number of stops: 1 doubles the light, -1 halves it.")
  ]

  public func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    if stops == 0 { return FilterPlan(output: input, work: .nothing) }
    let factor = ExactMath.power(2, stops)
    return .mapping(input, in: .linear, as: canonicalText, by: [{ $0 * factor }])
  }
}

extension Filter where Self == Exposure {
  /// Brightens or darkens the image by stops, in linear light. See ``Exposure``.
  public static func exposure(stops: Double) -> Self {
    Exposure(stops: stops)
  }
}
