/// The result of comparing two pictures.
public struct ComparisonResult: Hashable, Sendable, Codable {
  /// A size in pixels.
  public struct Size: Hashable, Sendable, Codable {
    /// Width in pixels.
    public var width: Int
    /// Height in pixels.
    public var height: Int

    /// Creates a size.
    public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
  }

  /// A rectangle in the pictures, measured from their top left corner.
  public struct Place: Hashable, Sendable, Codable {
    /// Pixels from the left.
    public var x: Int
    /// Pixels from the top.
    public var y: Int
    /// Width in pixels.
    public var width: Int
    /// Height in pixels.
    public var height: Int
    /// Number of different pixels in the rectangle, if they were counted.
    public var pixels: Int?
    /// Largest difference of a channel in the rectangle, in levels of 255, if it was measured.
    public var largest: Double?

    /// Creates a rectangle of pixels with the differences in it.
    public init(x: Int, y: Int, width: Int, height: Int, pixels: Int? = nil, largest: Double? = nil) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
      (self.pixels, self.largest) = (pixels, largest)
    }
  }

  /// The structural similarity of the pictures, 1 for identical ones, with the window where it is lowest.
  public struct Similarity: Hashable, Sendable, Codable {
    /// Average over all windows.
    public var mean: Double
    /// The lowest value of all windows.
    public var lowest: Double
    /// Left edge of the window with the lowest value: pixels from the left.
    public var x: Int
    /// Upper edge of that window: pixels from the top.
    public var y: Int
    /// Width of that window in pixels.
    public var width: Int
    /// Height of that window in pixels.
    public var height: Int

    /// Creates a similarity from the average and from the lowest value with its window.
    public init(mean: Double, lowest: Double, window: Place) {
      (self.mean, self.lowest) = (mean, lowest)
      (x, y, width, height) = (window.x, window.y, window.width, window.height)
    }
  }

  /// Whether the pictures count as the same.
  public var same: Bool
  /// Whether every pixel is the same.
  public var identical: Bool
  /// Size of the expected picture.
  public var expected: Size
  /// Size of the actual picture.
  public var actual: Size
  /// Reasons why the pictures don't count as the same. Empty if they do.
  public var objections: [String]
  /// Number of compared pixels, which are inside both pictures and not ignored.
  public var seen: Int
  /// Number of compared pixels that differ at all.
  public var changed: Int
  /// Number of compared pixels that differ by more than is allowed.
  public var different: Int
  /// Number of pixels that differ only in the anti-aliasing of an edge.
  public var antialiased: Int
  /// Number of pixels that are inside only one of the pictures.
  public var unmatched: Int
  /// The largest difference of a channel, in levels of 255.
  public var largest: Double
  /// Largest distance in OKLab, in hundredths, if it was measured.
  public var farthest: Double?
  /// The similarity, if it was measured.
  public var similarity: Similarity?
  /// The window of 8 × 8 pixels with the most different pixels.
  public var densest: Place?
  /// Rectangles around different pixels, the largest first.
  public var damage: [Place]
  /// Total number of rectangles around different pixels. ``damage`` may contain only the first of them.
  public var damageCount: Int

  /// Creates the result of two pictures of these sizes, with nothing compared yet.
  public init(expected: Size, actual: Size) {
    (same, identical, self.expected, self.actual) = (false, false, expected, actual)
    (objections, seen, changed, different, antialiased, unmatched, largest) = ([], 0, 0, 0, 0, 0, 0)
    (damage, damageCount) = ([], 0)
  }
}
