import PixelCore

/// The means of luma and chroma in 128 × 128 cells of a picture, collected while its rows are decoded.
///
/// Cell c of an axis with n samples covers the samples from ⌊c n / 128⌋ to before ⌊(c + 1) n / 128⌋, at least one. A
/// picture of at least 512 rows contributes only every ⌊rows / 256⌋-th row: at least two rows per cell, which is enough
/// for a mean, and costs a fraction of decoding. Planes of chroma contribute half as many.
package final class CellGrid {
  /// Number of cells in each direction.
  package static let side = 128
  /// Units per step of an 8-bit value.
  static let unit = 64

  /// For pixels one element with four samples by cell, red, green, blue and one that isn't used. For planes one element
  /// each, luma first.
  private var cells: [CellSums]
  private let isPlanes: Bool

  /// Creates the grid of a picture that arrives as rows of pixels.
  package init(pixels size: PixelSize) {
    (cells, isPlanes) = ([CellSums(size, samples: 4, rowsPerCell: 2)], false)
  }

  /// Creates the grid of a JPEG that arrives as planes: luma, and unless it is grey two chroma planes of any size.
  package init(planes sizes: [PixelSize]) {
    cells = sizes.enumerated().map { CellSums($1, samples: 1, rowsPerCell: $0 == 0 ? 2 : 1) }
    isPlanes = true
  }

  /// Adds row `y` of encoded pixels, straight or opaque. Transparent pixels are seen on white. Only the upper byte of a
  /// 16-bit channel counts.
  package func add(pixels row: UnsafeRawPointer, y: Int, format: PixelFormat) {
    guard cells[0].uses(row: y) else { return }
    switch (format.depth, format.alpha == .opaque) {
    case (.eight, true): cells[0].addPixels(y) { ByteSums.ofOpaque8(row, $0) }
    case (.eight, false): cells[0].addPixels(y) { ByteSums.onWhite8(row, $0) }
    case (.sixteen, true): cells[0].addPixels(y) { ByteSums.ofOpaque16(row, $0) }
    case (.sixteen, false): cells[0].addPixels(y) { ByteSums.onWhite16(row, $0) }
    }
  }

  /// Adds row `y` of a plane with one byte per sample.
  package func add(samples row: UnsafeRawPointer, ofPlane plane: Int, y: Int) {
    guard cells[plane].uses(row: y) else { return }
    cells[plane].addSamples(y) { ByteSums.ofSamples(row, $0) }
  }

  /// Returns the means of the upright picture, when all rows were added.
  func means(turnedBy orientation: Orientation) -> CellMeans {
    if !isPlanes {
      let all = (0..<3).map { cells[0].means(of: $0, turnedBy: orientation) }
      return CellMeans(red: all[0], green: all[1], blue: all[2])
    }
    let neutral = [Int](repeating: 0, count: Self.side * Self.side)
    let chroma = cells.dropFirst().map { $0.means(of: 0, turnedBy: orientation).map { $0 - 128 * Self.unit } }
    return CellMeans(
      luma: cells[0].means(of: 0, turnedBy: orientation), bluish: chroma.first ?? neutral,
      reddish: chroma.last ?? neutral)
  }
}

/// The means of the cells of a picture, row by row, in ``CellGrid/unit`` per step of an 8-bit value. Luma and chroma are
/// those of ITU-T T.871, chroma around 0.
struct CellMeans {
  var luma: [Int]
  /// Chroma that is positive for blue: (B − Y) / 1.772.
  var bluish: [Int]
  /// Chroma that is positive for red: (R − Y) / 1.402.
  var reddish: [Int]

  init(luma: [Int], bluish: [Int], reddish: [Int]) {
    (self.luma, self.bluish, self.reddish) = (luma, bluish, reddish)
  }

  init(red: [Int], green: [Int], blue: [Int]) {
    let luma = red.indices.map { (19_595 * red[$0] + 38_470 * green[$0] + 7_471 * blue[$0] + 32_768) >> 16 }
    let bluish = luma.indices.map { ((blue[$0] - luma[$0]) * 36_984) >> 16 }
    let reddish = luma.indices.map { ((red[$0] - luma[$0]) * 46_745) >> 16 }
    self.init(luma: luma, bluish: bluish, reddish: reddish)
  }
}
