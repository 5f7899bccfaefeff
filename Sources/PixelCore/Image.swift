/// An immutable image in memory that can be shared, such as a backdrop or a badge.
public final class Image: Sendable {
  private let buffer: PixelBuffer

  /// Creates an image from a buffer whose pixels have all been written.
  public init(_ buffer: consuming PixelBuffer) { self.buffer = buffer }

  /// The size and the pixel format.
  public var shape: ImageShape { buffer.shape }
  /// Width and height in pixels.
  public var size: PixelSize { buffer.shape.size }

  /// Calls `body` with a read-only view of all rows.
  public func withBand<R, E: Error>(_ body: (RowBand) throws(E) -> R) throws(E) -> R { try buffer.withBand(body) }

  /// Returns the address of row `y`, for reading. Valid as long as the image.
  public func row(_ y: Int) -> UnsafeRawPointer { buffer.row(y) }
}

/// A sink that keeps all rows of an image, for operations that need the whole image.
public final class ImageCollector: RowSink {
  private let shape: ImageShape
  private var buffer: PixelBuffer?

  /// Allocates memory for an image of `shape`.
  public init(shape: ImageShape) {
    self.shape = shape
    buffer = PixelBuffer(shape: shape)
  }

  public func push(_ band: RowBand) {
    precondition(band.shape == shape)
    let count = band.shape.bytesPerRow
    for y in band.rows { buffer!.mutableRow(y).copyMemory(from: band.row(y), byteCount: count) }
  }

  public func finish() {}

  /// Returns the image after all rows have been pushed. Can be called once.
  public func takeImage() -> Image { Image(buffer.take()!) }
}
