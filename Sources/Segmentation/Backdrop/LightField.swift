import PixelCore

/// The light on a backdrop: the colour that each pixel would have without product and shadow.
///
/// A cubic surface through the backdrop's cells, plus what is left of them after the surface, smoothed. Between the
/// centres of cells it is linear.
package struct LightField {
  /// The colour in the centre of each cell, in levels.
  let grid: [SIMD4<Float>]
  let columns: Int
  let rows: Int
  let side: Int
  /// Whether each cell belongs to the backdrop.
  let isBackdrop: [Bool]
  /// Percentage of border cells that belong to the backdrop.
  let support: Int
  /// Percentage of the backdrop's cells whose colour the field explains.
  let explained: Int
  /// Median level of the backdrop.
  let level: Float
  /// Median difference of the backdrop's largest and smallest channel, in levels.
  let chroma: Float
  /// Median colour of the backdrop.
  let color: SIMD4<Float>
  let noise: Float

  /// The reason why there is no field.
  package enum Missing: Error {
    /// Most cells of the border are textured.
    case textured
    /// Too few cells along the border belong together.
    case noBackdrop(support: Int)
  }

  package init(of cells: BackdropCells) throws(Missing) {
    (columns, rows, side, noise) = (cells.columns, cells.rows, cells.side, cells.noise)
    let parts = cells.parts()
    var counts: [Int: Int] = [:]
    for cell in cells.border where parts[cell] > 0 { counts[parts[cell], default: 0] += 1 }
    guard noise <= 9, let largest = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else {
      throw .textured
    }
    let limit = 2 + 1.5 * noise
    var region = parts.map { $0 == largest.key }
    // First of the largest part, then of every part of the border that agrees with it.
    let first = LightSurface(through: cells, where: region, degree: 2, limit: limit).values
    for (part, _) in counts where part != largest.key {
      let members = parts.indices.filter { parts[$0] == part }
      let misses = members.map { cells.means[$0].largestDifference(to: first[$0]) }
      if misses.element(misses.count / 2) <= 4 * limit { for cell in members { region[cell] = true } }
    }
    let agreeing = cells.border.count { region[$0] }
    support = agreeing * 100 / cells.border.count
    let members = region.indices.filter { region[$0] }
    guard members.count * 20 >= region.count, support >= 25 else { throw .noBackdrop(support: support) }
    let surface = LightSurface(through: cells, where: region, degree: 3, limit: limit).values
    let grid = Self.refined(surface, cells, region, limit)
    self.grid = grid
    isBackdrop = region
    let fitting = members.count { cells.means[$0].largestDifference(to: grid[$0]) <= 3 + 2 * cells.noise }
    explained = fitting * 100 / members.count
    func median(_ value: (SIMD4<Float>) -> Float) -> Float {
      members.map { value(grid[$0]) }.element(members.count / 2)
    }
    level = median(\.mean)
    chroma = median { max($0.x, max($0.y, $0.z)) - min($0.x, min($0.y, $0.z)) }
    color = SIMD4(median(\.x), median(\.y), median(\.z), 0)
  }

  /// Adds to a surface what is left of the cells' light, smoothed. Cells count less the farther they are from the
  /// surface. Darker cells near the product don't count, because a shadow isn't light.
  private static func refined(_ surface: [SIMD4<Float>], _ cells: BackdropCells, _ region: [Bool], _ limit: Float)
    -> [SIMD4<Float>]
  {
    let (columns, rows) = (cells.columns, cells.rows)
    let away = distances(fromProductIn: region, columns, rows)
    let shorter = Float(min(columns, rows))
    var rest = region.indices.map { index -> SIMD4<Float> in
      let rest = cells.means[index] - surface[index]
      let size = rest.largestDifference(to: .zero) / (4 * limit)
      let near = max(0, 1 - size * size)
      var trust = region[index] ? near * near : 0
      if rest.mean < -limit { trust *= ramp(away[index], 0.08 * shorter, 0.3 * shorter) }
      return SIMD4(rest.x * trust, rest.y * trust, rest.z * trust, trust)
    }
    rest = smoothed(rest, count: rows, step: columns, lines: columns, lineStep: 1)
    rest = smoothed(rest, count: columns, step: 1, lines: rows, lineStep: columns)
    return region.indices.map { index in
      var color = surface[index] + rest[index] / (rest[index].w + 0.08)
      color.clamp(lowerBound: SIMD4(repeating: 1), upperBound: SIMD4(repeating: 255))
      return color
    }
  }

  /// Returns each cell's distance to the nearest block of 3 × 3 cells outside the backdrop, in cells, by a chamfer.
  private static func distances(fromProductIn region: [Bool], _ columns: Int, _ rows: Int) -> [Float] {
    var distances = region.indices.map { index -> Float in
      let (x, y) = (index % columns, index / columns)
      for other in max(0, y - 1)...min(rows - 1, y + 1) {
        for column in max(0, x - 1)...min(columns - 1, x + 1) where region[other * columns + column] { return 1e6 }
      }
      return 0
    }
    func relax(_ x: Int, _ y: Int, _ steps: [(Int, Int, Float)]) {
      for (dx, dy, length) in steps
      where (0..<columns).contains(x + dx) && (0..<rows).contains(y + dy) {
        let other = distances[(y + dy) * columns + x + dx] + length
        if other < distances[y * columns + x] { distances[y * columns + x] = other }
      }
    }
    for y in 0..<rows {
      for x in 0..<columns { relax(x, y, [(-1, 0, 1), (0, -1, 1), (-1, -1, 1.4), (1, -1, 1.4)]) }
    }
    for y in (0..<rows).reversed() {
      for x in (0..<columns).reversed() { relax(x, y, [(1, 0, 1), (0, 1, 1), (1, 1, 1.4), (-1, 1, 1.4)]) }
    }
    return distances
  }

  /// Returns lines of values smoothed by the binomial coefficients of 24: a Gaussian with a deviation of 2.4 cells.
  private static func smoothed(_ values: [SIMD4<Float>], count: Int, step: Int, lines: Int, lineStep: Int)
    -> [SIMD4<Float>]
  {
    var coefficients: [Float] = [1]
    for _ in 0..<24 { coefficients = zip(coefficients + [0], [0] + coefficients).map { ($0 + $1) / 2 } }
    var result = values
    for line in 0..<lines {
      for index in 0..<count {
        var sum = SIMD4<Float>.zero
        for tap in -12...12 {
          // Mirrored at the ends.
          var place = index + tap
          if place < 0 { place = -place - 1 }
          if place >= count { place = 2 * count - 1 - place }
          place = min(max(place, 0), count - 1)
          sum += values[line * lineStep + place * step] * coefficients[tap + 12]
        }
        result[line * lineStep + index * step] = sum
      }
    }
    return result
  }
}

