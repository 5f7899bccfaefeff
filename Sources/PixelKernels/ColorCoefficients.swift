public typealias ColorCoefficients = ColorMatrix

extension ColorMatrix {
  /// The coefficients as numbers: four rows of five.
  public var rows: [[Double]] {
    stride(from: 0, to: 20, by: 5).map { row in millionths[row..<row + 5].map { Double($0) / 1_000_000 } }
  }

  /// Whether alpha stays as it is.
  public var keepsAlpha: Bool { millionths[15...] == Self.identity.millionths[15...] }
}
