import Parameters
import PixelCore

/// Mirrors the image.
///
/// `horizontal` swaps left and right, and `vertical` swaps top and bottom. Pixels are moved, never changed. Other
/// programs also call the first one `flop` or `mirror`.
public struct Flip: Filter {
  /// The direction in which pixels move.
  public enum Direction: String, ParameterChoice {
    /// Left and right are swapped.
    case horizontal
    /// Top and bottom are swapped.
    case vertical
  }

  /// The direction in which pixels move.
  public var direction = Direction.horizontal

  public init() {}
  /// Creates the filter. Its parameters are explained at the properties of Flip.
  public init(direction: Direction) { self.direction = direction }

  public static let name = "flip"
  public static let movesPixelsOnly = true
  public static let summary = "Mirrors the image."
  public static let shorthand: String? = "direction"
  public static let otherWords = ["flop", "mirror", "reflect"]
  public static let example = "flip: horizontal"
  public static let parameters = [
    Parameter<Self>(
      "direction", \.direction, isRequired: true, "Whether left and right are swapped, or top and bottom.")
  ]

  public func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    let orientation: Orientation = direction == .horizontal ? .upMirrored : .downMirrored
    return Orient(orientation: .fixed(orientation)).plan(input, in: context)
  }
}

extension Filter where Self == Flip {
  /// Mirrors the image. See ``Flip``.
  public static func flip(direction: Flip.Direction) -> Self {
    Flip(direction: direction)
  }
}
