import PixelCore

/// Where the product's contour is.
extension RegionMap {
  /// How far from the contour pixels of the product may be mixed with the backdrop.
  static let edgeWidth = 3

  /// Marks pixels of the product that are near its contour as its edge, and those outside that touch it as the fringe.
  mutating func markEdges() {
    let (width, height) = (size.width, size.height)
    let disc = PixelOffset.disc(Self.edgeWidth)
    for y in 0..<height {
      for x in 0..<width {
        let index = y * width + x
        guard regions[index].isOutside else { continue }
        let touches =
          (x > 0 && !regions[index - 1].isOutside) || (x + 1 < width && !regions[index + 1].isOutside)
          || (y > 0 && !regions[index - width].isOutside) || (y + 1 < height && !regions[index + width].isOutside)
        guard touches else { continue }
        for offset in disc {
          let (column, row) = (x + offset.x, y + offset.y)
          guard column >= 0, column < width, row >= 0, row < height else { continue }
          let other = row * width + column
          if regions[other] == .product { regions[other] = .edge }
        }
        regions[index] = .fringe
      }
    }
  }
}

/// A place beside a pixel.
struct PixelOffset {
  let x: Int, y: Int
  var squaredLength: Int { x * x + y * y }

  /// Those that are at most `radius` away, the nearest first, but for the pixel itself.
  static func disc(_ radius: Int) -> [PixelOffset] {
    let square = (-radius...radius).flatMap { y in (-radius...radius).map { PixelOffset(x: $0, y: y) } }
    // By length, then from the top, then from the left, so that nothing is left to how a sort treats equals.
    return square.filter { 1...radius * radius ~= $0.squaredLength }.sorted {
      ($0.squaredLength, $0.y, $0.x) < ($1.squaredLength, $1.y, $1.x)
    }
  }
}
