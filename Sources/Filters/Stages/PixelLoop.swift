import PixelCore

/// A row loop that makes each pixel from the pixel in the same place, wherever that is.
final class PixelLoop: RowLoop {
  private let kernel: (_ output: UnsafeMutableRawPointer, _ input: UnsafeRawPointer) -> Void

  /// - Parameter kernel: Makes a row of the image's width. Both pointers may be the same.
  init(_ kernel: @escaping (_ output: UnsafeMutableRawPointer, _ input: UnsafeRawPointer) -> Void) {
    self.kernel = kernel
  }

  func apply(to input: UnsafeRawPointer, row y: Int, into output: UnsafeMutableRawPointer) { kernel(output, input) }
}
