import Drawing
import Errors
import Parameters
import PixelCore
import PixelKernels

/// Puts a soft shadow under the content of the photo.
///
/// `drop` is the shadow of CSS: the photo's alpha, enlarged by `spread`, blurred, coloured, moved by `offset` and
/// placed under the photo. As in CSS, `blur` is twice the Gaussian's standard deviation, and a shape grows by `spread`
/// on each side and at its corners. A negative spread makes it smaller. `contact` is the shadow on the ground: a
/// blurred ellipse under the content, which is all pixels with an alpha above 8 of 255. The ellipse is as wide as the
/// content's box and `height` high. Its centre is on the box's lower edge, moved by `offset`. `spread` enlarges it on
/// all sides.
///
/// Lengths are in points of `scale` pixels, or percentages of the photo's shorter side. Each is rounded to whole
/// pixels, except the blur. A blurred shadow extends three standard deviations beyond the unblurred one. The canvas
/// keeps its size by default. The part of the shadow outside is clipped, and a warning says by how many pixels. With
/// `grow: true` the canvas is enlarged to hold the shadow of a photo without any transparency, so its size depends only
/// on the photo's size.
///
/// The shadow is computed with 16 bits in the working transfer, blurred within the error bound of `blur`, and rounded
/// once more. The photo is then composited over it. An opaque photo covers its shadow, except in the area that `grow`
/// adds. The whole image is buffered.
public struct Shadow: Filter {
  /// The kind of shadow.
  public enum Kind: String, ParameterChoice {
    /// The shadow of the photo's own shape, from a light in front of it.
    case drop
    /// The shadow on the ground under the content, from a light above.
    case contact
  }

  /// The kind of shadow: of the photo's shape, or on the ground. Defaults to drop.
  public var kind = Kind.drop
  /// Offset to the right and down, in points. Defaults to (0, 4).
  public var offset = LengthPoint(x: 0, y: 4)
  /// Twice the Gaussian's standard deviation in points, as in CSS. Defaults to 12.
  public var blur: Length = 12
  /// Growth of the shadow on each side before it is blurred, in points. Defaults to 0.
  public var spread: Length = 0
  /// Height of a contact shadow's ellipse in points. Defaults to an eighth of its width.
  public var height: Length?
  /// The shadow's colour.
  public var colour = Color.black
  /// Factor for the colour's alpha. Defaults to 0.35.
  public var opacity = 0.35
  /// Whether the canvas is enlarged to hold the shadow. Defaults to false.
  public var grow = false
  /// Pixels per point.
  public var scale = 1.0

  public init() {}
  /// Creates the filter. Its parameters are explained at the properties of Shadow.
  public init(
    kind: Kind = .drop, offset: PixelPoint = PixelPoint(x: 0, y: 4), blur: Double = 12, spread: Double = 0,
    height: Double? = nil, colour: Color = .black, opacity: Double = 0.35, grow: Bool = false, scale: Double = 1
  ) {
    (self.kind, self.offset, self.blur, self.spread) = (kind, LengthPoint(offset), .pixels(blur), .pixels(spread))
    (self.height, self.colour, self.opacity) = (height.map { .pixels($0) }, colour, opacity)
    (self.grow, self.scale) = (grow, scale)
  }

  public static let name = "shadow"
  public static let keepsPlaces = true
  public static let summary = "Puts a soft shadow under the content of the photo."
  public static let shorthand: String? = "kind"
  public static let otherWords = ["dropShadow", "boxShadow", "contactShadow", "glow", "CIShadedMaterial"]
  public static let example = "shadow: { offset: [8, 10], blur: 14, opacity: 0.5 }"
  public static let parameters = [
    Parameter<Self>("kind", \.kind, "The shadow of the photo's shape, or a shadow on the ground below it."),
    Parameter<Self>(
      "offset", \.offset, in: -4096...4096, "Offset of the shadow to the right and down, in points."),
    Parameter<Self>(
      "blur", \.blur, kind: .length(.fractional), in: 0...2000,
      "Twice the Gaussian's standard deviation, in points, as in CSS."),
    Parameter<Self>(
      "spread", \.spread, kind: .length(.fractional), in: -64...64,
      "The growth of the shadow on each side before blurring, in points."),
    Parameter<Self>(
      "height", \.height, kind: .length(.fractional), in: 0...4096,
      "The height of a contact shadow's ellipse in points; without it, an eighth of its width."),
    Parameter<Self>("colour", \.colour, "The shadow's colour."),
    Parameter<Self>("opacity", \.opacity, kind: .fraction, in: 0...1, "The factor for the colour's alpha."),
    Parameter<Self>("grow", \.grow, "Whether the canvas is enlarged if the shadow doesn't fit."),
    Parameter<Self>("scale", \.scale, in: 0.1...16, "Pixels per point."),
  ]

  public func check() throws(FilterError) {
    if height != nil, kind == .drop {
      throw .unsuitableParameter(
        parameter: "height", why: "`height` is for `kind: contact`; a drop shadow is as high as what throws it")
    }
    if case .pixels(let points) = blur, points * scale > Self.largestBlur {
      throw .unsuitableParameter(
        parameter: "blur",
        why: "`blur` × `scale` is \((points * scale).value) pixels; at most 2000 are allowed")
    }
  }

  private static let largestBlur = 2000.0

