import Filters
import PixelCore
import PixelKernels

/// A plane from a reader and its successive halves, as many as the resamplers need.
final class PlanePyramid {
  /// Resamplers of the plane, in the order of the axes.
  let resamplers: [PlaneResampler]
  private let rings: [PlaneRing]
  private let kernels: Kernels

  /// - Parameters:
  ///   - size: Size of the plane.
  ///   - paddedWidth: Number of bytes that the reader writes per row.
  ///   - groupHeight: Number of rows that arrive at a time.
  ///   - axes: The resamplings of the plane.
  init(size: PixelSize, paddedWidth: Int, groupHeight: Int, axes: [PlaneAxes], kernels: Kernels) {
    self.kernels = kernels
    var size = size
    var rings: [PlaneRing] = []
    for halvings in 0...axes.map(\.halvings).max()! {
      let rows = axes.filter { $0.halvings == halvings }.map { PlaneResampler.mostRows($0) }
      rings.append(
        PlaneRing(
          size: size, paddedWidth: halvings == 0 ? paddedWidth : size.width,
          groupHeight: halvings == 0 ? groupHeight : 1, rows: rows.max() ?? 2))
      size = PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
    }
    self.rings = rings
    resamplers = axes.map { PlaneResampler($0, ring: rings[$0.halvings], kernels: kernels) }
  }

  /// Returns the memory for the next group of rows.
  func nextGroup() -> (base: UnsafeMutableRawPointer, stride: Int) { rings[0].nextGroup(keepingFrom: neededRow(of: 0)) }

  /// Processes a group that has arrived, and halves as many rows as possible.
  func takeGroup() {
    rings[0].takeGroup()
    for (index, half) in rings.enumerated().dropFirst() {
      let whole = rings[index - 1]
      while half.arrived < half.size.height, min(2 * half.arrived + 2, whole.size.height) <= whole.arrived {
        let row = half.arrived
        let place = half.nextGroup(keepingFrom: neededRow(of: index)).base
        whole.withRows(2 * row..<min(2 * row + 2, whole.size.height)) { rows in
          let lower = 2 * row + 1 < whole.size.height ? rows[1] : rows[0]
          kernels.halveSamples(place, rows[0], lower, count: whole.size.width, row: row)
        }
        half.takeGroup()
      }
    }
  }

  /// Calls `body` with the index and samples of each row of the plane that arrived with the last group.
  func forEachNewRow(_ body: (Int, UnsafeRawPointer) -> Void) {
    let rows = rings[0].newRows
    rings[0].withRows(rows) { lines in
      for (index, y) in rows.enumerated() { body(y, lines[index]) }
    }
  }

  /// Returns the index of the first row of a ring that is still needed.
  private func neededRow(of index: Int) -> Int {
    let ring = rings[index]
    let half = index + 1 < rings.count ? min(2 * rings[index + 1].arrived, ring.size.height) : ring.size.height
    return resamplers.reduce(half) { $1.ring === ring ? min($0, $1.neededRow) : $0 }
  }
}
