/// A width and a height in whole pixels.
public struct PixelSize: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Pixels across.
  public var width: Int
  /// Pixels down.
  public var height: Int

  /// A size in whole pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Pixels in all. Sizes come from files: the product saturates where it would overflow.
  public var pixelCount: Int {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? .max : count
  }

  /// The size with its axes exchanged.
  public var swapped: PixelSize { PixelSize(width: height, height: width) }

  public var description: String { "\(width) × \(height)" }

  /// A length in whole pixels from a computed one: `max(1, floor(x + ½))`. Saturates where that is no `Int`.
  public static func rounded(_ length: Double) -> Int {
    length < 0x1p62 ? max(1, Int(max(0, (length + 0.5).rounded(.down)))) : .max
  }
}

/// A place in an image: pixels right of and below the top-left corner, which is `(0, 0)`.
public struct PixelPoint: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Pixels to the right of the left edge.
  public var x: Int
  /// Pixels below the top edge.
  public var y: Int

  /// A place, from the top-left corner.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  /// The top-left corner.
  public static let zero = PixelPoint(x: 0, y: 0)

  public var description: String { "(\(x), \(y))" }
}

/// A rectangle of whole pixels: its top-left corner and its size. It may lie outside an image. One whose width or height is
/// not above 0 has no pixels.
public struct PixelRect: Hashable, Sendable, Codable {
  /// The top-left corner.
  public var origin: PixelPoint
  /// Pixels across and down.
  public var size: PixelSize

  /// A rectangle by its top-left corner and its size.
  public init(origin: PixelPoint, size: PixelSize) {
    self.origin = origin
    self.size = size
  }

  /// The pixels that lie in some columns and some rows.
  public init(columns: Range<Int>, rows: Range<Int>) {
    origin = PixelPoint(x: columns.lowerBound, y: rows.lowerBound)
    size = PixelSize(width: columns.count, height: rows.count)
  }

  /// The smallest rectangle that has the pixels of both; neither is empty.
  public func union(_ other: PixelRect) -> PixelRect {
    PixelRect(
      columns: min(columns.lowerBound, other.columns.lowerBound)..<max(columns.upperBound, other.columns.upperBound),
      rows: min(rows.lowerBound, other.rows.lowerBound)..<max(rows.upperBound, other.rows.upperBound))
  }

  /// Whether some pixel of it lies in an image of `size`.
  public func meets(_ size: PixelSize) -> Bool {
    columns.overlaps(0..<size.width) && rows.overlaps(0..<size.height)
  }

  /// The columns of its pixels.
  public var columns: Range<Int> { Self.range(from: origin.x, count: size.width) }
  /// The rows of its pixels.
  public var rows: Range<Int> { Self.range(from: origin.y, count: size.height) }

  private static func range(from start: Int, count: Int) -> Range<Int> {
    let (end, overflow) = start.addingReportingOverflow(max(count, 0))
    return start..<(overflow ? .max : end)
  }
}
