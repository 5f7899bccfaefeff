import PixelCore

/// In which places two pictures are less alike than they may be (``StructuralSimilarity``).
///
/// A translucent picture looks like what is behind it, so both are put over black and over white, and the lower similarity
/// counts.
struct StructureMap {
  private let expected: RowWindow
  private let actual: RowWindow
  private let size: PixelSize
  private let area: ComparisonArea
  private let allowed: Double
  private var overBlack: StructuralSimilarity
  private var overWhite: StructuralSimilarity?
  private var nextRow = 0
  private let blockColumns: Int
  /// For each block of 4 × 4 pixels whether a window that it is in is less alike than allowed.
  private var unlike: [Bool]

  init(_ expected: RowWindow, _ actual: RowWindow, size: PixelSize, area: ComparisonArea, lowest: Double) {
    self.expected = expected
    self.actual = actual
    self.size = size
    self.area = area
    allowed = lowest
    overBlack = StructuralSimilarity(width: size.width)
    overWhite = expected.shape.format.alpha == .opaque ? nil : StructuralSimilarity(width: size.width)
    let step = StructuralSimilarity.step
    blockColumns = (size.width + step - 1) / step
    unlike = Array(repeating: false, count: blockColumns * ((size.height + step - 1) / step))
  }

  /// How alike the pictures are, on average and where they are least.
  var similarity: (mean: Double, lowest: Double, window: PixelRect) {
    let least =
      [overBlack, overWhite].compactMap { $0 }.min { $0.lowest.similarity < $1.lowest.similarity }!
    let (x, y) = (least.lowest.x, least.lowest.y)
    let side = StructuralSimilarity.windowSide
    let window = PixelRect(
      origin: PixelPoint(x: x, y: y),
      size: PixelSize(width: min(side, size.width - x), height: min(side, size.height - y)))
    return (min(overBlack.mean, overWhite?.mean ?? 1), least.lowest.similarity, window)
  }

  /// Takes the rows that have come to both windows since.
  mutating func advance() {
    let end = min(expected.rows.upperBound, actual.rows.upperBound, size.height)
    while nextRow < end {
      let isLast = nextRow == size.height - 1
      let black = lumas(nextRow, Luma.overBlack)
      mark(overBlack.add(black.0, black.1, isLast: isLast))
      if overWhite != nil {
        let white = lumas(nextRow, Luma.overWhite)
        mark(overWhite!.add(white.0, white.1, isLast: isLast))
      }
      nextRow += 1
    }
  }

  /// Whether a pixel is in a window that is less alike than allowed.
  func isUnlike(_ x: Int, _ y: Int) -> Bool {
    let step = StructuralSimilarity.step
    return unlike[y / step * blockColumns + x / step]
  }

  /// Marks the blocks of windows that end with the row of blocks that ``nextRow`` is in.
  private mutating func mark(_ similarities: [Double]?) {
    guard let similarities else { return }
    let blockRow = nextRow / StructuralSimilarity.step
    for (column, similarity) in similarities.enumerated() where similarity < allowed {
      for row in max(0, blockRow - 1)...blockRow {
        for column in column...min(column + 1, blockColumns - 1) { unlike[row * blockColumns + column] = true }
      }
    }
  }

  /// The luma of a row of both pictures, the same where they are not looked at.
  private func lumas(_ y: Int, _ luma: (UInt64, PixelFormat.Depth) -> Int) -> ([UInt8], [UInt8]) {
    let one = lumas(expected, y, luma)
    var other = lumas(actual, y, luma)
    area.withUnseen(y, width: size.width) { columns in
      for x in columns { other[x] = one[x] }
    }
    return (one, other)
  }

  private func lumas(_ window: RowWindow, _ y: Int, _ luma: (UInt64, PixelFormat.Depth) -> Int) -> [UInt8] {
    let row = window.row(y)
    switch window.shape.format.depth {
    case .eight:
      return (0..<size.width).map { x in
        UInt8(luma(UInt64(row.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self)), .eight))
      }
    case .sixteen:
      return (0..<size.width).map { x in
        UInt8((luma(row.loadUnaligned(fromByteOffset: x * 8, as: UInt64.self), .sixteen) + 128) / 257)
      }
    }
  }
}
