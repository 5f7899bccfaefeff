/// A read-only view of consecutive rows of an image: the unit in which pixels are processed.
///
/// It doesn't own its rows. A function that receives a band can read it until it returns, and must copy what it keeps.
public struct RowBand {
  /// The shape of the whole image.
  public let shape: ImageShape
  /// The rows of the image in this band. Row 0 is at the top.
  public let rows: Range<Int>
  /// Bytes from one row to the next.
  public let stride: Int
  private let base: UnsafeRawPointer

  /// Creates a view of the rows at `base`, which must stay valid while the view is used.
  public init(shape: ImageShape, rows: Range<Int>, base: UnsafeRawPointer, stride: Int) {
    precondition(rows.lowerBound >= 0 && rows.upperBound <= shape.size.height)
    self.shape = shape
    self.rows = rows
    self.base = base
    self.stride = stride
  }

  /// Returns the address of row `y` of the image; `y` must be in ``rows``.
  public func row(_ y: Int) -> UnsafeRawPointer {
    precondition(rows.contains(y))
    return base + (y - rows.lowerBound) * stride
  }

  /// Returns the part of the rows inside `area`, as rows of an image of its size. `area` must be within this image's
  /// width. Nil if it contains none of these rows. Copies no pixels.
  public func part(in area: PixelRect) -> RowBand? {
    precondition(area.origin.x >= 0 && area.columns.upperBound <= shape.size.width)
    let common = rows.clamped(to: area.rows)
    if common.isEmpty { return nil }
    let first = common.lowerBound - area.origin.y
    return RowBand(
      shape: ImageShape(size: area.size, format: shape.format), rows: first..<first + common.count,
      base: row(common.lowerBound) + area.origin.x * shape.format.bytesPerPixel, stride: stride)
  }
}

/// A recipient of an image's rows, such as a filter or a file writer.
///
/// Bands come top to bottom without gaps, each with at least one row. After the last row, `finish` is called once. A
/// sink's result must not depend on how the image is split into bands.
public protocol RowSink: AnyObject {
  /// Takes the next rows, which are valid until the call returns.
  func push(_ band: RowBand) throws
  /// Called after all rows have been pushed.
  func finish() throws
}
