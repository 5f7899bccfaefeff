/// An owned block of pixel rows, 64-byte aligned. Move-only: freed exactly once, never shared by accident.
///
/// Rows go top to bottom, each `stride` bytes after the one above. Every row is aligned, too. New pixels are not initialised.
public struct PixelBuffer: ~Copyable, @unchecked Sendable {
  /// The size of the image, and what its pixels are.
  public let shape: ImageShape
  /// Bytes from a row to the one below it.
  public let stride: Int
  private let base: UnsafeMutableRawPointer

  /// Allocates rows for an image of `shape`.
  ///
  /// The size is our own choice or was checked against the limits when the file's header was read, so a size that is
  /// empty or cannot be addressed is a mistake of the caller.
  public init(shape: ImageShape) {
    precondition(shape.size.width > 0 && shape.size.height > 0, "a buffer has at least one pixel")
    precondition(shape.byteCount < .max, "the size was checked when the header was read")
    self.shape = shape
    stride = Self.stride(bytesPerRow: shape.bytesPerRow)
    base = .allocate(byteCount: stride * shape.size.height, alignment: 64)
  }

  deinit { base.deallocate() }

  /// The rows as a view to read.
  public borrowing func withBand<R, E: Error>(_ body: (RowBand) throws(E) -> R) throws(E) -> R {
    try body(RowBand(shape: shape, rows: 0..<shape.size.height, base: UnsafeRawPointer(base), stride: stride))
  }

  /// Where row `y` starts, to write to.
  public mutating func mutableRow(_ y: Int) -> UnsafeMutableRawPointer {
    precondition(y >= 0 && y < shape.size.height)
    return base + y * stride
  }

  /// Where row `y` starts, to read from. Valid as long as the buffer.
  public borrowing func row(_ y: Int) -> UnsafeRawPointer {
    precondition(y >= 0 && y < shape.size.height)
    return UnsafeRawPointer(base + y * stride)
  }

  /// The bytes from a row to the one below it, where rows are to be read side by side: those of a row, filled up to an odd
  /// number of cache lines, 64 bytes each. With an even one, and most of all a power of two, a column of pixels would fall
  /// into few of the cache's sets, and its rows would push each other out.
  public static func stride(bytesPerRow: Int) -> Int { (bytesPerRow + 63) / 64 * 64 | 64 }
}
