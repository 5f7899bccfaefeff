/// The primaries of red, green and blue, as XYZ relative to the profile white D50: columns of a matrix.
struct Primaries: Hashable, Sendable {
  var matrix: Matrix3

  init(red: [Double], green: [Double], blue: [Double]) { matrix = Matrix3(columns: [red, green, blue]) }

  /// Creates primaries from chromaticities x and y, adapted from their white to D50 by Bradford's method (ICC.1:2022,
  /// annex E).
  init(red: (Double, Double), green: (Double, Double), blue: (Double, Double), white: (Double, Double)) {
    func light(_ place: (Double, Double)) -> [Double] { [place.0 / place.1, 1, (1 - place.0 - place.1) / place.1] }
    let unscaled = Matrix3(columns: [light(red), light(green), light(blue)])
    let scale = unscaled.inverse * light(white)
    let adaptation = Self.adaptation(from: light(white))
    matrix = adaptation * unscaled * Matrix3(diagonal: scale)
  }

  static let sRGB = Primaries(red: (0.64, 0.33), green: (0.3, 0.6), blue: (0.15, 0.06), white: d65)

  static let displayP3 = Primaries(red: (0.68, 0.32), green: (0.265, 0.69), blue: (0.15, 0.06), white: d65)

  static let d65 = (0.3127, 0.3290)
  static let d50 = [0.9642, 1, 0.8249]

  private static func adaptation(from white: [Double]) -> Matrix3 {
    let cones = Matrix3([0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296])
    let (from, to) = (cones * white, cones * d50)
    return cones.inverse * Matrix3(diagonal: (0..<3).map { to[$0] / from[$0] }) * cones
  }
}

/// A 3 × 3 matrix, row by row.
struct Matrix3: Hashable, Sendable {
  var values: [Double]

  init(_ values: [Double]) { self.values = values }
  init(columns: [[Double]]) { values = (0..<9).map { columns[$0 % 3][$0 / 3] } }
  init(diagonal: [Double]) { values = (0..<9).map { place -> Double in place % 4 == 0 ? diagonal[place / 4] : 0 } }

  static func * (a: Matrix3, b: [Double]) -> [Double] {
    (0..<3).map { row -> Double in
      let (x, y, z) = (a.values[3 * row] * b[0], a.values[3 * row + 1] * b[1], a.values[3 * row + 2] * b[2])
      return x + y + z
    }
  }

  static func * (a: Matrix3, b: Matrix3) -> Matrix3 {
    Matrix3(columns: (0..<3).map { column in a * (0..<3).map { b.values[3 * $0 + column] } })
  }

  /// The inverse: the cofactors divided by the determinant.
  var inverse: Matrix3 {
    let m = values
    func minor(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Double { m[a] * m[d] - m[b] * m[c] }
    let cofactors = [
      minor(4, 5, 7, 8), -minor(1, 2, 7, 8), minor(1, 2, 4, 5),
      -minor(3, 5, 6, 8), minor(0, 2, 6, 8), -minor(0, 2, 3, 5),
      minor(3, 4, 6, 7), -minor(0, 1, 6, 7), minor(0, 1, 3, 4),
    ]
    let determinant = m[0] * cofactors[0] + m[1] * cofactors[3] + m[2] * cofactors[6]
    return Matrix3(cofactors.map { $0 / determinant })
  }
}
