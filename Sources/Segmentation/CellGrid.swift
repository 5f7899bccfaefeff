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

  /// Sums of samples by cell, row by row: red, green and blue of pixels, or luma and chroma of planes.
  private var channels: [Channel]
  private let isPlanes: Bool

  /// Creates the grid of a picture that arrives as rows of pixels.
  package init(pixels size: PixelSize) {
    (channels, isPlanes) = ([Channel](repeating: Channel(size, rowsPerCell: 2), count: 3), false)
  }

  /// Creates the grid of a JPEG that arrives as planes: luma, and unless it is grey two chroma planes of any size.
  package init(planes sizes: [PixelSize]) {
    channels = sizes.enumerated().map { Channel($1, rowsPerCell: $0 == 0 ? 2 : 1) }
    isPlanes = true
  }

  /// Adds row `y` of encoded pixels, straight or opaque. Transparent pixels are seen on white. Only the upper byte of a
  /// 16-bit channel counts.
  package func add(pixels row: UnsafeRawPointer, y: Int, format: PixelFormat) {
    guard channels[0].uses(row: y) else { return }
    let bytes = row.assumingMemoryBound(to: UInt8.self)
    let (step, offset) = format.depth == .eight ? (4, 0) : (8, 1)
    for index in channels.indices {
      let place = bytes + offset + index * (step / 4)
      if format.alpha == .opaque {
        channels[index].add(row: y) { Self.sum(place, step: step, $0) }
      } else {
        let alpha = bytes + offset + 3 * (step / 4)
        channels[index].add(row: y) { Self.sumOnWhite(place, alpha, step: step, $0) }
      }
    }
  }

  /// Adds row `y` of a plane with one byte per sample.
  package func add(samples row: UnsafeRawPointer, ofPlane plane: Int, y: Int) {
    guard channels[plane].uses(row: y) else { return }
    let bytes = row.assumingMemoryBound(to: UInt8.self)
    channels[plane].add(row: y) { Self.sum(bytes, step: 1, $0) }
  }

  private static func sum(_ samples: UnsafePointer<UInt8>, step: Int, _ columns: Range<Int>) -> UInt32 {
    var sum: UInt32 = 0
    for x in columns { sum &+= UInt32(truncatingIfNeeded: samples[x &* step]) }
    return sum
  }

  private static func sumOnWhite(
    _ samples: UnsafePointer<UInt8>, _ alphas: UnsafePointer<UInt8>, step: Int, _ columns: Range<Int>
  ) -> UInt32 {
    var sum: UInt32 = 0
    for x in columns {
      let alpha = UInt32(truncatingIfNeeded: alphas[x &* step])
      let value = UInt32(truncatingIfNeeded: samples[x &* step])
      sum &+= (value &* alpha &+ 255 &* (255 &- alpha) &+ 127) / 255
    }
    return sum
  }

  /// Returns the means of the upright picture, when all rows were added.
  func means(turnedBy orientation: Orientation) -> CellMeans {
    let all = channels.map { $0.means(turnedBy: orientation) }
    if !isPlanes { return CellMeans(red: all[0], green: all[1], blue: all[2]) }
    let neutral = [Int](repeating: 0, count: Self.side * Self.side)
    let chroma = all.dropFirst().map { $0.map { $0 - 128 * Self.unit } }
    return CellMeans(luma: all[0], bluish: chroma.first ?? neutral, reddish: chroma.last ?? neutral)
  }

  private struct Channel {
    private let height: Int
    private let rowStep: Int
    private let columns: [Range<Int>]
    private var sums = [UInt32](repeating: 0, count: side * side)
    private var rowCounts = [UInt32](repeating: 0, count: side)

    init(_ size: PixelSize, rowsPerCell: Int) {
      height = size.height
      rowStep = max(1, size.height / (rowsPerCell * side))
      columns = (0..<side).map { cell in
        let start = cell * size.width / side
        return start..<max(start + 1, (cell + 1) * size.width / side)
      }
    }

    func uses(row y: Int) -> Bool { y % rowStep == 0 }

    /// Adds the sums of a row's cells, which `sum` returns for their columns.
    mutating func add(row y: Int, _ sum: (Range<Int>) -> UInt32) {
      let last = ((y + 1) * side - 1) / height
      let first = height < side ? (y * side + height - 1) / height : last
      for (cell, columns) in columns.enumerated() {
        let value = sum(columns)
        for row in first...last { sums[row &* side &+ cell] &+= value }
      }
      for row in first...last { rowCounts[row] += 1 }
    }

    func means(turnedBy orientation: Orientation) -> [Int] {
      let size = PixelSize(width: side, height: side)
      return (0..<side * side).map { index in
        let cell = orientation.stored(x: index % side, y: index / side, in: size)
        let count = max(1, columns[cell.x].count * Int(rowCounts[cell.y]))
        return (Int(sums[cell.y * side + cell.x]) * unit + count / 2) / count
      }
    }
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
