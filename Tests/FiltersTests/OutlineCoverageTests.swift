import Drawing
import Filters
import TestSupport
import Testing

/// Areas are compared with `ScanlineReference`, whose error is at most a tenth of a level of 255.
@Suite struct OutlineCoverageTests {
  private func measured(_ outline: Outline, width: Int, height: Int) -> [[Double]] {
    var coverage = OutlineCoverage(outline, width: width, height: height)
    var row = [UInt16](repeating: 0, count: width)
    return (0..<height).map { y in
      coverage.measure(row: y, into: &row)
      return row.map { Double($0) / 65_535 }
    }
  }

  private func farthest(_ a: [[Double]], _ b: [[Double]]) -> Double {
    zip(a, b).flatMap { zip($0, $1).map { abs($0 - $1) } }.max()!
  }

  /// Random polygons that cross themselves and each other and extend beyond the canvas.
  @Test(arguments: 0..<60) func crossingPolygonsCoverTheirUnion(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var outline = Outline()
    var reference = ScanlineReference()
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let points = (0..<Int.random(in: 3...9, using: &random)).map { _ in
        (x: Double.random(in: -5...25, using: &random), y: Double.random(in: -5...25, using: &random))
      }
      reference.contours.append(points)
      outline.move(to: Outline.Point(pixelsX: points[0].x, points[0].y))
      for point in points.dropFirst() { outline.line(to: Outline.Point(pixelsX: point.x, point.y)) }
    }
    let difference = farthest(
      measured(outline, width: 20, height: 20), reference.shares(width: 20, height: 20))
    #expect(difference < 0.3 / 255, "\(difference * 255) levels")
  }

  /// Large and small curves, among them one with a loop, an S and a cusp.
  @Test(arguments: [8.0, 20, 61, 200, 400]) func curvesCoverTheirArea(size: Double) {
    var random = SeededGenerator(seed: UInt64(size))
    var outline = Outline()
    var reference = ScanlineReference()
    for _ in 0..<2 {
      let points = (0..<9).map { _ in
        (x: Double.random(in: 0...size, using: &random), y: Double.random(in: 0...size, using: &random))
      }
      let ends = points.map { Outline.Point(pixelsX: $0.x, $0.y) }
      outline.move(to: ends[0])
      var contour: [ScanlineReference.Point] = []
      for start in stride(from: 0, to: 9, by: 3) {
        let last = (start + 3) % 9
        outline.curve(to: ends[last], by: ends[start + 1], ends[start + 2])
        contour += ScanlineReference.cubic(points[start], points[start + 1], points[start + 2], points[last])
      }
      reference.contours.append(contour)
    }
    let side = Int(size)
    let difference = farthest(
      measured(outline, width: side, height: side), reference.shares(width: side, height: side, lines: 256))
    #expect(difference < 1 / 255, "\(difference * 255) levels")
  }

  /// A parabola equals the cubic whose control points are two thirds of the way to the parabola's control point.
  @Test func aParabolaEqualsItsCubic() {
    let point = { (x: Int, y: Int) in Outline.Point(x: x * Outline.unit, y: y * Outline.unit) }
    var parabola = Outline()
    parabola.move(to: point(0, 30))
    parabola.curve(to: point(30, 30), by: point(15, 0))
    let reference = ScanlineReference(contours: [
      ScanlineReference.cubic((0, 30), (10, 10), (20, 10), (30, 30)) + [(30, 30)]
    ])
    #expect(farthest(measured(parabola, width: 30, height: 30), reference.shares(width: 30, height: 30)) < 0.4 / 255)
  }

  /// A square within a square, as in a letter: a hole if the inner contour runs the other way, otherwise filled.
  @Test(arguments: [false, true]) func innerContoursAreHolesByDirection(isReversed: Bool) {
    let square = { (from: Double, to: Double) in
      Outline.roundedRectangle(left: from, top: from, right: to, bottom: to, radius: 0)
    }
    var outline = square(1.25, 8.75)
    outline.add(square(3.5, 6.5), reversed: isReversed)
    let shares = measured(outline, width: 10, height: 10)
    #expect(shares[5][5] == (isReversed ? 0 : 1))
    #expect(abs(shares[5][3] - (isReversed ? 0.5 : 1)) < 1e-4)
    #expect(abs(shares[1][1] - 0.75 * 0.75) < 1e-4)
    #expect(abs(shares[1][5] - 0.75) < 1e-4)
    #expect(shares[0][5] == 0 && shares[9][9] == 0)
  }

  /// Rounding to units moves a shape by at most half a unit, so a half-covered pixel stays half covered at every size.
  @Test(arguments: [1, 3, 255, 4097, 65_535]) func farEdgesAreExact(x: Int) {
    let outline = Outline.roundedRectangle(
      left: -10, top: -10, right: Double(x) + 0.5, bottom: 3, radius: 0)
    var coverage = OutlineCoverage(outline, width: x + 2, height: 2)
    var row = [UInt16](repeating: 0, count: x + 2)
    coverage.measure(row: 1, into: &row)
    #expect(row[x - 1] == 65_535 && row[x] == 32_768 && row[x + 1] == 0)
  }

  @Test func anEmptyOutlineCoversNothing() {
    var coverage = OutlineCoverage(Outline(), width: 3, height: 2)
    var row: [UInt16] = [7, 7, 7]
    #expect(coverage.isEmpty(row: 1))
    coverage.measure(row: 1, into: &row)
    #expect(row == [0, 0, 0])
  }
}
