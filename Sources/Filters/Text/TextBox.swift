import Parameters
import PixelCore

/// The box behind a text, which makes it a badge.
public struct TextBox: ParameterGroup {
  /// The fill colour. Defaults to black.
  public var fill = Color.black
  /// Radius of the corners, in points or as a percentage of the text's height. At most half of the box's shorter side
  /// is used.
  public var radius = Length.zero
  /// Space between the box's edge and the text, in points or as percentages of the text's height. Defaults to 25 %
  /// above and below, and 50 % on the left and right.
  public var padding = Padding(vertical: .percent(25), horizontal: .percent(50))
  /// The colour of the line inside the box's edge. If nil, no line is drawn.
  public var stroke: Color?
  /// Width of the line in points. Defaults to 1.
  public var lineWidth = 1.0

  public init() {}
  /// Creates a box.
  public init(
    fill: Color, radius: Length = 0, padding: Padding = Padding(vertical: .percent(25), horizontal: .percent(50)),
    stroke: Color? = nil, lineWidth: Double = 1
  ) {
    (self.fill, self.radius, self.padding) = (fill, radius, padding)
    (self.stroke, self.lineWidth) = (stroke, lineWidth)
  }

  public static let parameters = [
    Parameter<Self>("fill", \.fill, "The fill colour."),
    Parameter<Self>(
      "radius", \.radius, kind: .length(.share(of: "the text's height")), in: 0...16_384,
      "The corners' radius in points; at most half of the shorter side is used."),
    Parameter<Self>("padding", \.padding, in: 0...4096, "Between the text and the box's edges, in points."),
    Parameter<Self>("stroke", \.stroke, "The colour of the line inside the box's edge; without one there is none."),
    Parameter<Self>("lineWidth", \.lineWidth, in: 0...4096, "That line's width in points."),
  ]
}

extension Length {
  /// Returns the length in fractional pixels.
  func pixels(of whole: Double, scale: Double) -> Double {
    switch self {
    case .pixels(let number): number * scale
    case .percent(let number): whole * number / 100
    }
  }
}
