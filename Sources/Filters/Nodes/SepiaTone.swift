import Parameters
import PixelCore
import PixelKernels

/// Gives the image the brown tone of an old photograph.
///
/// `coreImage` is the result of Core Image's `CISepiaTone`, fitted to a published output. For straight, linear-light
/// red, green and blue, `y = 0.2126 R + 0.7152 G + 0.0722 B`, and the tone is `(y^0.781, 0.9888·y^1.0849,
/// 0.9145·y^1.9023)`. The result mixes image and tone by `intensity`. It is within one level of a float64 computation.
///
/// `css` is the sepia matrix of the W3C's Filter Effects Module on encoded sRGB, with the intensity rounded to the
/// nearest thousandth. The exact result is rounded once, halves up. In linear light the pixels are encoded with 16 bits
/// first and decoded again.
///
/// Alpha is unchanged.
public struct SepiaTone: Filter {
  /// The definition of sepia.
  public enum Model: String, ParameterChoice {
    /// Core Image's `CISepiaTone`, in linear light.
    case coreImage
    /// CSS's `sepia()`, on encoded values.
    case css
  }

  /// The strength. 0 leaves the image unchanged. Defaults to 1.
  public var intensity = 1.0
  /// Core Image's tone, or the CSS matrix. Defaults to Core Image's.
  public var model = Model.coreImage

  public init() {}
  /// Creates the filter. Its parameters are explained at the properties of SepiaTone.
  public init(intensity: Double = 1, model: Model = .coreImage) {
    (self.intensity, self.model) = (intensity, model)
  }

  public static let name = "sepiaTone"
  public static let commutesWithScaling = true
  public static let keepsGainMap = true
  public static let mixesChannels = true
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