extension LightField {
  /// Returns the field at the centre of a pixel of the analysed picture.
  func color(x: Int, y: Int) -> SIMD4<Float> {
    func place(_ pixel: Int, _ count: Int) -> (first: Int, second: Int, share: Float) {
      let position = min(max((Float(pixel) + 0.5) / Float(side) - 0.5, 0), Float(count - 1))
      let first = min(Int(position), max(count - 2, 0))
      return (first, min(first + 1, count - 1), position - Float(first))
    }
    let (across, down) = (place(x, columns), place(y, rows))
    func along(_ row: Int) -> SIMD4<Float> {
      grid[row * columns + across.first] * (1 - across.share) + grid[row * columns + across.second] * across.share
    }
    return along(down.first) * (1 - down.share) + along(down.second) * down.share
  }

  /// Writes the field along a row of a picture.
  ///
  /// - Parameters:
  ///   - y: The row, in pixels of the analysed picture from its top, at the pixels' centres.
  ///   - scale: Pixels of the analysed picture per pixel of the row.
  ///   - values: Receives red, green and blue, in levels, each `count` values.
  func write(
    row y: Float, scale: Float, count: Int,
    into values: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)
  ) {
    let down = min(max(y / Float(side) - 0.5, 0), Float(rows - 1))
    let above = min(Int(down), max(rows - 2, 0))
    let below = min(above + 1, rows - 1)
    let share = down - Float(above)
    let line = (0..<columns).map { column -> SIMD4<Float> in
      grid[above * columns + column] * (1 - share) + grid[below * columns + column] * share
    }
    line.withUnsafeBufferPointer { line in
      let step = scale / Float(side)
      let offset = 0.5 * step - 0.5
      var x = 0
      // From the centre of one cell to the centre of the next, the field is linear.
      for cell in -1..<columns {
        let end =
          cell == columns - 1 ? count : min(count, max(0, Int(((Float(cell + 1) - offset) / step).rounded(.up))))
        let from: SIMD4<Float> = line[max(cell, 0)]
        let to: SIMD4<Float> = line[min(cell + 1, columns - 1)]
        let slope = to - from
        let base = offset - Float(cell)
        while x < end {
          let t = base + Float(x) * step
          values.0[x] = from.x + slope.x * t
          values.1[x] = from.y + slope.y * t
          values.2[x] = from.z + slope.z * t
          x &+= 1
        }
      }
    }
  }
}
