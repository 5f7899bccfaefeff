/// A block of pixel rows with a single owner. Move-only, so that it is freed exactly once and never shared by accident.
///
/// Rows are stored top to bottom, `stride` bytes apart, each aligned to 64 bytes. New pixels aren't initialised.
public struct PixelBuffer: ~Copyable, @unchecked Sendable {
  /// The size and the pixel format of the image.
  public let shape: ImageShape
  /// Bytes from one row to the next.
  public let stride: Int
  private let base: UnsafeMutableRawPointer

  /// Allocates rows for an image of `shape`.
  ///
  /// The size must have been chosen by packshot, or checked against the limits when the header was read. So an empty or
  /// unaddressable size is a programming error.
  public init(shape: ImageShape) {
    precondition(shape.size.width > 0 && shape.size.height > 0, "a buffer has at least one pixel")
    precondition(shape.byteCount < .max, "the size was checked when the header was read")
    self.shape = shape
    stride = Self.stride(bytesPerRow: shape.bytesPerRow)
    base = .allocatePixels(byteCount: stride * shape.size.height)
  }

  deinit { base.deallocate() }

  /// Calls `body` with a read-only view of the rows.
  public borrowing func withBand<R, E: Error>(_ body: (RowBand) throws(E) -> R) throws(E) -> R {
    try body(RowBand(shape: shape, rows: 0..<shape.size.height, base: UnsafeRawPointer(base), stride: stride))
  }

  /// Returns the address of row `y`, for writing.
  public mutating func mutableRow(_ y: Int) -> UnsafeMutableRawPointer {
    precondition(y >= 0 && y < shape.size.height)
    return base + y * stride
  }

  /// Returns the address of row `y`, for reading. Valid as long as the buffer.
  public borrowing func row(_ y: Int) -> UnsafeRawPointer {
    precondition(y >= 0 && y < shape.size.height)
    return UnsafeRawPointer(base + y * stride)
  }

  /// Returns the stride for rows that are accessed side by side: a row's bytes, padded to an odd number of 64-byte
  /// cache lines. With an even number, and especially a power of two, the pixels of a column would share few cache sets
  /// and evict each other.
  public static func stride(bytesPerRow: Int) -> Int { (bytesPerRow + 63) / 64 * 64 | 64 }
}
