import Drawing
import Parameters
import PixelCore
import PixelKernels

/// Draws a rectangle with rounded corners at a display's scale, filled and optionally stroked.
///
/// The canvas has the frame's size × `scale`, and the rectangle's path is the canvas inset by `inset` pixels. The
/// default inset is half of the line's width, so that the line is complete, or 0 without a line. The path is filled
/// first. Then a line of width `lineWidth` × scale, centred on the path, is composited over the fill and clipped to the
/// canvas. Corners are quarter circles with a radius of `radius` × scale pixels, or a percentage of the frame's shorter
/// side. At most half of the shorter side is used: 50% makes a pill. The line around square corners has square corners
/// too.
///
/// A pixel's coverage is its area inside the shape, rounded to a level of the working format's depth.
///
/// As a source it creates a transparent image of the canvas's size with the drawing. As a step it draws on the photo,
/// with the corner of the frame × scale from the top left.
public struct RoundedRectangle: DrawnShape {
  public var size: PixelSize?
  public var frame: PixelRect?
  /// Radius of the corners in points. At most half of the shorter side is used.
  public var radius = Length.zero
  /// The fill colour.
  public var fill = Color.black
  /// The colour of the line. If nil, no line is drawn.
  public var stroke: Color?
  /// Width of the line in points, half of it outside the path. Defaults to 1.
  public var lineWidth = 1.0
  /// Distance from the canvas's edge to the path in pixels. Defaults to half of the line's width, or to 0 without a
  /// line.
  public var inset: Double?
  public var scale = 1.0

  public init() {}
  /// Creates the filter. Its parameters are explained at the properties of RoundedRectangle.
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

  /// Creates a path inset from all sides of a canvas.
  init(size: PixelSize, inset: Double, radius: Double) {
    self.init(
      left: inset, top: inset, right: Double(size.width) - inset, bottom: Double(size.height) - inset, radius: radius)
  }

  var outline: Outline {
    .roundedRectangle(left: left, top: top, right: right, bottom: bottom, radius: radius)
  }

  /// Returns the area of a line along the path: inside the path moved outwards by half of the width, and outside the
  /// path moved inwards.
  func line(width: Double) -> Outline {
    guard width > 0, left < right, top < bottom else { return Outline() }
    var line = grown(by: width / 2).outline
    line.add(grown(by: -width / 2).outline, reversed: true)
    return line
  }

  /// Returns the path moved outwards by a distance, or inwards if it is negative.
  func grown(by distance: Double) -> RoundedPath {
    RoundedPath(
      left: left - distance, top: top - distance, right: right + distance, bottom: bottom + distance,
      radius: radius == 0 ? 0 : max(0, radius + distance))
  }
}

extension Filter where Self == RoundedRectangle {
  /// Draws a filled and stroked rectangle with rounded corners, as a source or on the photo. See <doc:Filters#roundedRectangle>.
  public static func roundedRectangle(
    size: PixelSize? = nil, frame: PixelRect? = nil, radius: Length = 0, fill: Color = .black, stroke: Color? = nil,
    lineWidth: Double = 1, inset: Double? = nil, scale: Double = 1
  ) -> Self {
    RoundedRectangle(
      size: size, frame: frame, radius: radius, fill: fill, stroke: stroke, lineWidth: lineWidth, inset: inset,
      scale: scale)
  }
}
