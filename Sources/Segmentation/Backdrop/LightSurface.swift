/// A polynomial surface of degree 1, 2 or 3 through the colours of cells: the backdrop's light.
///
/// It is fitted by iterated reweighting (Tukey's biweight), so cells of the product hardly count. Darker cells count a
/// third, because shadows are darker than the backdrop and nothing on it is lighter.
struct LightSurface {
  /// The value of the surface in each cell, in levels.
  private(set) var values: [SIMD4<Float>]

  private static let rounds = 8

  /// - Parameters:
  ///   - used: Whether each cell may be part of the backdrop.
  ///   - limit: Distance in levels up to which a cell counts in the last round, roughly.
  init(through cells: BackdropCells, where used: [Bool], degree: Int, limit: Float) {
    let terms = (0..<cells.means.count).flatMap { cell -> [Double] in
      let x = (Double(cell % cells.columns) + 0.5) / Double(cells.columns)
      let y = (Double(cell / cells.columns) + 0.5) / Double(cells.rows)
      return Self.terms(x: x * 2 - 1, y: y * 2 - 1, degree: degree)
    }
    // Every other cell, as on a chessboard, is enough, because neighbours hardly differ.
    var samples = used.indices.filter { used[$0] && ($0 % cells.columns + $0 / cells.columns) % 2 == 0 }
    if samples.count < 60 { samples = used.indices.filter { used[$0] } }
    let count = [3, 6, 10][degree - 1]
    let means = samples.map { SIMD4<Double>(cells.means[$0]) }
    var weights = [Double](repeating: 1, count: samples.count)
    var coefficients = [SIMD4<Double>](repeating: .zero, count: count)
    var cut = 24.0
    for _ in 0..<Self.rounds {
      var matrix = [Double](repeating: 0, count: count * count)
      var right = [SIMD4<Double>](repeating: .zero, count: count)
      for (index, cell) in samples.enumerated() where weights[index] > 0 {
        let own = cell * count
        for row in 0..<count {
          let weighted = terms[own + row] * weights[index]
          right[row] += means[index] * weighted
          for column in row..<count { matrix[row * count + column] += weighted * terms[own + column] }
        }
      }
      let total = weights.reduce(0, +)
      for row in 0..<count {
        for column in 0..<row { matrix[row * count + column] = matrix[column * count + row] }
        // Higher terms need a reason, or they would follow the product where no backdrop is seen.
        let ridge = row < 3 ? 0 : row < 6 ? 1e-3 : 1e-2
        matrix[row * count + row] += ridge * total + 1e-9
      }
      coefficients = Self.solution(matrix, right)
      let least = max(Double(limit), cut)
      for (index, cell) in samples.enumerated() {
        let miss = means[index] - Self.value(terms, cell, coefficients)
        let size = max(abs(miss.x), max(abs(miss.y), abs(miss.z))) / (1.5 * least)
        let near = max(0, 1 - size * size)
        weights[index] = near * near * ((miss.x + miss.y + miss.z) / 3 < -0.25 * least ? 0.35 : 1)
      }
      if weights.reduce(0, +) < 12 { for index in weights.indices { weights[index] += 0.05 } }
      cut *= 0.6
    }
    values = cells.means.indices.map { SIMD4<Float>(Self.value(terms, $0, coefficients)) }
  }

  private static func terms(x: Double, y: Double, degree: Int) -> [Double] {
    let low = [1, y, x, y * y, x * y, x * x]
    return degree < 3 ? Array(low.prefix(degree == 1 ? 3 : 6)) : low + [y * y * y, x * y * y, x * x * y, x * x * x]
  }

  private static func value(_ terms: [Double], _ cell: Int, _ coefficients: [SIMD4<Double>]) -> SIMD4<Double> {
    var sum = SIMD4<Double>.zero
    for index in coefficients.indices { sum += coefficients[index] * terms[cell * coefficients.count + index] }
    return sum
  }

  /// Returns the solution of a symmetric, positive definite system of equations, by elimination.
  private static func solution(_ matrix: [Double], _ right: [SIMD4<Double>]) -> [SIMD4<Double>] {
    var (matrix, right) = (matrix, right)
    let count = right.count
    for pivot in 0..<count {
      for row in pivot + 1..<max(count, pivot + 1) {
        let factor = matrix[row * count + pivot] / matrix[pivot * count + pivot]
        for column in pivot..<count { matrix[row * count + column] -= factor * matrix[pivot * count + column] }
        right[row] -= right[pivot] * factor
      }
    }
    for row in (0..<count).reversed() {
      for column in row + 1..<max(count, row + 1) { right[row] -= right[column] * matrix[row * count + column] }
      right[row] /= matrix[row * count + row]
    }
    return right
  }
}
