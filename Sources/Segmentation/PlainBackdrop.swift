import PixelCore

/// A plain backdrop: one colour, or nearly so, in levels of 255.
///
/// Each cell along the border (``BorderCells``) has a median colour, and a deviation that 90 % of its pixels are
/// within. A quadratic surface in x and y is fitted to the smooth cells, and the worst is removed until all agree
/// within four levels.
struct PlainBackdrop {
  /// Percentage of cells that agree.
  let support: Int
  /// Median of the agreeing cells' deviations.
  let noise: Double
  /// Variation of the backdrop's colour across the image in levels, in the channel where it is largest.
  let spread: Double
  let colors: BackdropColors
  /// The areas of the agreeing cells.
  private let areas: [PixelRect]

  private struct Cell {
    let area: PixelRect
    let median: SIMD4<Double>
    let deviation: Double
  }

  init(of seen: PixelLevels) {
    let cells = BorderCells.areas(of: seen.size).map { Self.cell($0, of: seen) }
    let agreeing = Self.agreeing(cells, in: seen.size)
    support = agreeing.count * 100 / cells.count
    let deviations = agreeing.map(\.deviation).sorted()
    noise = deviations.isEmpty ? 0 : deviations[deviations.count / 2]
    areas = agreeing.map(\.area)
    colors = BackdropColors(agreeing.map { ($0.area, $0.median) }, in: seen.size)
    spread = colors.spread
  }

  /// Returns the backdrop's colours in another format of the same image.
  func colors(in levels: PixelLevels) -> BackdropColors {
    BackdropColors(areas.map { ($0, Self.median(of: $0, in: levels)) }, in: levels.size)
  }

  private static func agreeing(_ cells: [Cell], in size: PixelSize) -> [Cell] {
    var kept = cells.filter { $0.deviation <= 8 }
    while kept.count >= max(12, cells.count * 3 / 10) {
      let places = kept.map { $0.area.middle(in: size) }
      let samples = zip(places, kept).map { ($0.x, $0.y, $1.median) }
      guard let surface = QuadraticSurface(through: samples) else { return [] }
      let misses = kept.indices.map { index in
        surface.values(x: places[index].x, y: places[index].y).largestDifference(to: kept[index].median)
      }
      let worst = misses.indices.max { misses[$0] < misses[$1] }!
      if misses[worst] <= 4 { return kept }
      kept.remove(at: worst)
    }
    return []
  }

  private static func cell(_ area: PixelRect, of seen: PixelLevels) -> Cell {
    let median = median(of: area, in: seen)
    let deviations = area.rows.flatMap { y in area.columns.map { seen[$0, y].largestDifference(to: median) } }
    return Cell(area: area, median: median, deviation: deviations.element(deviations.count * 9 / 10))
  }

  private static func median(of area: PixelRect, in levels: PixelLevels) -> SIMD4<Double> {
    let colors = area.rows.flatMap { y in area.columns.map { levels[$0, y] } }
    let middle = colors.count / 2
    return SIMD4(
      colors.map(\.x).element(middle), colors.map(\.y).element(middle), colors.map(\.z).element(middle), 0)
  }
}
