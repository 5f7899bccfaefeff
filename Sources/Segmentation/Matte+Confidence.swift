import PixelCore

extension Matte {
  /// Percentage of the contour's pixels that stand out from the backdrop by 20 levels or more. Where they don't, the
  /// end of the product can't be determined.
  var confidence: Int {
    let (width, height) = (map.size.width, map.size.height)
    var (count, weak) = (0, 0)
    for y in 0..<height {
      for x in 0..<width where map[y * width + x] == .edge {
        let touches = (max(y - 1, 0)...min(y + 1, height - 1)).contains { row in
          (max(x - 1, 0)...min(x + 1, width - 1)).contains { map[row * width + $0].isOutside }
        }
        guard touches else { continue }
        count += 1
        weak += mixture(x: x, y: y).contrast < Self.leastContrast ? 1 : 0
      }
    }
    return count == 0 ? 0 : (count - weak) * 100 / count
  }
}
