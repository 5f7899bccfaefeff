import PixelCore

/// Finds the product's contour.
extension RegionMap {
  /// Distance from the contour, in pixels, within which product pixels can be mixed with the backdrop.
  static let edgeWidth = 3

  /// Marks product pixels near the contour as edge, and outside pixels that touch the product as fringe.
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

/// The offset from a pixel to another one.
struct PixelOffset {
  let x: Int, y: Int
  var squaredLength: Int { x * x + y * y }

  /// Returns all offsets of length 1 to `radius`, the shortest first.
  static func disc(_ radius: Int) -> [PixelOffset] {
    let square = (-radius...radius).flatMap { y in (-radius...radius).map { PixelOffset(x: $0, y: y) } }
    // Sorted by length, then from the top, then from the left, so that the order doesn't depend on the sort's handling
    // of ties.
    return square.filter { 1...radius * radius ~= $0.squaredLength }.sorted {
      ($0.squaredLength, $0.y, $0.x) < ($1.squaredLength, $1.y, $1.x)
    }
  }
}
