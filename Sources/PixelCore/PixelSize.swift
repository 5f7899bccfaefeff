/// A width and a height in whole pixels.
public struct PixelSize: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Pixels across.
  public var width: Int
  /// Pixels down.
  public var height: Int

  /// Creates a size in whole pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Number of pixels. The largest `Int` on overflow, because sizes come from files.
  public var pixelCount: Int {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? .max : count
  }

  /// The size with width and height swapped.
  public var swapped: PixelSize { PixelSize(width: height, height: width) }

  public var description: String { "\(width) × \(height)" }

  /// Rounds a length to whole pixels: `max(1, floor(x + ½))`. The largest `Int` on overflow.
  public static func rounded(_ length: Double) -> Int {
    length < 0x1p62 ? max(1, Int(max(0, (length + 0.5).rounded(.down)))) : .max
  }
}

/// A position in an image: pixels right of and below the top-left corner, which is `(0, 0)`.
public struct PixelPoint: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Pixels to the right of the left edge.
  public var x: Int
  /// Pixels below the top edge.
  public var y: Int

  /// Creates a position relative to the top-left corner.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  /// The top-left corner.
  public static let zero = PixelPoint(x: 0, y: 0)

  public var description: String { "(\(x), \(y))" }
}

/// A rectangle of whole pixels: its top-left corner and its size. It may be outside an image. It has no pixels if its
/// width or height isn't positive.
public struct PixelRect: Hashable, Sendable, Codable {
  /// The top-left corner.
  public var origin: PixelPoint
  /// Pixels across and down.
  public var size: PixelSize

  /// Creates a rectangle from its top-left corner and its size.
  public init(origin: PixelPoint, size: PixelSize) {
    self.origin = origin
    self.size = size
  }

  /// Creates the rectangle of the given columns and rows.
  public init(columns: Range<Int>, rows: Range<Int>) {
    origin = PixelPoint(x: columns.lowerBound, y: rows.lowerBound)
    size = PixelSize(width: columns.count, height: rows.count)
  }

  /// Returns the smallest rectangle that contains both. Neither may be empty.
  public func union(_ other: PixelRect) -> PixelRect {
    PixelRect(
      columns: min(columns.lowerBound, other.columns.lowerBound)..<max(columns.upperBound, other.columns.upperBound),
      rows: min(rows.lowerBound, other.rows.lowerBound)..<max(rows.upperBound, other.rows.upperBound))
  }

  /// Whether the rectangle overlaps an image of `size`.
  public func meets(_ size: PixelSize) -> Bool {
    columns.overlaps(0..<size.width) && rows.overlaps(0..<size.height)
  }

  /// The columns of the rectangle's pixels.
  public var columns: Range<Int> { Self.range(from: origin.x, count: size.width) }
  /// The rows of the rectangle's pixels.
  public var rows: Range<Int> { Self.range(from: origin.y, count: size.height) }

  private static func range(from start: Int, count: Int) -> Range<Int> {
    let (end, overflow) = start.addingReportingOverflow(max(count, 0))
    return start..<(overflow ? .max : end)
  }
}
