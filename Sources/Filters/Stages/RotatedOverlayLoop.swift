import PixelCore
import PixelKernels

/// Places copies of a rotated image over the rows of the photo, source-over, clipped to them.
final class RotatedOverlayLoop: RowLoop {
  private let image: Image
  private let places: RotatedPlaces
  private let canvas: ImageShape
  private let kernels: Kernels

  /// - Parameter image: The rotated image with its opacity.
  init(_ image: Image, _ places: RotatedPlaces, canvas: ImageShape, context: RenderContext) {
    (self.image, self.places, self.canvas, kernels) = (image, places, canvas, context.kernels)
  }

  func apply(to input: UnsafeRawPointer, row y: Int, into output: UnsafeMutableRawPointer) {
    if input != UnsafeRawPointer(output) { output.copyMemory(from: input, byteCount: canvas.bytesPerRow) }
    let (bytes, depth) = (canvas.format.bytesPerPixel, canvas.format.depth)
    places.forEachCopy(on: y) { corner in
      let columns = max(0, -corner.x)..<min(image.size.width, canvas.size.width - corner.x)
      let target = output + (corner.x + columns.lowerBound) * bytes
      kernels.sourceOver(
        target, background: target, foreground: image.row(y - corner.y) + columns.lowerBound * bytes,
        count: columns.count, depth: depth)
    }
  }
}
