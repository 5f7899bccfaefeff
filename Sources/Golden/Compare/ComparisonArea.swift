import ImageCodecs
import PixelCore

/// The pixels to compare.
public struct ComparisonArea: Sendable {
  /// Rectangles that are not compared.
  public var ignored: [PixelRect]
  /// The only rectangles that are compared. If empty, everything is.
  public var only: [PixelRect]
  /// A picture of the same size. Pixels that are dark or transparent in it are not compared.
  public var mask: Mask?

  /// Creates an area. By default it covers everything.
  public init(ignoring ignored: [PixelRect] = [], only: [PixelRect] = [], mask: Mask? = nil) {
    self.ignored = ignored
    self.only = only
    self.mask = mask
  }

  /// Whether all pixels are compared.
  var isEverything: Bool { ignored.isEmpty && only.isEmpty && mask == nil }

  /// Calls `body` for each range of columns of row `y` that is not compared.
  func withUnseen(_ y: Int, width: Int, _ body: (Range<Int>) -> Void) {
    if !only.isEmpty {
      var x = 0
      let seen = only.filter { $0.rows.contains(y) }.map(\.columns).sorted { $0.lowerBound < $1.lowerBound }
      for columns in seen {
        if columns.lowerBound > x { body(x..<min(columns.lowerBound, width)) }
        x = max(x, columns.upperBound)
        if x >= width { break }
      }
      if x < width { body(x..<width) }
    }
    for rectangle in ignored where rectangle.rows.contains(y) {
      let columns = rectangle.columns.clamped(to: 0..<width)
      if !columns.isEmpty { body(columns) }
    }
    mask?.withUnseen(y, width: width, body)
  }
}

extension ComparisonArea {
  /// A mask that selects single pixels for comparison.
  public struct Mask: Sendable {
    /// Size in pixels.
    public let size: PixelSize
    /// For each row, the ranges of columns that are not compared.
    private let unseen: [[Range<Int>]]

    /// Creates a mask from a picture. Pixels that are at least half as bright as white are compared. Black and
    /// transparent pixels are not.
    package init(_ picture: any RowSource) throws {
      let (size, format) = (picture.shape.size, picture.shape.format)
      var row = PixelBuffer(
        shape: ImageShape(size: PixelSize(width: size.width, height: 1), format: format))
      var unseen: [[Range<Int>]] = []
      for _ in 0..<size.height {
        _ = try picture.read(rows: 1, into: row.mutableRow(0), stride: row.stride)
        var stretches: [Range<Int>] = []
        var start: Int?
        for x in 0..<size.width {
          if Self.isSeen(row.row(0), x, format.depth) {
            if let first = start { stretches.append(first..<x) }
            start = nil
          } else if start == nil {
            start = x
          }
        }
        if let start { stretches.append(start..<size.width) }
        unseen.append(stretches)
      }
      self.size = size
      self.unseen = unseen
    }

    private static func isSeen(_ row: UnsafeRawPointer, _ x: Int, _ depth: PixelFormat.Depth) -> Bool {
      let pixel = row.pixelWord(x, depth)
      let alpha = Int(pixel >> UInt64(3 * depth.rawValue))
      // For straight alpha, the brightness over black is brightness times alpha.
      return Luma.overBlack(pixel, depth) * alpha * 2 >= depth.largest * depth.largest
    }

    func withUnseen(_ y: Int, width: Int, _ body: (Range<Int>) -> Void) {
      guard y < size.height else { return }
      for columns in unseen[y] where columns.lowerBound < width { body(columns.clamped(to: 0..<width)) }
    }
  }
}
