import PixelCore
import PixelKernels

/// Gives the image the brown of an old photograph.
///
/// `coreImage` is what Core Image's `CISepiaTone` makes, fitted on a published output of it. With straight, linear-light
/// red, green and blue: `y = 0.2126 R + 0.7152 G + 0.0722 B`, the tone is `(y^0.781, 0.9888·y^1.0849, 0.9145·y^1.9023)`
/// and the result mixes image and tone by `intensity`. Within one level of float64.
///
/// `css` is the sepia matrix of the W3C's Filter Effects Module, on encoded sRGB, with the intensity taken to the nearest
/// thousandth; the result is the exact one, rounded once, halves up.
///
/// Alpha stays as it is.
public struct SepiaTone: Filter {
  /// Whose sepia it is.
  public enum Model: String, ParameterChoice {
    case coreImage
    case css
  }

  public var intensity = 1.0
  public var model = Model.coreImage

  public init() {}
  public init(intensity: Double = 1, model: Model = .coreImage) {
    (self.intensity, self.model) = (intensity, model)
  }

  public static let name = "sepiaTone"
  public static let summary = "Gives the image the brown of an old photograph."
  public static let shorthand: String? = "intensity"
  public static let parameters = [
    Parameter<Self>("intensity", \.intensity, in: 0...1, "How much: 0 leaves the image as it is."),
    Parameter<Self>("model", \.model, "Core Image's tone, or the CSS matrix."),
  ]

  public func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    if intensity == 0 { return FilterPlan(output: input, work: .nothing) }
    let (filter, width) = (self, input.size.width)
    return FilterPlan(output: input, work: .rows { SepiaToneLoop(filter, width: width, kernels: $0.kernels) })
  }
}

private final class SepiaToneLoop: RowLoop {
  private let tone: Tone
  private let width: Int
  private let kernels: Kernels

  private enum Tone {
    case coreImage(intensity: Double)
    case css(SepiaMatrix)
  }

  init(_ filter: SepiaTone, width: Int, kernels: Kernels) {
    tone =
      switch filter.model {
      case .coreImage: .coreImage(intensity: filter.intensity)
      case .css: .css(SepiaMatrix(intensityThousandths: Int((filter.intensity * 1000).rounded())))
      }
    (self.width, self.kernels) = (width, kernels)
  }

  func apply(to input: UnsafeRawPointer, row y: Int, into output: UnsafeMutableRawPointer) {
    switch tone {
    case .coreImage(let intensity): kernels.sepiaTone(output, input, intensity: intensity, count: width)
    case .css(let matrix): kernels.sepiaMatrix(output, input, matrix, count: width)
    }
  }
}
