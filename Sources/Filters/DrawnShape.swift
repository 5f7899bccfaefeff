import PixelCore
import PixelKernels

/// A filter that draws a shape into a frame at a display's scale, either as a source on its own canvas or as a step on
/// the photo.
///
/// The canvas has the frame's size × `scale`. On the photo, its corner is at the frame's corner × `scale`.
protocol DrawnShape: ImageSource {
  /// For a source: the size of the frame in points.
  var size: PixelSize? { get }
  /// For a step: the frame on the photo in points.
  var frame: PixelRect? { get }
  /// Pixels per point.
  var scale: Double { get }

  /// Returns the drawing on a transparent canvas, premultiplied.
  func draw(on shape: ImageShape, kernels: Kernels) -> Image
}

/// Maximum number of pixels of a canvas, which is completely in memory.
private let canvasLimit = 8192 * 8192

extension DrawnShape {
  public func check() throws(FilterError) {
    if (size == nil) == (frame == nil) {
      throw .unsuitableParameter(
        parameter: frame == nil ? nil : "frame",
        why: "`\(Self.name)` takes either `size: [width, height]` (as a source) or "
          + "`frame: [x, y, width, height]` (as a step), "
          + (frame == nil ? "and neither is given" : "and both are given"))
    }
  }

  /// Returns the size of the canvas for a frame, in pixels.
  private func canvas(_ frame: PixelSize, parameter: String) throws(FilterError) -> PixelSize {
    let canvas = PixelSize(
      width: PixelSize.rounded(Double(frame.width) * scale), height: PixelSize.rounded(Double(frame.height) * scale))
    guard canvas.pixelCount <= canvasLimit else {
      throw .unsuitableParameter(
        parameter: parameter,
        why:
          "the `\(Self.name)` needs a canvas of \(canvas) pixels; at most \(canvasLimit) are allowed, such as 8192 × 8192"
      )
    }
    return canvas
  }

  public func sourceShape(in format: PixelFormat) throws(FilterError) -> ImageShape {
    guard let size, frame == nil else {
      throw .unsuitableParameter(
        parameter: frame == nil ? nil : "frame",
        why: "a `\(Self.name)` among the sources needs `size: [width, height]`; `frame` is for a step")
    }
    return ImageShape(size: try canvas(size, parameter: "size"), format: format.with(alpha: .premultiplied))
  }

  public func makeImage(in format: PixelFormat, _ context: RenderContext) throws(FilterError) -> Image {
    draw(on: try sourceShape(in: format), kernels: context.kernels)
  }

  public func plan(_ input: ImageShape, in context: PlanContext) throws(FilterError) -> FilterPlan {
    guard let frame, size == nil else {
      throw .unsuitableParameter(
        parameter: size == nil ? nil : "size",
        why: "a `\(Self.name)` among the steps needs `frame: [x, y, width, height]`; `size` is for a source")
    }
    let shape = ImageShape(
      size: try canvas(frame.size, parameter: "frame"), format: input.format.with(alpha: .premultiplied))
    let origin = PixelPoint(
      x: Int((Double(frame.origin.x) * scale + 0.5).rounded(.down)),
      y: Int((Double(frame.origin.y) * scale + 0.5).rounded(.down)))
    let name = "\(canonicalText) as \(shape)"
    return .laying(shape, at: origin, over: input, sharedBytes: [name: shape.byteCount]) { context in
      context.shared.image(name) { draw(on: shape, kernels: context.kernels) }
    }
  }
}
