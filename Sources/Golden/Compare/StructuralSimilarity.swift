/// The structural similarity of one value of two pictures (Wang, Bovik, Sheikh, Simoncelli, "Image quality assessment:
/// from error visibility to structural similarity", 2004), in windows of 8 × 8 pixels at every fourth pixel
/// horizontally and vertically.
///
/// `(2 μx μy + C1)(2 σxy + C2) / ((μx² + μy² + C1)(σx² + σy² + C2))` with C1 = (0.01 · 255)² and C2 = (0.03 · 255)².
/// Sums are integers, so every machine computes the same result. Windows at the right and lower edges are smaller.
struct StructuralSimilarity {
  /// Width and height of a window in pixels.
  static let windowSide = 8
  /// Distance between windows in pixels, which is the side of a block.
  static let step = 4

  /// The sums over the pixels of a block.
  private struct Sums {
    var count: Int64 = 0
    var first: Int64 = 0
    var second: Int64 = 0
    var squares: (first: Int64, second: Int64) = (0, 0)
    var products: Int64 = 0

    mutating func add(_ one: Int64, _ other: Int64) {
      count &+= 1
      first &+= one
      second &+= other
      squares.first &+= one &* one
      squares.second &+= other &* other
      products &+= one &* other
    }

    static func + (one: Sums, other: Sums) -> Sums {
      var sum = one
      sum.count &+= other.count
      sum.first &+= other.first
      sum.second &+= other.second
      sum.squares.first &+= other.squares.first
      sum.squares.second &+= other.squares.second
      sum.products &+= other.products
      return sum
    }

    var similarity: Double {
      let number = Double(count)
      let (meanOne, meanOther) = (Double(first) / number, Double(second) / number)
      let rest = Double(max(count - 1, 1))
      // Multiplied by the count, so that these terms stay integers.
      let one = Double(count * squares.first - first * first) / number / rest
      let other = Double(count * squares.second - second * second) / number / rest
      let both = Double(count * products - first * second) / number / rest
      let (c1, c2) = (6.5025, 58.5225)
      return (2 * meanOne * meanOther + c1) * (2 * both + c2)
        / ((meanOne * meanOne + meanOther * meanOther + c1) * (one + other + c2))
    }
  }

  private let width: Int
  private var blocks: [Sums]
  private var blocksAbove: [Sums] = []
  private var rowCount = 0
  private var total = 0.0
  private var windowCount = 0
  /// The lowest similarity of a window, with the window's position.
  private(set) var lowest = (similarity: 1.0, x: 0, y: 0)

  /// The average over all windows.
  var mean: Double { windowCount == 0 ? 1 : total / Double(windowCount) }

  init(width: Int) {
    self.width = width
    blocks = Self.emptyBlocks(width)
  }

  private static func emptyBlocks(_ width: Int) -> [Sums] {
    Array(repeating: Sums(), count: (width + step - 1) / step)
  }

  /// Adds the next row: `width` values of each picture. After the last row of a row of blocks, returns the similarities
  /// of the windows that end there, by the index of their left block. Otherwise returns nil.
  mutating func add(_ first: [UInt8], _ second: [UInt8], isLast: Bool) -> [Double]? {
    for x in 0..<width { blocks[x / Self.step].add(Int64(first[x]), Int64(second[x])) }
    rowCount += 1
    guard isLast || rowCount.isMultiple(of: Self.step) else { return nil }
    let below = blocks
    blocks = Self.emptyBlocks(width)
    defer { blocksAbove = below }
    let top = (rowCount - 1) / Self.step - (blocksAbove.isEmpty ? 0 : 1)
    // A picture with only one row of blocks has one row of windows.
    if blocksAbove.isEmpty, !isLast { return [] }
    return (0..<max(1, below.count - 1)).map { index in
      let columns = index...min(index + 1, below.count - 1)
      var sums = Sums()
      for column in columns {
        sums = sums + below[column]
        if !blocksAbove.isEmpty { sums = sums + blocksAbove[column] }
      }
      let similarity = sums.similarity
      total += similarity
      windowCount += 1
      if similarity < lowest.similarity { lowest = (similarity, index * Self.step, top * Self.step) }
      return similarity
    }
  }
}
