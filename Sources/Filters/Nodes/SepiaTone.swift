import Parameters
import PixelCore
import PixelKernels

/// Gives the image the brown of an old photograph.
///
/// `coreImage` is what Core Image's `CISepiaTone` makes, fitted on a published output of it. With straight, linear-light
/// red, green and blue: `y = 0.2126 R + 0.7152 G + 0.0722 B`, the tone is `(y^0.781, 0.9888·y^1.0849, 0.9145·y^1.9023)`
/// and the result mixes image and tone by `intensity`. Within one level of float64.
///
/// `css` is the sepia matrix of the W3C's Filter Effects Module, on encoded sRGB, with the intensity taken to the nearest
/// thousandth; the result is the exact one, rounded once, halves up. In linear light the pixels are encoded for it, with 16
/// bits, and decoded again.
///
/// Alpha stays as it is.
public struct SepiaTone: Filter {
  /// Whose sepia it is.
  public enum Model: String, ParameterChoice {
    /// As Core Image's `CISepiaTone` does it, in linear light.
    case coreImage
    /// As CSS's `sepia()` does it, on encoded values.
    case css
  }

  /// The strength: 0 leaves the image unchanged.
  public var intensity = 1.0
  /// Core Image's tone, or the CSS matrix.
  public var model = Model.coreImage

  public init() {}
  /// The filter with these parameters; SepiaTone's properties say what they are.
  public init(intensity: Double = 1, model: Model = .coreImage) {
    (self.intensity, self.model) = (intensity, model)
  }

  public static let name = "sepiaTone"
  public static let commutesWithScaling = true
  public static let summary = "Gives the image the brown of an old photograph."
  public static let shorthand: String? = "intensity"
  public static let coreImageName: String? = "CISepiaTone"
  public static let example = "sepiaTone: { intensity: 0.8 }"
  public static let parameters = [
    Parameter<Self>(
      "intensity", \.intensity, kind: .fraction, in: 0...1, coreImageName: "inputIntensity",
      "The strength: 0 leaves the image unchanged."),
    Parameter<Self>("model", \.model, "Core Image's tone, or the CSS matrix."),
  ]

  public func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    if intensity == 0 { return FilterPlan(output: input, work: .nothing) }
    let (width, format) = (input.size.width, input.format)
    switch model {
    case .coreImage:
      let intensity = intensity
      return FilterPlan(
        output: input,
        work: .rows { context in
          PixelLoop { context.kernels.sepiaTone($0, $1, intensity: intensity, count: width, format: format) }
        })
    case .css:
      let matrix = SepiaMatrix(intensityThousandths: Int((intensity * 1000).rounded()))
      return FilterPlan(
        output: input,
        work: .rows(in: .encoded, from: format, to: input) { format, kernels in
          PixelLoop { kernels.sepiaMatrix($0, $1, matrix, count: width, depth: format.depth) }
        })
    }
  }
}

extension Filter where Self == SepiaTone {
  /// Gives the image the brown of an old photograph. See ``SepiaTone``.
  public static func sepiaTone(intensity: Double = 1, model: SepiaTone.Model = .coreImage) -> Self {
    SepiaTone(intensity: intensity, model: model)
  }
}
