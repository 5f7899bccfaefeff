import PixelCore
import PixelKernels

/// A model of the backdrop's colour, fitted to cells along the picture's border.
///
/// A ring along the border, as wide as a hundredth of the shorter side (2 to 16 pixels), is divided into 24 cells per
/// side. Each cell has a median colour, and a deviation that 90 % of its pixels are within. A flat backdrop has the
/// colour that most cells agree with. If fewer than 90 % agree, uneven light is tried: a quadratic surface in x and y,
/// from which the worst cell is removed until all remaining cells agree. The surface is used if over ten percentage
/// points more of the cells agree with it.
struct BackdropModel {
  /// Maximum distance of a backdrop pixel from the model, in 1/4096 of OKLab.
  static let tolerance = 82  // 0.02

  /// A surface for lightness, a and b.
  let surface: QuadraticSurface
  let isFlat: Bool
  /// Percentage of cells that agree.
  let support: Int
  /// Median of the agreeing cells' deviations, in 1/4096 of OKLab.
  let noise: Int
  /// The areas of the agreeing cells.
  let areas: [PixelRect]
  /// The most typical colour of the backdrop's pixels.
  let color: UInt32

  init(of image: ReducedImage, _ colors: [OKLab]) {
    let cells = Self.cells(of: image, colors)
    let limit = Double(Self.tolerance * Self.tolerance) / 4
    // The cells that agree with the most popular median colour, and the cell with that median.
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
    /// Centre of the cell. Coordinates range from −1 to 1.
    let x: Double, y: Double
    /// Median lightness, a and b.
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

  /// Fits a surface to the smooth cells by least squares, removing the worst cell until all are near enough. Returns
  /// nil if too few remain.
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
