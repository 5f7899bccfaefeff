import PixelCore

/// Square cells of a picture, 64 of them along its shorter side: their mean colours, and how much their pixels deviate.
package struct BackdropCells {
  /// Length of a cell's side in pixels.
  let side: Int
  let columns: Int
  let rows: Int
  /// Mean red, green and blue, in levels.
  let means: [SIMD4<Float>]
  /// Standard deviation from the cell's own plane in levels, in the channel where it is largest.
  let deviations: [Float]
  /// The indices of the cells along the border.
  let border: [Int]
  /// Standard deviation of the backdrop's noise in levels, at least 0.3: the 30th percentile along the border.
  let noise: Float

  package init(of picture: StudioPicture) {
    let size = picture.size
    let side = max(3, min(size.width, size.height) / 64)
    let (columns, rows) = (max(1, size.width / side), max(1, size.height / side))
    (self.side, self.columns, self.rows) = (side, columns, rows)
    var sums = [[Int32]](repeating: [Int32](repeating: 0, count: columns * rows), count: 3)
    var squares = sums
    var columnSums = [Int32](repeating: 0, count: size.width)
    var columnSquares = columnSums
    for channel in 0..<3 {
      let own = picture.channels[channel]
      let pixels = own.span
      for row in 0..<rows {
        for x in 0..<size.width { (columnSums[x], columnSquares[x]) = (0, 0) }
        var ownSums = columnSums.mutableSpan
        var ownSquares = columnSquares.mutableSpan
        for y in row &* side..<min((row &+ 1) &* side, size.height) {
          for x in 0..<size.width {
            let value = UInt16(pixels[unchecked: y &* size.width &+ x])
            ownSums[unchecked: x] &+= Int32(value)
            ownSquares[unchecked: x] &+= Int32(value &* value)
          }
        }
        for column in 0..<columns {
          let cell = row &* columns &+ column
          for x in column &* side..<min((column &+ 1) &* side, size.width) {
            sums[channel][cell] &+= ownSums[x]
            squares[channel][cell] &+= ownSquares[x]
          }
        }
      }
    }
    let count = Float(min(side, size.width) * min(side, size.height))
    let means = (0..<columns * rows).map { cell in
      SIMD4(Float(sums[0][cell]), Float(sums[1][cell]), Float(sums[2][cell]), 0) / count
    }
    self.means = means
    // A plane with slope s has a variance of s² (side² − 1) / 12 along each axis.
    let flatness = Float(side * side - 1) / Float(12 * side * side)
    deviations = (0..<columns * rows).map { cell in
      let mean = means[cell]
      let square = SIMD4(Float(squares[0][cell]), Float(squares[1][cell]), Float(squares[2][cell]), 0) / count
      let (x, y) = (cell % columns, cell / columns)
      let along = Self.slope(mean, x > 0 ? means[cell - 1] : nil, x + 1 < columns ? means[cell + 1] : nil)
      let down = Self.slope(mean, y > 0 ? means[cell - columns] : nil, y + 1 < rows ? means[cell + columns] : nil)
      let variance = square - mean * mean - (along * along + down * down) * flatness
      return max(0, max(variance.x, max(variance.y, variance.z))).squareRoot()
    }
    border = (0..<columns * rows).filter { cell in
      let (x, y) = (cell % columns, cell / columns)
      return x == 0 || y == 0 || x == columns - 1 || y == rows - 1
    }
    let sorted = border.map { [deviations] in deviations[$0] }.sorted()
    noise = max(0.3, sorted[(sorted.count - 1) * 3 / 10])
  }

  /// Returns the smaller difference to the neighbours on both sides, so that an edge isn't taken for a slope.
  private static func slope(_ mean: SIMD4<Float>, _ before: SIMD4<Float>?, _ behind: SIMD4<Float>?) -> SIMD4<Float> {
    guard let before else { return behind.map { $0 - mean } ?? .zero }
    guard let behind else { return mean - before }
    let (first, second) = (mean - before, behind - mean)
    return first.replacing(with: second, where: magnitude(second) .< magnitude(first))
  }

  private static func magnitude(_ value: SIMD4<Float>) -> SIMD4<Float> {
    value.replacing(with: -value, where: value .< .zero)
  }
}

extension BackdropCells {
  /// Returns the part of each cell: numbers of connected smooth cells whose neighbours differ little, or 0.
  func parts() -> [Int] {
    let most = max(3 * noise, noise + 2)
    let step = 3 + noise
    var roots = (0..<means.count).map { deviations[$0] <= most ? $0 : -1 }
    func root(_ cell: Int) -> Int {
      var cell = cell
      while roots[cell] != cell {
        roots[cell] = roots[roots[cell]]
        cell = roots[cell]
      }
      return cell
    }
    func join(_ cell: Int, _ other: Int) {
      guard roots[cell] >= 0, roots[other] >= 0, means[cell].largestDifference(to: means[other]) <= step else { return }
      let (first, second) = (root(cell), root(other))
      roots[max(first, second)] = min(first, second)
    }
    for y in 0..<rows {
      for x in 0..<columns {
        let cell = y * columns + x
        if x > 0 { join(cell - 1, cell) }
        if y > 0 { join(cell - columns, cell) }
      }
    }
    return (0..<means.count).map { roots[$0] < 0 ? 0 : root($0) + 1 }
  }
}
