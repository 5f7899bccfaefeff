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

extension FilterPlan {
  /// The plan of a filter that lays an image over the photo; nothing is done, nor made, where the two do not meet.
  ///
  /// - Parameters:
  ///   - image: The shape of the image.
  ///   - opacity: What the image is multiplied by, in millionths.
  ///   - makeImage: Makes the image, or has it from others.
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
