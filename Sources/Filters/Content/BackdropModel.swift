import PixelCore
import PixelKernels

/// What a picture's product stands before, as cells along its border tell.
///
/// A ring, a hundredth of the shorter side wide (2 to 16 pixels), is cut into 24 cells a side. Each has a median colour, and a
/// deviation that nine tenths of its pixels keep to. A backdrop of one colour is the one that most cells agree with. Where fewer
/// than 90 % do, light that falls off is tried: a quadratic in x and y, from which the worst cell is dropped until all agree; it
/// is taken if 10 % more agree with it.
struct BackdropModel {
  /// How far colours may be from it to be its own, in 1/4096 of OKLab.
  static let tolerance = 82  // 0.02

  /// The coefficients of 1, x, y, x², xy, y² for lightness, a and b, where x and y go from −1 to 1; all but the first are 0 for
  /// a backdrop of one colour.
  let surface: [SIMD8<Double>]
  let isFlat: Bool
  /// How many cells of a hundred agree.
  let support: Int
  /// The middle of the agreeing cells' deviations.
  let noise: Int
  /// The agreeing cells' pixels.
  let areas: [PixelRect]
  /// The colour of a pixel that is as most of them.
  let color: UInt32

  init(of image: ReducedImage, _ colors: [OKLab]) {
    let cells = Self.cells(of: image, colors)
    let limit = Double(Self.tolerance * Self.tolerance) / 4
    // The colour that most cells agree with, and what they make of it.
    var (agreeing, most) = ([Int](), cells[0])
    for candidate in cells {
      let found = cells.indices.filter {
        cells[$0].isSmooth && cells[$0].squaredDistance(to: candidate.median) <= limit
      }
      if found.count > agreeing.count { (agreeing, most) = (found, candidate) }
    }
    var surface = (0..<3).map { channel in
      let middle = agreeing.map { cells[$0].median[channel] }.sorted()
      return SIMD8(middle.isEmpty ? most.median[channel] : middle[middle.count / 2], 0, 0, 0, 0, 0, 0, 0)
    }
    var isFlat = true
    if agreeing.count * 100 < 90 * cells.count, let (fitting, fitted) = Self.quadratic(of: cells, limit),
      fitting.count * 100 / cells.count > agreeing.count * 100 / cells.count + 10
    {
      (surface, agreeing, isFlat) = (fitted, fitting, false)
    }
    (self.surface, self.isFlat) = (surface, isFlat)
    support = agreeing.count * 100 / cells.count
    let deviations = agreeing.map { cells[$0].deviation }.sorted()
    noise = deviations.isEmpty ? 0 : deviations[deviations.count / 2]
    areas = agreeing.map { cells[$0].area }
    color = Self.color(nearest: surface, in: areas, of: image, colors)
  }

  /// The surface along a row, `y` rows down of `height`: the coefficients of 1, x and x².
  func along(row y: Int, of height: Int) -> [SIMD4<Double>] {
    let v = (Double(y) + 0.5) / Double(height) * 2 - 1
    return surface.map { SIMD4($0[0] + $0[2] * v + $0[5] * (v * v), $0[1] + $0[4] * v, $0[3], 0) }
  }

  private static func color(
    nearest surface: [SIMD8<Double>], in areas: [PixelRect], of image: ReducedImage, _ colors: [OKLab]
  ) -> UInt32 {
    let wanted = OKLab(lightness: Int16(surface[0][0]), a: Int16(surface[1][0]), b: Int16(surface[2][0]))
    var (nearest, least) = (image.pixels[0], Int32.max)
    for area in areas {
      for y in area.rows {
        for x in area.columns {
          let distance = colors[y * image.size.width + x].squaredDistance(to: wanted)
          if distance < least { (nearest, least) = (image.pixels[y * image.size.width + x], distance) }
        }
      }
    }
    return nearest
  }
}

// MARK: Cells

extension BackdropModel {
  private struct Cell {
    let area: PixelRect
    /// Its centre, from −1 to 1.
    let x: Double, y: Double
    /// Lightness, a and b.
    let median: SIMD4<Double>
    let deviation: Int

    var isSmooth: Bool { deviation <= BackdropModel.tolerance }

    func squaredDistance(to other: SIMD4<Double>) -> Double { ((median - other) * (median - other)).sum() }
  }

