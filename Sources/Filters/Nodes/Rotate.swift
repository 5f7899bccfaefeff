import Drawing
import Parameters
import PixelCore
import PixelKernels

/// Rotates the image clockwise by an angle.
///
/// Multiples of 90° move pixels without changing them, unless the canvas is kept and isn't square. At other angles, each
/// pixel is sampled with Lanczos-3, six by six pixels, from premultiplied values of the working format. Samples beyond
/// the image's edges repeat its edge pixels. Along the rotated edges, the sample is mixed with the background by the
/// exact area that the image covers, rounded to 1/65,535. So edges are smooth and have no halo. Results are within one
/// level of 255 of a float64 computation.
///
/// With `canvas: expand`, the canvas is as large as the rotated image, rounded up to whole pixels. With `canvas: keep`, it
/// has the image's size, and the corners of the image are clipped. The middle of the image stays in the middle. Only the
/// new corners get `background`: translucent pixels of the image stay translucent. The result is opaque if the image and
/// `background` are.
public struct Rotate: Filter {
  /// The size of the result.
  public enum Canvas: String, ParameterChoice {
    /// Large enough for the rotated image.
    case expand
    /// The image's own size.
    case keep
  }

  /// The angle in degrees, from −360 to 360. Positive angles turn clockwise.
  public var angle = 0.0
  /// The colour of the corners.
  public var background = Color.transparent
  /// The size of the result. Defaults to expand.
  public var canvas = Canvas.expand

  public init() {}
  /// Creates the filter. Its parameters are explained at the properties of Rotate.
  public init(angle: Double, background: Color = .transparent, canvas: Canvas = .expand) {
    (self.angle, self.background, self.canvas) = (angle, background, canvas)
  }

  public static let name = "rotate"
  public static let summary = "Rotates the image by an angle."
  public static let shorthand: String? = "angle"
  public static let otherWords = ["turn", "straighten", "deskew", "similarity", "tilt", "CIStraightenFilter"]
  public static let example = "rotate: { angle: 12, background: \"#f4ecd8\" }"
  public static let parameters = [
    Parameter<Self>(
      "angle", \.angle, in: -360...360, isRequired: true, "The angle in degrees; positive angles turn clockwise."),
    Parameter<Self>("background", \.background, "The colour of the corners."),
    Parameter<Self>(
      "canvas", \.canvas, "Whether the canvas grows to hold the rotated image, or keeps its size and clips it."),
  ]

  public func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    let rotation = Rotation(degrees: angle)
    if let turn = rotation.turn, canvas == .expand || turn.upright(input.size) == input.size {
      return Orient(orientation: .fixed(turn)).plan(input, in: context)
    }
    let size = canvas == .keep ? input.size : rotation.bounds(of: input.size)
    let isOpaque = input.format.alpha == .opaque && background.isOpaque
    let output = ImageShape(size: size, format: input.format.with(alpha: isOpaque ? .opaque : .premultiplied))
    let background = background.pixel(in: output.format)
    return FilterPlan(
      output: output,
      work: .barrier { context, sink in
        RotateStage(input, rotation, background: background, output: output, context: context, sink: sink)
      },
      workingBytes: SampledImage.byteCount(input))
  }
}

/// A clockwise rotation around the middle of an image.
struct Rotation: Sendable {
  let sine: Double
  let cosine: Double
  /// The rotation as an orientation, if it is by a multiple of 90°.
  let turn: Orientation?

  init(degrees: Double) {
    let quarters = degrees / 90
    if quarters.rounded() == quarters {
      let number = Int(quarters) & 3
      (sine, cosine) = [(0, 1), (1, 0), (0, -1), (-1, 0)][number]
      turn = [.up, .right, .down, .left][number]
    } else {
      (sine, cosine) = (ExactMath.sinePi(degrees / 180), ExactMath.sinePi(degrees / 180 + 0.5))
      turn = nil
    }
  }

  /// Returns the size of the smallest canvas that holds a rotated image. A millionth of a pixel may be clipped.
  func bounds(of size: PixelSize) -> PixelSize {
    let (width, height) = (Double(size.width), Double(size.height))
    let side = { (length: Double) in max(1, Int((length - 1e-6).rounded(.up))) }
    return PixelSize(
      width: side(width * cosine.magnitude + height * sine.magnitude),
      height: side(width * sine.magnitude + height * cosine.magnitude))
  }

  /// Returns a point, relative to the middle, after the rotation.
  func rotated(x: Double, y: Double) -> (x: Double, y: Double) {
    (x * cosine - y * sine, x * sine + y * cosine)
  }

  /// Returns the outline of a rotated image in the middle of a canvas.
  func outline(of size: PixelSize, on canvas: PixelSize) -> Outline {
    let (x, y) = (Double(size.width) / 2, Double(size.height) / 2)
    let corners = [(-x, -y), (x, -y), (x, y), (-x, y)].map { corner in
      let (x, y) = rotated(x: corner.0, y: corner.1)
      return Outline.Point(pixelsX: Double(canvas.width) / 2 + x, Double(canvas.height) / 2 + y)
    }
    var outline = Outline()
    outline.move(to: corners[3])
    for corner in corners { outline.line(to: corner) }
    outline.close()
    return outline
  }
}

/// Buffers the image and samples the rotated one.
private final class RotateStage: RowSink {
  private let rotation: Rotation
  private let background: Pixel
  private let input: ImageShape
  private let output: ImageShape
  private let kernels: Kernels
  private let assembler: BandAssembler
  private var image: SampledImage

  init(
    _ input: ImageShape, _ rotation: Rotation, background: Pixel, output: ImageShape, context: RenderContext,
    sink: any RowSink
  ) {
    (self.rotation, self.background, self.input, self.output) = (rotation, background, input, output)
    image = SampledImage(input)
    kernels = context.kernels
    assembler = BandAssembler(shape: output, context: context, sink: sink)
  }

  func push(_ band: RowBand) { for y in band.rows { image.setRow(y, band.row(y)) } }

  func finish() throws {
    let (size, isOpaque) = (output.size, output.format.alpha == .opaque)
    var coverage = OutlineCoverage(
      rotation.outline(of: input.size, on: size), width: size.width, height: size.height)
    var shares = [UInt16](repeating: 0, count: size.width)
    let step = (x: fixed(rotation.cosine), y: fixed(-rotation.sine))
    for y in 0..<size.height {
      coverage.measure(row: y, into: &shares)
      // The middle of the row's first pixel, turned back.
      let (right, down) = (0.5 - Double(size.width) / 2, Double(y) + 0.5 - Double(size.height) / 2)
      let first = (
        x: fixed(right * rotation.cosine + down * rotation.sine + Double(input.size.width - 1) / 2),
        y: fixed(down * rotation.cosine - right * rotation.sine + Double(input.size.height - 1) / 2)
      )
      try assembler.append { row in
        image.sample(
          row, from: first, step: step, shares: shares, over: background, isOpaque: isOpaque, kernels: kernels)
      }
    }
    try assembler.finish()
  }

  /// Returns a length in 2⁻³² of a pixel.
  private func fixed(_ pixels: Double) -> Int64 { Int64((pixels * 0x1p32).rounded()) }
}

extension Filter where Self == Rotate {
  /// Rotates the image by an angle. See ``Rotate``.
  public static func rotate(
    angle: Double, background: Color = .transparent, canvas: Rotate.Canvas = .expand
  ) -> Self {
    Rotate(angle: angle, background: background, canvas: canvas)
  }
}
