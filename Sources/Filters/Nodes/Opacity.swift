import Parameters
import PixelCore
import PixelKernels

/// Makes the whole image more transparent.
///
/// Each premultiplied channel, including alpha, is multiplied by `amount`, which is rounded to the nearest millionth.
/// The result is rounded once, halves up.
public struct Opacity: Filter {
  /// The factor for alpha. 0 makes the image invisible. Defaults to 1.
  public var amount = 1.0

  public init() {}
  /// Creates the filter. Its parameters are explained at the properties of Opacity.
  public init(amount: Double) { self.amount = amount }

  public static let name = "opacity"
  public static let commutesWithScaling = true
  public static let summary = "Makes the whole image more transparent."
  public static let shorthand: String? = "amount"
  public static let otherWords = ["alpha", "transparency", "fade"]
  public static let example = "opacity: 0.4"
  public static let parameters = [
    Parameter<Self>(
      "amount", \.amount, kind: .fraction, in: 0...1, isRequired: true,
      "The factor for alpha: 0 makes the image invisible.")
  ]

  public func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    let millionths = Int((amount * 1_000_000).rounded())
    if millionths == 1_000_000 { return FilterPlan(output: input, work: .nothing) }
    let output = ImageShape(size: input.size, format: input.format.with(alpha: .premultiplied))
    let (width, depth) = (input.size.width, input.format.depth)
    return FilterPlan(
      output: output,
      work: .rows { context in
        PixelLoop { context.kernels.scale($0, $1, millionths: millionths, count: width, depth: depth) }
      })
  }
}

extension Filter where Self == Opacity {
  /// Makes the whole image more transparent. See ``Opacity``.
  public static func opacity(amount: Double) -> Self {
    Opacity(amount: amount)
  }
}