  /// Checks the lengths in pixels. A percentage of a large photo can exceed the limit for lengths in points.
  private func check(_ geometry: ShadowGeometry) throws(FilterError) {
    let lengths = [("blur", 2 * geometry.sigma, Self.largestBlur), ("spread", abs(Double(geometry.spread)), 1024)]
    for (name, length, limit) in lengths where length > limit {
      throw .unsuitableImage(
        why: "`\(name)` is \(length.value) pixels of a photo of this size; at most \(limit.value) are allowed")
    }
  }

  public func plan(_ input: ImageShape, in context: PlanContext) throws(FilterError) -> FilterPlan {
    let geometry = ShadowGeometry(self, on: input.size)
    try check(geometry)
    let canvas = geometry.canvas(for: input.size, grows: grow)
    if opacity == 0 || colour.alpha == 0 {
      if canvas.size == input.size { return FilterPlan(output: input, work: .nothing) }
    } else if input.format.alpha == .opaque, canvas.size == input.size {
      return FilterPlan(
        output: input,
        work: .stage { context, sink in
          let remedy = "cut it out first, or give `grow: true`"
          context.notes.add(
            Warning(
              "shadow: the photo has no transparency and covers its shadow; \(remedy)",
              kind: "shadow: covered by the photo",
              reason: "no transparency; \(remedy)"))
          return sink
        })
    }
    let output =
      canvas.size == input.size
      ? input : ImageShape(size: canvas.size, format: input.format.with(alpha: .premultiplied))
    let work = ShadowWork(shadow: self, geometry: geometry, input: input, output: output, origin: canvas.origin)
    return FilterPlan(
      output: output, work: .barrier { ShadowStage(work, context: $0, sink: $1) },
      workingBytes: work.workingBytes)
  }
}

/// The lengths of a shadow in pixels.
struct ShadowGeometry: Sendable {
  /// The Gaussian's standard deviation.
  let sigma: Double
  let offset: PixelPoint
  let spread: Int
  /// Whether the shadow is a contact shadow.
  let isContact: Bool
  /// Height of the ellipse. Nil if it depends on the content's width.
  private let height: Double?

  init(_ shadow: Shadow, on photo: PixelSize) {
    let (side, scale) = (photo.shorterSide, shadow.scale)
    sigma = shadow.blur.pixels(of: side, scale: scale) / 2
    offset = shadow.offset.wholePixels(of: side, scale: scale)
    spread = shadow.spread.wholePixels(of: side, scale: scale)
    isContact = shadow.kind == .contact
    height = shadow.height?.pixels(of: side, scale: scale)
  }

  private func height(under box: PixelRect) -> Double { height ?? Double(box.size.width) / 8 }

  /// Distance that the blur extends.
  var reach: Int { GaussianWeights.extent(sigma: sigma) }

  /// Returns the area of the unblurred shadow for content in a box, before it is moved. Nil if it is empty.
  func shape(of box: PixelRect) -> PixelRect? {
    let (columns, rows) = (box.columns, box.rows)
    guard isContact else {
      return Self.rect(
        columns.lowerBound - spread, rows.lowerBound - spread, columns.upperBound + spread, rows.upperBound + spread)
    }
    let half = Int((height(under: box) / 2).rounded(.up)) + spread
    return Self.rect(
      columns.lowerBound - spread, rows.upperBound - half, columns.upperBound + spread, rows.upperBound + half)
  }

  /// Returns the ellipse of a contact shadow, or nil for a drop shadow.
  func ellipse(under box: PixelRect) -> EllipseCoverage? {
    guard isContact else { return nil }
    return EllipseCoverage(
      centerX: Double(box.origin.x) + Double(box.size.width) / 2, centerY: Double(box.rows.upperBound),
      radiusX: Double(box.size.width) / 2 + Double(spread),
      radiusY: height(under: box) / 2 + Double(spread))
  }

  /// Returns the area of the blurred shadow, before it is moved.
  func blurred(_ shape: PixelRect) -> PixelRect {
    Self.rect(
      shape.columns.lowerBound - reach, shape.rows.lowerBound - reach, shape.columns.upperBound + reach,
      shape.rows.upperBound + reach)!
  }

  /// Returns the size of the canvas, and the position of the photo's corner on it.
  func canvas(for photo: PixelSize, grows: Bool) -> (size: PixelSize, origin: PixelPoint) {
    guard grows, let shape = shape(of: PixelRect(origin: .zero, size: photo)) else { return (photo, .zero) }
    let whole = blurred(shape)
    let left = max(0, -(whole.columns.lowerBound + offset.x))
    let top = max(0, -(whole.rows.lowerBound + offset.y))
    let right = max(0, whole.columns.upperBound + offset.x - photo.width)
    let bottom = max(0, whole.rows.upperBound + offset.y - photo.height)
    return (
      PixelSize(width: left + photo.width + right, height: top + photo.height + bottom), PixelPoint(x: left, y: top)
    )
  }

  private static func rect(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int) -> PixelRect? {
    guard left < right, top < bottom else { return nil }
    return PixelRect(columns: left..<right, rows: top..<bottom)
  }
}

extension Filter where Self == Shadow {
  /// Puts a soft shadow under the content of the photo. See ``Shadow``.
  public static func shadow(
    kind: Shadow.Kind = .drop, offset: PixelPoint = PixelPoint(x: 0, y: 4), blur: Double = 12, spread: Double = 0,
    height: Double? = nil, colour: Color = .black, opacity: Double = 0.35, grow: Bool = false, scale: Double = 1
  ) -> Self {
    Shadow(
      kind: kind, offset: offset, blur: blur, spread: spread, height: height, colour: colour, opacity: opacity,
      grow: grow, scale: scale)
  }
}
