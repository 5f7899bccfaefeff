import PixelCore

/// In which places two pictures are less alike than they may be (``StructuralSimilarity``).
///
/// Looked at are how bright the pixels are and which colour they have, each for itself, and the lowest similarity counts:
/// another colour that is as bright is another picture. A translucent picture looks like what is behind it, so how bright it
/// is counts over black and over white.
struct StructureMap {
  private let expected: RowWindow
  private let actual: RowWindow
  private let size: PixelSize
  private let area: ComparisonArea
  private let allowed: Double
  private var planes: [(value: Value, similarity: StructuralSimilarity)]
  private var nextRow = 0
  private let blockColumns: Int
  /// For each block of 4 × 4 pixels whether a window that it is in is less alike than allowed.
  private var unlike: [Bool]

  /// What is looked at of a premultiplied pixel, 0 to the depth's largest.
  private enum Value { case lumaOverBlack, lumaOverWhite, blue, red }

  init(_ expected: RowWindow, _ actual: RowWindow, size: PixelSize, area: ComparisonArea, lowest: Double) {
    self.expected = expected
    self.actual = actual
    self.size = size
    self.area = area
    allowed = lowest
    let isOpaque = expected.shape.format.alpha == .opaque
    let values: [Value] = isOpaque ? [.lumaOverBlack, .blue, .red] : [.lumaOverBlack, .lumaOverWhite, .blue, .red]
    planes = values.map { ($0, StructuralSimilarity(width: size.width)) }
    let step = StructuralSimilarity.step
    blockColumns = (size.width + step - 1) / step
    unlike = Array(repeating: false, count: blockColumns * ((size.height + step - 1) / step))
  }

  /// How alike the pictures are, on average and where they are least.
  var similarity: (mean: Double, lowest: Double, window: PixelRect) {
    let least = planes.map(\.similarity.lowest).min { $0.similarity < $1.similarity }!
    let (x, y) = (least.x, least.y)
    let side = StructuralSimilarity.windowSide
    let window = PixelRect(
      origin: PixelPoint(x: x, y: y),
      size: PixelSize(width: min(side, size.width - x), height: min(side, size.height - y)))
    return (planes.map(\.similarity.mean).min()!, least.similarity, window)
  }

  /// Takes the rows that have come to both windows since.
  mutating func advance() {
    let end = min(expected.rows.upperBound, actual.rows.upperBound, size.height)
    while nextRow < end {
      let isLast = nextRow == size.height - 1
      for index in planes.indices {
        let (one, other) = values(planes[index].value, nextRow)
        mark(planes[index].similarity.add(one, other, isLast: isLast))
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

  /// The values of a row of both pictures, the same where they are not looked at.
  private func values(_ value: Value, _ y: Int) -> ([UInt8], [UInt8]) {
    let one = values(value, expected, y)
    var other = values(value, actual, y)
    area.withUnseen(y, width: size.width) { columns in
      for x in columns { other[x] = one[x] }
    }
    return (one, other)
  }

  /// The values of a row, in levels of 255.
  private func values(_ value: Value, _ window: RowWindow, _ y: Int) -> [UInt8] {
    switch value {
    case .lumaOverBlack: values(window, y, Luma.overBlack)
    case .lumaOverWhite: values(window, y, Luma.overWhite)
    case .blue: values(window, y, Chroma.blue)
    case .red: values(window, y, Chroma.red)
    }
  }

  /// Inlined, so that what `value` does is known where the loop is.
  @inline(__always)
  private func values(_ window: RowWindow, _ y: Int, _ value: (UInt64, PixelFormat.Depth) -> Int) -> [UInt8] {
    let row = window.row(y)
    return Array(unsafeUninitializedCapacity: size.width) { values, count in
      switch window.shape.format.depth {
      case .eight: for x in 0..<size.width { values[x] = UInt8(value(row.pixelWord(x, .eight), .eight)) }
      case .sixteen:
        for x in 0..<size.width { values[x] = UInt8((value(row.pixelWord(x, .sixteen), .sixteen) + 128) / 257) }
      }
      count = size.width
    }
  }
}
