/// A whole image in memory that nobody changes any more, so that it can be shared: a backdrop, a badge.
public final class Image: Sendable {
  private let buffer: PixelBuffer

  /// The image of a buffer, whose pixels are all written.
  public init(_ buffer: consuming PixelBuffer) { self.buffer = buffer }

  /// Its size, and what its pixels are.
  public var shape: ImageShape { buffer.shape }
  /// How many pixels it is wide and high.
  public var size: PixelSize { buffer.shape.size }

  /// All rows as a view to read.
  public func withBand<R, E: Error>(_ body: (RowBand) throws(E) -> R) throws(E) -> R { try buffer.withBand(body) }

  /// Where row `y` starts, to read from. Valid as long as the image.
  public func row(_ y: Int) -> UnsafeRawPointer { buffer.row(y) }
}

/// A sink that keeps all rows of an image: where something must see the image whole.
public final class ImageCollector: RowSink {
  private let shape: ImageShape
  private var buffer: PixelBuffer?

  /// Makes room for an image of `shape`.
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

  /// The image, once. All its rows have been pushed.
  public func takeImage() -> Image { Image(buffer.take()!) }
}
