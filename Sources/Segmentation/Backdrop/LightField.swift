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
  /// Levels of the field's darkest and brightest cell of the backdrop, in the green channel.
  let darkest: Float, brightest: Float
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
    // First of the largest part, then of every part of the border that continues it along the border, or agrees with it.
    let continuing = Self.parts(continuing: largest.key, parts, cells, limit: 2 * limit)
    for cell in region.indices where continuing.contains(parts[cell]) { region[cell] = true }
    let first = LightSurface(through: cells, where: region, degree: 2, limit: limit).values
    for (part, _) in counts where !continuing.contains(part) {
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
    darkest = members.map { grid[$0].y }.min() ?? 0
    brightest = members.map { grid[$0].y }.max() ?? 255
    level = median(\.mean)
    chroma = median { max($0.x, max($0.y, $0.z)) - min($0.x, min($0.y, $0.z)) }
    color = SIMD4(median(\.x), median(\.y), median(\.z), 0)
  }

  /// Returns the parts that continue a part along the border: beyond a gap, where the product is cut off, the first cell
  /// hardly differs from the last one before the gap.
  private static func parts(continuing part: Int, _ parts: [Int], _ cells: BackdropCells, limit: Float) -> Set<Int> {
    let border = cells.border
    var found: Set = [part]
    var count = 0
    while count < found.count {
      count = found.count
      for direction in [1, border.count - 1] {
        // The last cell before the gap.
        var last: Int?
        for step in 0..<2 * border.count {
          let cell = border[step * direction % border.count]
          if found.contains(parts[cell]) {
            last = cell
          } else if let last, parts[cell] > 0, parts[cell] != parts[border[(step - 1) * direction % border.count]],
            cells.means[cell].largestDifference(to: cells.means[last]) <= limit
          {
            found.insert(parts[cell])
          }
        }
      }
    }
    return found
  }

  /// Adds to a surface what is left of the cells' light, smoothed, first widely, then narrowly. Cells in shadow don't
  /// count, because a shadow isn't light.
  private static func refined(_ surface: [SIMD4<Float>], _ cells: BackdropCells, _ region: [Bool], _ limit: Float)
    -> [SIMD4<Float>]
  {
    // The backdrop's slope is divided out first, or a shadow would run out to the darker side.
    let slope = LightSurface(through: cells, where: region, degree: 1, limit: limit).values.map { max($0.mean, 1) }
    let shares = zip(cells.means, slope).map { $0.mean / $1 }
    let unshaded = zip(unshaded(shares, region, cells.columns, cells.rows), slope).map { $0 * $1 }
    let trust = region.indices.map { cell -> Float in
      region[cell] ? max(0.02, 1 - smoothstep(unshaded[cell] - cells.means[cell].mean, 0.5 * limit, 1.5 * limit)) : 0
    }
    var grid = surface
    for width in [24, 4] {
      var rest = region.indices.map { cell -> SIMD4<Float> in
        var rest = cells.means[cell] * (unshaded[cell] / max(cells.means[cell].mean, 1)) - grid[cell]
        rest.w = 1
        return rest * trust[cell]
      }
      rest = smoothed(rest, width, count: cells.rows, step: cells.columns, lines: cells.columns, lineStep: 1)
      rest = smoothed(rest, width, count: cells.columns, step: 1, lines: cells.rows, lineStep: cells.columns)
      for cell in grid.indices { grid[cell] += rest[cell] / (rest[cell].w + 0.01) }
    }
    return grid.map { $0.clamped(lowerBound: SIMD4(repeating: 1), upperBound: SIMD4(repeating: 255)) }
  }

  /// Returns the light of each cell without shadows. A shadow is a dark pocket: every path from it to the frame crosses
  /// lighter cells. Its cells are raised to the brightest cell of the path whose brightest cell is darkest, as water fills
  /// a hollow. (L. Vincent's fill of holes, 1993, with the flood of R. Barnes et al., 2014.)
  private static func unshaded(_ lights: [Float], _ region: [Bool], _ columns: Int, _ rows: Int) -> [Float] {
    var levels = lights
    var queue = FloodQueue()
    var isReached = region.map { !$0 }
    func reach(_ cell: Int, from level: Float) {
      guard !isReached[cell] else { return }
      isReached[cell] = true
      levels[cell] = max(lights[cell], level)
      queue.push(cell, at: UInt16(min(max(levels[cell] * 512, 0), 1023)))
    }
    for y in 0..<rows {
      for x in 0..<columns where x == 0 || y == 0 || x == columns - 1 || y == rows - 1 {
        reach(y * columns + x, from: 0)
      }
    }
    while let cell = queue.pop() {
      let (x, y) = (cell % columns, cell / columns)
      if x > 0 { reach(cell - 1, from: levels[cell]) }
      if x + 1 < columns { reach(cell + 1, from: levels[cell]) }
      if y > 0 { reach(cell - columns, from: levels[cell]) }
      if y + 1 < rows { reach(cell + columns, from: levels[cell]) }
    }
    return levels
  }

  /// Returns lines of values smoothed by the binomial coefficients of an even `width`: a Gaussian with a
  /// deviation of √width / 2 cells.
  private static func smoothed(
    _ values: [SIMD4<Float>], _ width: Int, count: Int, step: Int, lines: Int, lineStep: Int
  ) -> [SIMD4<Float>] {
    var coefficients: [Float] = [1]
    for _ in 0..<width { coefficients = zip(coefficients + [0], [0] + coefficients).map { ($0 + $1) / 2 } }
    var result = values
    for line in 0..<lines {
      for index in 0..<count {
        var sum = SIMD4<Float>.zero
        for tap in -width / 2...width / 2 {
          // Mirrored at the ends.
          var place = index + tap
          if place < 0 { place = -place - 1 }
          if place >= count { place = 2 * count - 1 - place }
          place = min(max(place, 0), count - 1)
          sum += values[line * lineStep + place * step] * coefficients[tap + width / 2]
        }
        result[line * lineStep + index * step] = sum
      }
    }
    return result
  }
}

extension LightField {
  /// Returns the levels of the cells that a row of pixels crosses.
  func levels(ofCellsIn y: Int) -> [Float] {
    let row = min(y / side, rows - 1) * columns
    return grid[row..<row + columns].map(\.mean)
  }

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
