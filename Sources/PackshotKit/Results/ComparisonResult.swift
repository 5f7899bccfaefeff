/// What a comparison of two pictures has found.
public struct ComparisonResult: Hashable, Sendable, Codable {
  /// Pixels across and down.
  public struct Size: Hashable, Sendable, Codable {
    /// Pixels across.
    public var width: Int
    /// Pixels down.
    public var height: Int

    /// So many pixels across and down.
    public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
  }

  /// A place in the pictures, from their top left corner.
  public struct Place: Hashable, Sendable, Codable {
    /// Pixels from the left.
    public var x: Int
    /// Pixels from the top.
    public var y: Int
    /// Pixels across.
    public var width: Int
    /// Pixels down.
    public var height: Int
    /// How many pixels differ there, where they were counted.
    public var pixels: Int?
    /// The largest difference of a channel there, in levels of 255, where it was looked for.
    public var largest: Double?

    /// A rectangle of pixels, and what differs in it.
    public init(x: Int, y: Int, width: Int, height: Int, pixels: Int? = nil, largest: Double? = nil) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
      (self.pixels, self.largest) = (pixels, largest)
    }
  }

  /// How alike pictures are to the eye, 1 where they are the same, with the window where they are least alike.
  public struct Similarity: Hashable, Sendable, Codable {
    /// On average.
    public var mean: Double
    /// In that window.
    public var lowest: Double
    /// The window's left edge: pixels from the left.
    public var x: Int
    /// The window's upper edge: pixels from the top.
    public var y: Int
    /// The window's pixels across.
    public var width: Int
    /// The window's pixels down.
    public var height: Int

    /// On average, and in the window where it is lowest.
    public init(mean: Double, lowest: Double, window: Place) {
      (self.mean, self.lowest) = (mean, lowest)
      (x, y, width, height) = (window.x, window.y, window.width, window.height)
    }
  }

  /// Whether they count as the same.
  public var same: Bool
  /// Whether no pixel differs at all.
  public var identical: Bool
  /// The size of the picture that was expected.
  public var expected: Size
  /// The size of the picture that is there.
  public var actual: Size
  /// Why they are not the same; empty where they are.
  public var objections: [String]
  /// Pixels that both have and that were looked at.
  public var seen: Int
  /// Pixels of those that differ at all.
  public var changed: Int
  /// Pixels of those that differ by more than is allowed.
  public var different: Int
  /// Pixels that differ only by how an edge was drawn.
  public var antialiased: Int
  /// Pixels that only one of the pictures has.
  public var unmatched: Int
  /// The largest difference of a channel, in levels of 255.
  public var largest: Double
  /// The largest distance in OKLab, in hundredths, where that was measured.
  public var farthest: Double?
  /// How alike they are, where that was measured.
  public var similarity: Similarity?
  /// The window of 8 × 8 pixels with the most different pixels.
  public var densest: Place?
  /// Where different pixels are, the largest places first.
  public var damage: [Place]
  /// How many such places there are, of which `damage` may have only the first.
  public var damageCount: Int

  /// Two pictures of these sizes, of which nothing else is known yet.
  public init(expected: Size, actual: Size) {
    (same, identical, self.expected, self.actual) = (false, false, expected, actual)
    (objections, seen, changed, different, antialiased, unmatched, largest) = ([], 0, 0, 0, 0, 0, 0)
    (damage, damageCount) = ([], 0)
  }
}
