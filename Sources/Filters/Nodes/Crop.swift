import Parameters
import PixelCore

/// Keeps a rectangle of the image.
///
/// Pixels are moved, never changed. The rectangle's corner is given as `x` and `y`, pixels from the top left, or as `at`: a
/// side, a corner or the centre (where offsets are floor((W − w) / 2)). It lies inside the image: a photo too small for it is
/// an error.
public struct Crop: Filter {
  public var x: Int?
  public var y: Int?
  public var width = 0
  public var height = 0
  public var at: Placement?

  public init() {}
  /// The rectangle whose corner is at `(x, y)`.
  public init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
  /// A rectangle at a side, a corner or the centre.
  public init(width: Int, height: Int, at: Placement = .center) {
    (self.width, self.height, self.at) = (width, height, at)
  }

  public static let name = "crop"
  public static let movesPixelsOnly = true
  public static let summary = "Keeps a rectangle of the image, without changing any pixel."
  public static let coreImageName: String? = "CICrop"
  public static let coreImageDifferences = [
    "inputRectangle": "`inputRectangle` is counted from the bottom left; write it from the top left: "
      + "`crop: { x: …, y: …, width: …, height: … }`, where y is the photo's height less the rectangle's y and height"
  ]
  public static let otherWords = ["cut", "clip", "extract"]
  public static let example = "crop: { width: 160, height: 120, at: top }"
  public static let parameters = [
    Parameter<Self>("x", \.x, in: 0...1_000_000, "Pixels from the left, with `y`."),
    Parameter<Self>("y", \.y, in: 0...1_000_000, "Pixels from the top, with `x`."),
    Parameter<Self>("width", \.width, in: 1...65_535, isRequired: true, "Pixels across."),
    Parameter<Self>("height", \.height, in: 1...65_535, isRequired: true, "Pixels down."),
    Parameter<Self>("at", \.at, "Where the rectangle lies, without `x` and `y`; center if neither is given."),
  ]

  public func check() throws(FilterError) {
    if (x == nil) != (y == nil) {
      throw .unsuitable(
        parameter: x == nil ? "y" : "x", why: "`x` and `y` go together; give both, or `at`, or neither")
    }
    if x != nil, at != nil {
      throw .unsuitable(
        parameter: "at", why: "`crop` takes either `x` and `y` or `at`; leave one of them out")
    }
  }

  public func plan(_ input: ImageShape, in context: PlanContext) throws(FilterError) -> FilterPlan {
    let size = PixelSize(width: width, height: height)
    let origin =
      if let x, let y { PixelPoint(x: x, y: y) } else {
        (at ?? .center).origin(of: size, on: input.size, inset: .zero)
      }
    let area = PixelRect(origin: origin, size: size)
    guard area.columns.clamped(to: 0..<input.size.width) == area.columns,
      area.rows.clamped(to: 0..<input.size.height) == area.rows
    else {
      // At a side it is the size alone that is too large; the corner is then one that nobody wrote.
      let corner = x == nil ? "" : " at \(origin)"
      throw .imageUnsuitable(
        why: "`crop` keeps \(size) pixels\(corner), but the image has \(input.size); crop less, or resize first")
    }
    if size == input.size { return FilterPlan(output: input, work: .nothing) }
    let output = ImageShape(size: size, format: input.format)
    return FilterPlan(output: output, work: .stage { _, sink in CropStage(area: area, output: output, sink: sink) })
  }

  /// As large as it says, of whatever is large enough.
  public func output(ofAtMost bound: ImageShape, in context: PlanContext) throws(FilterError) -> PlannedShape {
    .exact(try plan(bound, in: context).output.bound)
  }
}

/// Hands on the part of each band that is inside: no pixel is copied.
private final class CropStage: RowSink {
  private let area: PixelRect
  private let output: ImageShape
  private let sink: any RowSink

  init(area: PixelRect, output: ImageShape, sink: any RowSink) {
    (self.area, self.output, self.sink) = (area, output, sink)
  }

  func push(_ band: RowBand) throws {
    let rows = band.rows.clamped(to: area.rows)
    if rows.isEmpty { return }
    let base = band.row(rows.lowerBound) + area.origin.x * output.format.bytesPerPixel
    let first = rows.lowerBound - area.origin.y
    try sink.push(RowBand(shape: output, rows: first..<(first + rows.count), base: base, stride: band.stride))
  }

  func finish() throws { try sink.finish() }
}
