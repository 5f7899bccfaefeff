import PixelCore

/// Places copies of a complete image over the rows of the photo, source-over, clipped to them.
final class RepeatedOverlayLoop: RowLoop {
  private let image: Image
  private let places: RepeatedPlaces
  /// The columns of copies in normal rows, and the columns in staggered rows.
  private let columns: [[RowOverlay]]
  private let rowBytes: Int

  /// - Parameter opacity: Factor for the image in millionths.
  init(_ image: Image, _ places: RepeatedPlaces, canvas: ImageShape, opacity: Int, context: RenderContext) {
    (self.image, self.places) = (image, places)
    rowBytes = canvas.bytesPerRow
    columns = [false, true].map { isMoved in
      places.columns(isMoved: isMoved, width: image.size.width, on: canvas.size.width).map { x in
        RowOverlay(
          image: image.size, at: PixelPoint(x: x, y: 0), canvas: canvas, opacity: opacity, kernels: context.kernels)
      }
    }
  }

  func apply(to input: UnsafeRawPointer, row y: Int, into output: UnsafeMutableRawPointer) {
    if input != UnsafeRawPointer(output) { output.copyMemory(from: input, byteCount: rowBytes) }
    guard let (row, isMoved) = places.row(on: y, height: image.size.height) else { return }
    for overlay in columns[isMoved ? 1 : 0] { overlay.compose(image.row(row), over: output) }
  }
}
