import PixelCore

/// Lays an image that is already whole over the rows that pass, source-over, clipped to them.
final class OverlayLoop: RowLoop {
  private let image: Image
  private let overlay: RowOverlay
  private let rowBytes: Int

  /// - Parameter opacity: What the image is multiplied by, in millionths.
  init(_ image: Image, at origin: PixelPoint, canvas: ImageShape, opacity: Int = 1_000_000, context: RenderContext) {
    self.image = image
    rowBytes = canvas.bytesPerRow
    overlay = RowOverlay(
      image: image.size, at: origin, canvas: canvas, opacity: opacity, kernels: context.kernels)
  }

  func apply(to input: UnsafeRawPointer, row y: Int, into output: UnsafeMutableRawPointer) {
    if input != UnsafeRawPointer(output) { output.copyMemory(from: input, byteCount: rowBytes) }
    let imageRow = y - overlay.origin.y
    if imageRow >= 0, imageRow < image.size.height { overlay.compose(image.row(imageRow), over: output) }
  }
}