  private static func cells(of image: ReducedImage, _ colors: [OKLab]) -> [Cell] {
    let (width, height) = (image.size.width, image.size.height)
    let ring = min(max(min(width, height) / 100, 2), 16, width, height)
    var areas: [PixelRect] = []
    let count = 24
    for side in 0..<4 {
      let length = side < 2 ? width : height
      for number in 0..<count {
        let (first, next) = (length * number / count, length * (number + 1) / count)
        if first == next { continue }
        let along = first..<next
        switch side {
        case 0: areas.append(PixelRect(columns: along, rows: 0..<ring))
        case 1: areas.append(PixelRect(columns: along, rows: height - ring..<height))
        case 2: areas.append(PixelRect(columns: 0..<ring, rows: along))
        default: areas.append(PixelRect(columns: width - ring..<width, rows: along))
        }
      }
    }
    return areas.map { area in
      let found = area.rows.flatMap { y in
        colors[y * width + area.columns.lowerBound..<y * width + area.columns.upperBound]
      }
      let middle = OKLab(
        lightness: found.map(\.lightness).element(found.count / 2), a: found.map(\.a).element(found.count / 2),
        b: found.map(\.b).element(found.count / 2))
      let distances = found.map { Int32($0.squaredDistance(to: middle)) }
      return Cell(
        area: area, x: Double(2 * area.origin.x + area.size.width) / Double(width) - 1,
        y: Double(2 * area.origin.y + area.size.height) / Double(height) - 1,
        median: SIMD4(Double(middle.lightness), Double(middle.a), Double(middle.b), 0),
        deviation: Int(Double(distances.element(found.count * 9 / 10)).squareRoot()))
    }
  }

  /// Least squares of the smooth cells; the worst is dropped until all are near enough. Nil where too few are left.
  private static func quadratic(of cells: [Cell], _ limit: Double) -> (cells: [Int], surface: [SIMD8<Double>])? {
    var kept = cells.indices.filter { cells[$0].isSmooth }
    while kept.count >= max(12, cells.count * 3 / 10) {
      guard let surface = leastSquares(kept.map { (terms(cells[$0]), cells[$0].median) }) else { return nil }
      let distances = kept.map { index in
        let terms = terms(cells[index])
        return (0..<3).reduce(0.0) { sum, channel in
          let miss = (surface[channel] * terms).sum() - cells[index].median[channel]
          return sum + miss * miss
        }
      }
      let worst = distances.indices.max { distances[$0] < distances[$1] }!
      if distances[worst] <= limit { return (kept, surface) }
      kept.remove(at: worst)
    }
    return nil
  }

  private static func terms(_ cell: Cell) -> SIMD8<Double> {
    SIMD8(1, cell.x, cell.y, cell.x * cell.x, cell.x * cell.y, cell.y * cell.y, 0, 0)
  }

  /// Solves the normal equations of six terms by Gauss and Jordan's elimination with pivots; nil where they do not decide.
  private static func leastSquares(_ samples: [(terms: SIMD8<Double>, values: SIMD4<Double>)]) -> [SIMD8<Double>]? {
    var rows = [SIMD8<Double>](repeating: .zero, count: 6)
    var right = [SIMD4<Double>](repeating: .zero, count: 6)
    for sample in samples {
      for row in 0..<6 {
        rows[row] += sample.terms[row] * sample.terms
        right[row] += sample.terms[row] * sample.values
      }
    }
    for column in 0..<6 {
      let pivot = (column..<6).max { abs(rows[$0][column]) < abs(rows[$1][column]) }!
      guard abs(rows[pivot][column]) > 1e-9 else { return nil }
      rows.swapAt(pivot, column)
      right.swapAt(pivot, column)
      for row in 0..<6 where row != column {
        let factor = rows[row][column] / rows[column][column]
        rows[row] -= factor * rows[column]
        right[row] -= factor * right[column]
      }
    }
    return (0..<3).map { channel in
      var surface = SIMD8<Double>.zero
      for row in 0..<6 { surface[row] = right[row][channel] / rows[row][row] }
      return surface
    }
  }
}

extension Array where Element: Comparable {
  /// The element that would have this place if they were sorted.
  fileprivate func element(_ place: Int) -> Element {
    var elements = self
    var (first, last) = (0, count - 1)
    while first < last {
      let pivot = elements[first + (last - first) / 2]
      var (low, high) = (first, last)
      while low <= high {
        while elements[low] < pivot { low += 1 }
        while pivot < elements[high] { high -= 1 }
        if low <= high {
          elements.swapAt(low, high)
          (low, high) = (low + 1, high - 1)
        }
      }
      if place <= high { last = high } else if place >= low { first = low } else { break }
    }
    return elements[place]
  }
}
