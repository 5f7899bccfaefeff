import Parameters
import PixelCore
import PixelKernels

/// Places the image on an opaque colour.
///
/// Source-over on premultiplied values: `R = S + round(B·(M − Sa)/M)`, where M is the largest value of the working
/// format's depth, 255 or 65,535. M is odd, so there are no halves to round. The result is opaque.
public struct Flatten: Filter {
  /// The colour behind the image.
  public var background = Color.white

  public init() {}
  /// Creates the filter. Its parameters are explained at the properties of Flatten.
  public init(background: Color) { self.background = background }

  public static let name = "flatten"
  public static let commutesWithScaling = true
  public static let keepsGainMap = true
  public static let summary = "Puts the image on a plain background."
  public static let shorthand: String? = "background"
  public static let otherWords = ["background", "removeAlpha"]
  public static let example = "flatten: \"#f4ecd8\""
  public static let parameters = [
    Parameter<Self>("background", \.background, kind: .opaqueColor, "The colour behind the image.")
  ]

  public func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    if input.format.alpha == .opaque { return FilterPlan(output: input, work: .nothing) }
    let output = ImageShape(size: input.size, format: input.format.with(alpha: .opaque))
    let color = background.pixel(in: input.format)
    return FilterPlan(output: output, work: .rows { FlattenLoop(color: color, image: output, kernels: $0.kernels) })
  }
}

/// Lays each row on a row of one colour.
final class FlattenLoop: RowLoop {
  private let background: PixelBuffer
  private let width: Int
  private let depth: PixelFormat.Depth
  private let kernels: Kernels

  init(color: Pixel, image: ImageShape, kernels: Kernels) {
    (width, depth) = (image.size.width, image.format.depth)
    var row = PixelBuffer(shape: ImageShape(size: PixelSize(width: width, height: 1), format: image.format))
    color.fill(row.mutableRow(0), count: width)
    background = row
    self.kernels = kernels
  }

  func apply(to input: UnsafeRawPointer, row y: Int, into output: UnsafeMutableRawPointer) {
    kernels.sourceOver(output, background: background.row(0), foreground: input, count: width, depth: depth)
  }
}

extension Filter where Self == Flatten {
  /// Puts the image on a plain background. See ``Flatten``.
  public static func flatten(background: Color = .white) -> Self {
    Flatten(background: background)
  }
}
