import ImageCodecs
import PixelCore

/// Which pixels are looked at.
public struct ComparisonArea: Sendable {
  /// Where not to look.
  public var ignored: [PixelRect]
  /// Where alone to look; empty for everywhere.
  public var only: [PixelRect]
  /// A picture of the same size: where it is dark or transparent, pixels are not looked at.
  public var mask: Mask?

  /// An area; without arguments everything.
  public init(ignoring ignored: [PixelRect] = [], only: [PixelRect] = [], mask: Mask? = nil) {
    self.ignored = ignored
    self.only = only
    self.mask = mask
  }

  /// Whether everything is looked at.
  var isEverything: Bool { ignored.isEmpty && only.isEmpty && mask == nil }

  /// Calls `body` for each stretch of row `y`, from column 0 to `width`, that is not looked at.
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
  /// Which pixels of a picture are looked at, one by one.
  public struct Mask: Sendable {
    /// Pixels across and down.
    public let size: PixelSize
    /// For each row the columns not to look at.
    private let unseen: [[Range<Int>]]

    /// Reads a picture: white is looked at, black and transparent are not, and between them half of white decides.
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
      // Straight: what is over black is brightness times alpha.
      return Luma.overBlack(pixel, depth) * alpha * 2 >= depth.largest * depth.largest
    }

    func withUnseen(_ y: Int, width: Int, _ body: (Range<Int>) -> Void) {
      guard y < size.height else { return }
      for columns in unseen[y] where columns.lowerBound < width { body(columns.clamped(to: 0..<width)) }
    }
  }
}
