import ImageCodecs
import PixelCore
import PixelKernels

/// Compares two pictures row by row, with a few bands of each in memory.
package enum Comparison {
  /// Number of rows read at once.
  private static let bandHeight = 32

  /// Compares `actual` with `expected` pixel by pixel, from their top left corners.
  ///
  /// If the sizes differ, the pictures are compared where they overlap, but never count as the same.
  ///
  /// - Parameter picture: Receives the difference picture row by row.
  /// - Throws: An error of the sources or of the difference picture.
  public static func compare(
    _ expected: any RowSource, _ actual: any RowSource, tolerance: Tolerance = Tolerance(),
    area: ComparisonArea = ComparisonArea(), picture: DifferencePicture? = nil, kernels: Kernels = .current
  ) throws -> PictureDifferences {
    let format = ConvertedRows.format(expected.shape.format, actual.shape.format, tolerance.measure)
    let reach = max(tolerance.measure.reach, tolerance.countsAntialiasing ? 0 : Antialiasing.reach)
    let windows = [expected, actual].map { source in
      RowWindow(
        ConvertedRows(source, as: format, maxRows: bandHeight, kernels: kernels), bandHeight: bandHeight,
        keeping: 2 * reach + StructuralSimilarity.step)
    }
    var comparer = try RowComparer(
      windows[0], windows[1], tolerance: tolerance, area: area, picture: picture, kernels: kernels)
    let height = max(expected.shape.size.height, actual.shape.size.height)
    var y = 0
    while y < height {
      for window in windows { try window.advance(keepingFrom: y - reach) }
      let end = windows.map { $0.isComplete ? height : $0.rows.upperBound - reach }.min()!
      comparer.measureStructure()
      while y < end {
        try comparer.compare(row: y)
        y += 1
      }
    }
    var result = try comparer.finish()
    result.objections += objections(expected, actual, tolerance)
    return result
  }

  /// Draws the picture of two files with equal bytes, of which only one is read.
  public static func draw(
    _ expected: any RowSource, in picture: DifferencePicture, tolerance: Tolerance = Tolerance(),
    kernels: Kernels = .current
  ) throws -> PictureDifferences {
    let (size, format) = (expected.shape.size, expected.shape.format)
    let rows = ConvertedRows(
      expected, as: ConvertedRows.format(format, format, tolerance.measure), maxRows: bandHeight, kernels: kernels)
    let window = RowWindow(rows, bandHeight: bandHeight, keeping: 0)
    try picture.start(size)
    var y = 0
    while y < size.height {
      try window.advance(keepingFrom: y)
      while y < window.rows.upperBound {
        try picture.add(window.row(y), count: size.width, rows.shape.format, marks: nil)
        y += 1
      }
    }
    try picture.finish()
    return .sameBytes(size)
  }

  /// Returns the differences that aren't about pixels.
  private static func objections(
    _ expected: any RowSource, _ actual: any RowSource, _ tolerance: Tolerance
  ) -> [PictureDifferences.Objection] {
    var objections: [PictureDifferences.Objection] = []
    if expected.orientation != actual.orientation {
      objections.append(.orientation(expected: expected.orientation, actual: actual.orientation))
    }
    if tolerance.comparesProfiles, expected.iccProfile != actual.iccProfile {
      let names = [expected.iccProfile, actual.iccProfile].map { $0.map(ProfileName.init) }
      let isTold = names[0]?.name != names[1]?.name
      let texts = names.map { name in isTold ? name?.name : name?.nameAndSize }
      objections.append(.profile(expected: texts[0], actual: texts[1]))
    }
    return objections
  }
}
