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

  /// Of lightness, a and b.
  let surface: QuadraticSurface
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
    var surface = QuadraticSurface(
      constants: (0..<3).map { channel in
        let middle = agreeing.map { cells[$0].median[channel] }.sorted()
        return middle.isEmpty ? most.median[channel] : middle[middle.count / 2]
      })
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

  private static func color(
    nearest surface: QuadraticSurface, in areas: [PixelRect], of image: ReducedImage, _ colors: [OKLab]
  ) -> UInt32 {
    let wanted = OKLab(
      lightness: Int16(surface.coefficients[0][0]), a: Int16(surface.coefficients[1][0]),
      b: Int16(surface.coefficients[2][0]))
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
    let width = image.size.width
    return BorderCells.areas(of: image.size).map { area in
      let found = area.rows.flatMap { y in
        colors[y * width + area.columns.lowerBound..<y * width + area.columns.upperBound]
      }
      let middle = OKLab(
        lightness: found.map(\.lightness).element(found.count / 2), a: found.map(\.a).element(found.count / 2),
        b: found.map(\.b).element(found.count / 2))
      let distances = found.map { Int32($0.squaredDistance(to: middle)) }
      let (x, y) = area.middle(in: image.size)
      return Cell(
        area: area, x: x, y: y,
        median: SIMD4(Double(middle.lightness), Double(middle.a), Double(middle.b), 0),
        deviation: Int(Double(distances.element(found.count * 9 / 10)).squareRoot()))
    }
  }

  /// Least squares of the smooth cells; the worst is dropped until all are near enough. Nil where too few are left.
  private static func quadratic(of cells: [Cell], _ limit: Double) -> (cells: [Int], surface: QuadraticSurface)? {
    var kept = cells.indices.filter { cells[$0].isSmooth }
    while kept.count >= max(12, cells.count * 3 / 10) {
      guard let surface = QuadraticSurface(through: kept.map { (cells[$0].x, cells[$0].y, cells[$0].median) }) else {
        return nil
      }
      let distances = kept.map { cells[$0].squaredDistance(to: surface.values(x: cells[$0].x, y: cells[$0].y)) }
      let worst = distances.indices.max { distances[$0] < distances[$1] }!
      if distances[worst] <= limit { return (kept, surface) }
      kept.remove(at: worst)
    }
    return nil
  }
}
