import PixelCore

/// The areas where two pictures are less similar than is allowed (``StructuralSimilarity``).
///
/// Brightness and colour are measured separately, and the lowest similarity counts, because a different colour of the
/// same brightness is a different picture. Translucent pixels depend on their background, so brightness is measured
/// over black and over white.
struct StructureMap {
  private let expected: RowWindow
  private let actual: RowWindow
  private let size: PixelSize
  private let area: ComparisonArea
  private let allowed: Double
  private var planes: [(value: Value, similarity: StructuralSimilarity)]
  private var nextRow = 0
  private let blockColumns: Int
  private let steps: DifferenceSteps
  /// For each block of 4 × 4 pixels, the highest step of the windows that contain it, plus 1. 0 if no window is below
  /// the allowed similarity.
  private var unlike: [UInt8]

  /// The measured values of a premultiplied pixel, from 0 to the depth's largest value.
  private enum Value { case lumaOverBlack, lumaOverWhite, blue, red }

  init(
    _ expected: RowWindow, _ actual: RowWindow, size: PixelSize, area: ComparisonArea, lowest: Double,
    steps: DifferenceSteps
  ) {
    self.expected = expected
    self.actual = actual
    self.size = size
    self.area = area
    allowed = lowest
    self.steps = steps
    let isOpaque = expected.shape.format.alpha == .opaque
    let values: [Value] = isOpaque ? [.lumaOverBlack, .blue, .red] : [.lumaOverBlack, .lumaOverWhite, .blue, .red]
    planes = values.map { ($0, StructuralSimilarity(width: size.width)) }
    let step = StructuralSimilarity.step
    blockColumns = (size.width + step - 1) / step
    unlike = Array(repeating: 0, count: blockColumns * ((size.height + step - 1) / step))
  }

  /// The average similarity, and the lowest one with its window.
  var similarity: (mean: Double, lowest: Double, window: PixelRect) {
    let least = planes.map(\.similarity.lowest).min { $0.similarity < $1.similarity }!
    let (x, y) = (least.x, least.y)
    let side = StructuralSimilarity.windowSide
    let window = PixelRect(
      origin: PixelPoint(x: x, y: y),
      size: PixelSize(width: min(side, size.width - x), height: min(side, size.height - y)))
    return (planes.map(\.similarity.mean).min()!, least.similarity, window)
  }

  /// Processes the rows that are new in both windows.
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

  /// Returns the step of a pixel inside a window below the allowed similarity, or nil for other pixels.
  func step(_ x: Int, _ y: Int) -> UInt8? {
    let side = StructuralSimilarity.step
    let mark = unlike[y / side * blockColumns + x / side]
    return mark == 0 ? nil : mark - 1
  }

  /// Marks the blocks of windows that end with the row of blocks at ``nextRow``.
  private mutating func mark(_ similarities: [Double]?) {
    guard let similarities else { return }
    let blockRow = nextRow / StructuralSimilarity.step
    for (column, similarity) in similarities.enumerated() where similarity < allowed {
      let mark = steps(1 - similarity) + 1
      for row in max(0, blockRow - 1)...blockRow {
        for column in column...min(column + 1, blockColumns - 1) {
          let block = row * blockColumns + column
          unlike[block] = max(unlike[block], mark)
        }
      }
    }
  }

  /// Returns the values of a row of both pictures. Pixels that are not compared get equal values.
  private func values(_ value: Value, _ y: Int) -> ([UInt8], [UInt8]) {
    let one = values(value, expected, y)
    var other = values(value, actual, y)
    area.withUnseen(y, width: size.width) { columns in
      for x in columns { other[x] = one[x] }
    }
    return (one, other)
  }

  /// Returns the values of a row in levels of 255.
  private func values(_ value: Value, _ window: RowWindow, _ y: Int) -> [UInt8] {
    switch value {
    case .lumaOverBlack: values(window, y, Luma.overBlack)
    case .lumaOverWhite: values(window, y, Luma.overWhite)
    case .blue: values(window, y, Chroma.blue)
    case .red: values(window, y, Chroma.red)
    }
  }

  /// Inlined, so that the compiler can specialise the loop for `value`.
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
