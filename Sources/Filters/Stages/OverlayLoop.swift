import PixelCore

/// Places a complete image over the rows of the photo, source-over, clipped to them.
final class OverlayLoop: RowLoop {
  private let image: Image
  private let overlay: RowOverlay
  private let rowBytes: Int

  /// - Parameter opacity: Factor for the image in millionths.
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

extension FilterPlan {
  /// Returns the plan of a filter that places an image over the photo. If they don't overlap, the plan does nothing and
  /// the image isn't made.
  ///
  /// - Parameters:
  ///   - image: Shape of the image.
  ///   - opacity: Factor for the image in millionths.
  ///   - makeImage: Makes the image, or returns a shared one.
  static func laying(
    _ image: ImageShape, at origin: PixelPoint, over photo: ImageShape, opacity: Int = 1_000_000, workingBytes: Int = 0,
    sharedBytes: [String: Int] = [:], makeImage: @escaping @Sendable (RenderContext) throws -> Image
  ) -> FilterPlan {
    guard PixelRect(origin: origin, size: image.size).meets(photo.size) else {
      return FilterPlan(output: photo, work: .nothing)
    }
    return FilterPlan(
      output: photo,
      work: .rows { context in
        OverlayLoop(try makeImage(context), at: origin, canvas: photo, opacity: opacity, context: context)
      },
      workingBytes: workingBytes, sharedBytes: sharedBytes)
  }
}
