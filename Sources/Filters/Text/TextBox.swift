import Parameters
import PixelCore

/// What is drawn behind a text: a badge.
public struct TextBox: ParameterGroup {
  /// What it is filled with; nil for nothing.
  public var fill = Color.black
  /// How round its corners are.
  public var radius = Length.zero
  /// What is left free between it and the text.
  public var padding = Padding(vertical: .percent(25), horizontal: .percent(50))
  /// The colour of its line; nil for none.
  public var stroke: Color?
  /// How wide the stroke is.
  public var lineWidth = 1.0

  public init() {}
  /// A box behind a text.
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
  /// Pixels of a length that is no whole number of them.
  func pixels(of whole: Double, scale: Double) -> Double {
    switch self {
    case .pixels(let number): number * scale
    case .percent(let number): whole * number / 100
    }
  }
}
