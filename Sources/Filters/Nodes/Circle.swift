import Drawing
import Parameters
import PixelCore
import PixelKernels

/// Draws a circle or an ellipse, filled and then stroked, as Core Graphics does on a display of a given scale.
///
/// The canvas has the frame's size × `scale`, and the ellipse is the canvas inset by `inset` pixels. It is filled
/// first. Then a line of width `lineWidth` × scale, centred on the path, is composited over the fill and clipped to the
/// canvas. Half of the line is outside the path, so an inset of at least `lineWidth` × scale / 2 keeps it complete.
///
/// A pixel's coverage is its area inside the shape, computed in closed form. For the stroke of an ellipse that isn't a
/// circle, it is the area between chords of the exact offset curves. Coverage is rounded to a level of the working
/// format's depth.
///
/// As a source it creates a transparent image of the canvas's size with the drawing. As a step it draws on the photo,
/// with the corner of the frame × scale from the top left.
public struct Circle: DrawnShape {
  public var size: PixelSize?
  public var frame: PixelRect?
  /// The fill colour.
  public var fill = Color.black
  /// The colour of the line.
  public var stroke = Color.black
  /// Width of the line in points, half of it outside the path. 0 draws no line.
  public var lineWidth = 0.5
  /// Distance from the canvas's edge to the path in pixels. If it is less than half the line's width, the line is
  /// clipped.
  public var inset = 0.5
  public var scale = 1.0

  public init() {}
  /// Creates the filter. Its parameters are explained at the properties of Circle.
  public init(
    size: PixelSize? = nil, frame: PixelRect? = nil, fill: Color = .black, stroke: Color = .black,
    lineWidth: Double = 0.5, inset: Double = 0.5, scale: Double = 1
  ) {
    (self.size, self.frame, self.fill, self.stroke) = (size, frame, fill, stroke)
    (self.lineWidth, self.inset, self.scale) = (lineWidth, inset, scale)
  }

  public static let name = "circle"
  public static let summary = "Draws a filled and stroked circle or ellipse, as a source or on the photo."
  public static let otherWords = ["ellipse", "oval", "disc", "disk"]
  public static let example =
    "circle: { frame: [142, 14, 68, 68], fill: \"#e63946\", stroke: \"#7a1620\", lineWidth: 4, inset: 2 }"
  public static let parameters = [
    Parameter<Self>("size", \.size, in: 1...16_384, "As a source: the frame's width and height, in points."),
    Parameter<Self>("frame", \.frame, "As a step: the frame on the photo, in points."),
    Parameter<Self>("fill", \.fill, "The fill colour."),
    Parameter<Self>("stroke", \.stroke, "The colour of the line."),
    Parameter<Self>(
      "lineWidth", \.lineWidth, in: 0...4096,
      "The line's width in points, half of it outside the path; 0 draws no line."),
    Parameter<Self>(
      "inset", \.inset, in: 0...4096,
      "Pixels from the canvas's edge to the path; below half the line's width, the line is clipped."),
    Parameter<Self>("scale", \.scale, in: 0.1...16, "Pixels per point."),
  ]

  /// Returns the drawing on a transparent canvas: the fill, with the stroke composited over it.
  func draw(on shape: ImageShape, kernels: Kernels) -> Image {
    let path = EllipseCoverage(
      centerX: Double(shape.size.width) / 2, centerY: Double(shape.size.height) / 2,
      radiusX: Double(shape.size.width) / 2 - inset, radiusY: Double(shape.size.height) / 2 - inset)
    let line = StrokeCoverage(path: path, lineWidth: lineWidth * scale)
    let (fill, stroke) = (Paint(fill, in: shape.format), Paint(stroke, in: shape.format))
    var canvas = PixelBuffer(shape: shape)
    var strokeRow = PixelBuffer(
      shape: ImageShape(size: PixelSize(width: shape.size.width, height: 1), format: shape.format))
    for y in 0..<shape.size.height {
      let row = canvas.mutableRow(y)
      let lineShares = line.shares(row: y, width: shape.size.width)
      for x in 0..<shape.size.width {
        fill.covering(path.coverage(x: x, y: y)).store(in: row, at: x)
        stroke.covering(lineShares[x]).store(in: strokeRow.mutableRow(0), at: x)
      }
      kernels.sourceOver(
        row, background: row, foreground: strokeRow.row(0), count: shape.size.width, depth: shape.format.depth)
    }
    return Image(canvas)
  }
}

/// The share of each pixel that a line along an ellipse covers: the area inside its outer edge minus the area inside
/// its inner edge.
private enum StrokeCoverage {
  case nothing
  case ring(outer: EllipseCoverage, inner: EllipseCoverage)
  case band(outer: ParallelEllipseCoverage, inner: ParallelEllipseCoverage)

  init(path: EllipseCoverage, lineWidth: Double) {
    let half = lineWidth / 2
    if half <= 0 || min(path.radiusX, path.radiusY) <= 0 {
      self = .nothing
    } else if path.radiusX == path.radiusY {
      self = .ring(outer: path.grown(by: half), inner: path.grown(by: -half))
    } else {
      self = .band(
        outer: ParallelEllipseCoverage(path, distance: half), inner: ParallelEllipseCoverage(path, distance: -half))
    }
  }

  /// Returns the shares of the pixels of row `y`, 0 to 1.
  func shares(row y: Int, width: Int) -> [Double] {
    switch self {
    case .nothing: Array(repeating: 0, count: width)
    case .ring(let outer, let inner):
      (0..<width).map { outer.coverage(x: $0, y: y) - inner.coverage(x: $0, y: y) }
    case .band(let outer, let inner):
      zip(outer.shares(row: y, width: width), inner.shares(row: y, width: width)).map { $0 - $1 }
    }
  }
}

extension EllipseCoverage {
  /// Returns a disc with the same centre and a radius changed by `distance`.
  fileprivate func grown(by distance: Double) -> EllipseCoverage {
    EllipseCoverage(
      centerX: centerX, centerY: centerY, radiusX: radiusX + distance, radiusY: radiusY + distance)
  }
}

extension Filter where Self == Circle {
  /// Draws a filled and stroked circle or ellipse, as a source or on the photo. See <doc:Filters#circle>.
  public static func circle(
    size: PixelSize? = nil, frame: PixelRect? = nil, fill: Color = .black, stroke: Color = .black,
    lineWidth: Double = 0.5, inset: Double = 0.5, scale: Double = 1
  ) -> Self {
    Circle(size: size, frame: frame, fill: fill, stroke: stroke, lineWidth: lineWidth, inset: inset, scale: scale)
  }
}
