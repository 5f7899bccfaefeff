import PixelCore

/// A connected area where pictures differ.
public struct Damage: Hashable, Sendable {
  /// The smallest rectangle around its different pixels.
  public let bounds: PixelRect
  /// Number of different pixels.
  public let pixels: Int
  /// Largest difference of a channel in levels of 255.
  public let largest: Double

  /// Creates a connected area of different pixels.
  public init(bounds: PixelRect, pixels: Int, largest: Double) {
    (self.bounds, self.pixels, self.largest) = (bounds, pixels, largest)
  }
}

/// Collects different pixels row by row into connected areas, and finds where they are densest.
///
/// Pixels are grouped in cells of 4 × 4. Cells that touch, even at a corner, are connected. So pixels up to four apart
/// are always connected, and pixels up to seven apart may be.
struct DamageMap {
  private static let side = StructuralSimilarity.step

  /// The different pixels of a cell or an area.
  private struct Piece {
    var pixels = 0
    var largest: UInt16 = 0
    var (left, top, right, bottom) = (Int.max, Int.max, Int.min, Int.min)

    mutating func add(_ x: Int, _ y: Int, _ difference: UInt16) {
      pixels += 1
      largest = max(largest, difference)
      (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
    }

    mutating func merge(_ other: Piece) {
      pixels += other.pixels
      largest = max(largest, other.largest)
      (left, right) = (min(left, other.left), max(right, other.right))
      (top, bottom) = (min(top, other.top), max(bottom, other.bottom))
    }
  }

  private let size: PixelSize
  private let columnCount: Int
  /// The current row of cells, and the columns that contain different pixels.
  private var cells: [Piece]
  private var filled: [Int] = []
  /// For each cell of the previous row, its area (−1 for none) and its number of different pixels.
  private var placesAbove: [Int]
  private var countsAbove: [Int]
  private var isEmptyAbove = true
  /// All areas, and for each the index of the area that it was merged into, or its own index.
  private var places: [Piece] = []
  private var parents: [Int] = []
  private var rowCount = 0
  /// The window of 2 × 2 cells with the most different pixels.
  private(set) var densest: (pixels: Int, window: PixelRect)?

  init(size: PixelSize) {
    self.size = size
    columnCount = (size.width + Self.side - 1) / Self.side
    cells = Array(repeating: Piece(), count: columnCount)
    placesAbove = Array(repeating: -1, count: columnCount)
    countsAbove = Array(repeating: 0, count: columnCount)
  }

  /// Adds a pixel of the current row with its difference in levels of the depth.
  mutating func add(_ x: Int, _ difference: UInt16) {
    let column = x / Self.side
    if cells[column].pixels == 0 { filled.append(column) }
    cells[column].add(x, rowCount, difference)
  }

  /// Ends the current row.
  mutating func endRow() {
    rowCount += 1
    if rowCount.isMultiple(of: Self.side) || rowCount == size.height { endCells() }
  }

  private mutating func endCells() {
    if filled.isEmpty, isEmptyAbove { return }
    var placesHere = Array(repeating: -1, count: columnCount)
    var countsHere = Array(repeating: 0, count: columnCount)
    for column in filled.sorted() {
      let piece = cells[column]
      cells[column] = Piece()
      countsHere[column] = piece.pixels
      var place = -1
      let left = column > 0 ? placesHere[column - 1] : -1
      let above = (max(0, column - 1)...min(column + 1, columnCount - 1)).map { placesAbove[$0] }
      for neighbour in [left] + above where neighbour >= 0 {
        place = place < 0 ? root(neighbour) : merge(place, root(neighbour))
      }
      if place < 0 {
        place = places.count
        places.append(piece)
        parents.append(place)
      } else {
        places[place].merge(piece)
      }
      placesHere[column] = place
    }
    findDensest(countsHere)
    isEmptyAbove = filled.isEmpty
    filled = []
    placesAbove = placesHere
    countsAbove = countsHere
  }

  private mutating func root(_ place: Int) -> Int {
    var place = place
    while parents[place] != place {
      parents[place] = parents[parents[place]]
      place = parents[place]
    }
    return place
  }

  private mutating func merge(_ one: Int, _ other: Int) -> Int {
    if one == other { return one }
    let (kept, gone) = (min(one, other), max(one, other))
    places[kept].merge(places[gone])
    parents[gone] = kept
    return kept
  }

  /// Checks the windows that end with this row of cells.
  private mutating func findDensest(_ countsHere: [Int]) {
    let side = Self.side
    let row = (rowCount - 1) / side
    for column in 0..<columnCount {
      let next = min(column + 1, columnCount - 1)
      var count = countsAbove[column] + countsHere[column]
      if next != column { count += countsAbove[next] + countsHere[next] }
      if count == 0 || count <= densest?.pixels ?? 0 { continue }
      let (x, y) = (column * side, max(0, row - 1) * side)
      densest = (
        count,
        PixelRect(
          origin: PixelPoint(x: x, y: y),
          size: PixelSize(width: min(2 * side, size.width - x), height: min(2 * side, size.height - y)))
      )
    }
  }

  /// Returns all areas, those with the most pixels first, and otherwise from top to bottom.
  ///
  /// - Parameter levels: Levels of the depth per level of 255.
  func damage(levels: Double) -> [Damage] {
    places.indices.filter { parents[$0] == $0 }.map { index in
      let place = places[index]
      return Damage(
        bounds: PixelRect(
          origin: PixelPoint(x: place.left, y: place.top),
          size: PixelSize(width: place.right - place.left + 1, height: place.bottom - place.top + 1)),
        pixels: place.pixels, largest: Double(place.largest) / levels)
    }.sorted {
      ($1.pixels, $0.bounds.origin.y, $0.bounds.origin.x) < ($0.pixels, $1.bounds.origin.y, $1.bounds.origin.x)
    }
  }
}
