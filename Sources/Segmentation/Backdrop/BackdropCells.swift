import PixelCore

/// Square cells of a picture, 64 of them along its shorter side: their mean colours, and how much their pixels deviate.
package struct BackdropCells {
  /// Length of a cell's side in pixels.
  let side: Int
  let columns: Int
  let rows: Int
  /// Mean red, green and blue, in levels.
  let means: [SIMD4<Float>]
  /// Change of the cell's own plane over a cell's side, across and down, in levels.
  let slopes: [(across: SIMD4<Float>, down: SIMD4<Float>)]
  /// Standard deviation from the cell's own plane in levels, in the channel where it is largest.
  let deviations: [Float]
  /// The indices of the cells along the border, clockwise from the top left.
  let border: [Int]
  /// Standard deviation of the backdrop's noise in levels, at least 0.3: the 30th percentile along the border.
  let noise: Float

  package init(of picture: StudioPicture) {
    let size = picture.size
    let side = max(3, min(size.width, size.height) / 64)
    let (columns, rows) = (max(1, size.width / side), max(1, size.height / side))
    (self.side, self.columns, self.rows) = (side, columns, rows)
    var moments = [Moments](repeating: Moments(), count: columns * rows)
    var line = [Int32](repeating: 0, count: 3 * size.width)
    for channel in 0..<3 {
      let own = picture.channels[channel]
      let pixels = own.span
      for row in 0..<rows {
        var line = line.mutableSpan
        for x in line.indices { line[unchecked: x] = 0 }
        let (squares, slopes) = (size.width, 2 &* size.width)
        for y in row &* side..<min((row &+ 1) &* side, size.height) {
          // Distance from the cell's middle in half pixels.
          let down = Int32(2 &* (y &- row &* side) &+ 1 &- side)
          for x in 0..<size.width {
            let value = Int32(pixels[unchecked: y &* size.width &+ x])
            line[unchecked: x] &+= value
            line[unchecked: squares &+ x] &+= value &* value
            line[unchecked: slopes &+ x] &+= value &* down
          }
        }
        for column in 0..<columns {
          let cell = row &* columns &+ column
          for x in column &* side..<min((column &+ 1) &* side, size.width) {
            let across = Int32(2 &* (x &- column &* side) &+ 1 &- side)
            moments[cell].sum[channel] &+= line[unchecked: x]
            moments[cell].square[channel] &+= line[unchecked: squares &+ x]
            moments[cell].down[channel] &+= line[unchecked: slopes &+ x]
            moments[cell].across[channel] &+= line[unchecked: x] &* across
          }
        }
      }
    }
    let count = Float(min(side, size.width) * min(side, size.height))
    // The sum of the squares of twice the distances from the middle, along an axis, is count · (side² − 1) / 3.
    let spread = count * Float(side * side - 1) / 3
    means = moments.map { SIMD4<Float>($0.sum) / count }
    slopes = moments.map {
      // Positions are in half pixels, and a slope is the change over a cell's side.
      (SIMD4<Float>($0.across) / spread * Float(2 * side), SIMD4<Float>($0.down) / spread * Float(2 * side))
    }
    let flatness = Float(side * side - 1) / Float(12 * side * side)
    deviations = moments.indices.map { [means, slopes] cell in
      let mean = means[cell]
      let (along, down) = slopes[cell]
      let square = SIMD4<Float>(moments[cell].square) / count
      let variance = square - mean * mean - (along * along + down * down) * flatness
      return max(0, max(variance.x, max(variance.y, variance.z))).squareRoot()
    }
    border = Self.border(columns, rows)
    let sorted = border.map { [deviations] in deviations[$0] }.sorted()
    noise = max(0.3, sorted[(sorted.count - 1) * 3 / 10])
  }

  private static func border(_ columns: Int, _ rows: Int) -> [Int] {
    guard columns > 1, rows > 1 else { return Array(0..<columns * rows) }
    let last = columns * (rows - 1)
    return Array(0..<columns - 1) + (0..<rows - 1).map { $0 * columns + columns - 1 }
      + (1..<columns).reversed().map { last + $0 } + (1..<rows).reversed().map { $0 * columns }
  }

  /// Sums over a cell's pixels, by channel.
  private struct Moments {
    var sum = SIMD4<Int32>.zero
    var square = SIMD4<Int32>.zero
    /// Of values times twice the distance from the cell's middle.
    var across = SIMD4<Int32>.zero
    var down = SIMD4<Int32>.zero
  }
}

extension BackdropCells {
  /// Returns the part of each cell: numbers of connected smooth cells whose neighbours differ little, or 0.
  func parts() -> [Int] {
    let most = max(3 * noise, noise + 3)
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
    /// - Parameter slopes: The change over a cell's side from one to the other, in each of them.
    func join(_ cell: Int, _ other: Int, _ slopes: (SIMD4<Float>, SIMD4<Float>)) {
      guard roots[cell] >= 0, roots[other] >= 0 else { return }
      // Neighbours belong together if they hardly differ, or if their planes meet at their common side.
      let meeting = (means[cell] + slopes.0 / 2, means[other] - slopes.1 / 2)
      guard
        means[cell].largestDifference(to: means[other]) <= step
          || meeting.0.largestDifference(to: meeting.1) <= 0.6 * step
      else { return }
      let (first, second) = (root(cell), root(other))
      roots[max(first, second)] = min(first, second)
    }
    for y in 0..<rows {
      for x in 0..<columns {
        let cell = y * columns + x
        if x > 0 { join(cell - 1, cell, (slopes[cell - 1].across, slopes[cell].across)) }
        if y > 0 { join(cell - columns, cell, (slopes[cell - columns].down, slopes[cell].down)) }
      }
    }
    return (0..<means.count).map { roots[$0] < 0 ? 0 : root($0) + 1 }
  }
}
