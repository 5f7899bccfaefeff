import PixelCore

/// A row loop that computes each pixel from the pixel at the same position, independently of that position.
final class PixelLoop: RowLoop {
  private let kernel: (_ output: UnsafeMutableRawPointer, _ input: UnsafeRawPointer) -> Void

  /// - Parameter kernel: Computes a row of the image's width. Both pointers can be the same.
  init(_ kernel: @escaping (_ output: UnsafeMutableRawPointer, _ input: UnsafeRawPointer) -> Void) {
    self.kernel = kernel
  }

  func apply(to input: UnsafeRawPointer, row y: Int, into output: UnsafeMutableRawPointer) { kernel(output, input) }
}
