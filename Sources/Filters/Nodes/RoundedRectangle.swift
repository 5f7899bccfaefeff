import Drawing
import Parameters
import PixelCore
import PixelKernels

/// Draws a rectangle with rounded corners, filled and, where it has a `stroke`, stroked, at a display's scale.
///
/// The canvas is the frame's size × `scale`, and the rectangle's path is the canvas inset by `inset` pixels: without one, by half the
/// line's width, so that the line is whole. The path is filled; then a stroke of `lineWidth` × scale is drawn that straddles it,
/// source-over, clipped to the canvas. Corners are quarters of a circle of `radius` × scale, or a percentage of the frame's shorter
/// side, of which at most half is used: 50% makes a pill. Of square corners, those of the line are square too.
///
/// A pixel's coverage is its area inside the shape, rounded to a level of the working format's depth.
///
/// As a source it makes a transparent image with the drawing on it, as large as the canvas. As a step it draws on the
/// photo, with the frame's corner × scale from the top left.
public struct RoundedRectangle: DrawnShape {
  public var size: PixelSize?
  public var frame: PixelRect?
  /// The corners' radius in points; at most half of the shorter side is used.
  public var radius = Length.zero
  /// The fill colour.
  public var fill = Color.black
  /// The colour of the line; without one there is none.
  public var stroke: Color?
  /// The line's width in points, half of it outside the path.
  public var lineWidth = 1.0
  /// Pixels from the canvas's edge to the path; without it, half the line's width.
  public var inset: Double?
  public var scale = 1.0

  public init() {}
  /// The filter with these parameters; RoundedRectangle's properties say what they are.
  public init(
    size: PixelSize? = nil, frame: PixelRect? = nil, radius: Length = 0, fill: Color = .black, stroke: Color? = nil,
    lineWidth: Double = 1, inset: Double? = nil, scale: Double = 1
  ) {
    (self.size, self.frame, self.radius, self.fill, self.stroke) = (size, frame, radius, fill, stroke)
    (self.lineWidth, self.inset, self.scale) = (lineWidth, inset, scale)
  }

  public static let name = "roundedRectangle"
  public static let summary = "Draws a filled and stroked rectangle with rounded corners, as a source or on the photo."
  public static let otherWords = ["rectangle", "rect", "roundRect", "roundedRect", "box", "panel", "pill"]
  public static let example =
    "roundedRectangle: { frame: [20, 20, 180, 64], radius: 18, fill: \"#e63946\", stroke: \"#ffffff\", lineWidth: 4 }"
  public static let parameters = [
    Parameter<Self>("size", \.size, in: 1...16_384, "As a source: the frame's width and height, in points."),
    Parameter<Self>("frame", \.frame, "As a step: the frame on the photo, in points."),
    Parameter<Self>(
      "radius", \.radius, kind: .length(.fractional), in: 0...16_384,
      "The corners' radius in points; at most half of the shorter side is used."),
    Parameter<Self>("fill", \.fill, "The fill colour."),
    Parameter<Self>("stroke", \.stroke, "The colour of the line; without it, no line is drawn."),
    Parameter<Self>("lineWidth", \.lineWidth, in: 0...4096, "The line's width in points, half of it outside the path."),
    Parameter<Self>(
      "inset", \.inset, in: 0...4096,
      "Pixels from the canvas's edge to the path; without it, half the line's width."),
    Parameter<Self>("scale", \.scale, in: 0.1...16, "Pixels per point."),
  ]

  func draw(on shape: ImageShape, kernels: Kernels) -> Image {
    let path = RoundedPath(
      size: shape.size, inset: inset ?? (stroke == nil ? 0 : lineWidth * scale / 2),
      radius: radius.pixels(of: shape.size.shorterSide, scale: scale))
    var canvas = PixelBuffer.transparent(shape)
    canvas.paint(path.outline, fill, kernels: kernels)
    if let stroke { canvas.paint(path.line(width: lineWidth * scale), stroke, kernels: kernels) }
    return Image(canvas)
  }
}

/// The path of a rectangle with rounded corners, in pixels.
struct RoundedPath {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double
  var radius: Double

  init(left: Double, top: Double, right: Double, bottom: Double, radius: Double) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    self.radius = max(0, min(radius, (right - left) / 2, (bottom - top) / 2))
  }

  /// One that is inset from all sides of a canvas.
  init(size: PixelSize, inset: Double, radius: Double) {
    self.init(
      left: inset, top: inset, right: Double(size.width) - inset, bottom: Double(size.height) - inset, radius: radius)
  }

  var outline: Outline {
    .roundedRectangle(left: left, top: top, right: right, bottom: bottom, radius: radius)
  }

  /// The line along the path: what is inside the path that is half its width farther out, and not inside the one farther in.
  func line(width: Double) -> Outline {
    guard width > 0, left < right, top < bottom else { return Outline() }
    var line = grown(by: width / 2).outline
    line.add(grown(by: -width / 2).outline, reversed: true)
    return line
  }

  /// The path at a distance outside, or inside where it is negative.
  func grown(by distance: Double) -> RoundedPath {
    RoundedPath(
      left: left - distance, top: top - distance, right: right + distance, bottom: bottom + distance,
      radius: radius == 0 ? 0 : max(0, radius + distance))
  }
}

extension Filter where Self == RoundedRectangle {
  /// Draws a filled and stroked rectangle with rounded corners, as a source or on the photo. See ``RoundedRectangle``.
  public static func roundedRectangle(
    size: PixelSize? = nil, frame: PixelRect? = nil, radius: Length = 0, fill: Color = .black, stroke: Color? = nil,
    lineWidth: Double = 1, inset: Double? = nil, scale: Double = 1
  ) -> Self {
    RoundedRectangle(
      size: size, frame: frame, radius: radius, fill: fill, stroke: stroke, lineWidth: lineWidth, inset: inset,
      scale: scale)
  }
}
