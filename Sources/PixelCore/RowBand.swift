/// A view of some consecutive rows of an image, to read: the unit in which pixels flow.
///
/// It does not own its rows. Whoever is handed one may read it until the call returns, and copies what it keeps.
public struct RowBand {
  /// The shape of the whole image that the rows belong to.
  public let shape: ImageShape
  /// Which rows of the image these are; row 0 is the top one.
  public let rows: Range<Int>
  /// Bytes from a row to the one below it.
  public let stride: Int
  private let base: UnsafeRawPointer

  /// A view of rows that start at `base`, which stays valid while the view is used.
  public init(shape: ImageShape, rows: Range<Int>, base: UnsafeRawPointer, stride: Int) {
    precondition(rows.lowerBound >= 0 && rows.upperBound <= shape.size.height)
    self.shape = shape
    self.rows = rows
    self.base = base
    self.stride = stride
  }

  /// Where row `y` of the image starts; `y` is one of ``rows``.
  public func row(_ y: Int) -> UnsafeRawPointer {
    precondition(rows.contains(y))
    return base + (y - rows.lowerBound) * stride
  }

  /// The rows of an image of which these have a part: what lies in `area`, which is inside this image. Nil where that is none of
  /// these rows. No pixel is copied.
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

/// Whatever takes the rows of an image: a filter at work, a file being written.
///
/// Bands come top to bottom without gaps, each of any height from one row up; after the last row comes `finish`, once.
/// A sink must make the same of an image however it is cut into bands.
public protocol RowSink: AnyObject {
  /// Takes the next rows. They may be read until the call returns.
  func push(_ band: RowBand) throws
  /// Says that all rows have been pushed.
  func finish() throws
}
