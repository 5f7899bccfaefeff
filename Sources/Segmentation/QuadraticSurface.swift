/// Three values as quadratic functions of x and y, with terms 1, x, y, x², xy and y². Coordinates range from −1 to 1.
struct QuadraticSurface {
  /// The coefficients of 1, x, y, x², xy and y² for each value.
  let coefficients: [SIMD8<Double>]

  /// Creates a surface of constant values.
  init(constants: [Double]) { coefficients = constants.map { SIMD8($0, 0, 0, 0, 0, 0, 0, 0) } }

  /// Fits a surface to samples by least squares. Returns nil if the samples don't determine it.
  init?(through samples: [(x: Double, y: Double, values: SIMD4<Double>)]) {
    guard let coefficients = Self.leastSquares(samples.map { (Self.terms($0.x, $0.y), $0.values) }) else { return nil }
    self.coefficients = coefficients
  }

  func values(x: Double, y: Double) -> SIMD4<Double> {
    let terms = Self.terms(x, y)
    return SIMD4(
      (coefficients[0] * terms).sum(), (coefficients[1] * terms).sum(), (coefficients[2] * terms).sum(), 0)
  }

  /// Returns the surface along row `y` of `height` rows: the coefficients of 1, x and x² for each value.
  func along(row y: Int, of height: Int) -> [SIMD4<Double>] {
    let v = (Double(y) + 0.5) / Double(height) * 2 - 1
    return coefficients.map { SIMD4($0[0] + $0[2] * v + $0[5] * (v * v), $0[1] + $0[4] * v, $0[3], 0) }
  }

  private static func terms(_ x: Double, _ y: Double) -> SIMD8<Double> { SIMD8(1, x, y, x * x, x * y, y * y, 0, 0) }

  /// Solves the normal equations for six terms by Gauss–Jordan elimination with pivoting. Returns nil if they are
  /// singular.
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
