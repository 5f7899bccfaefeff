import PixelCore

/// The sums of samples in the cells of a ``CellGrid``.
struct CellSums {
  private static let side = CellGrid.side

  private let height: Int
  private let rowStep: Int
  /// Number of samples of a pixel.
  private let samples: Int
  private let columns: [Range<Int>]
  /// The sums, `samples` for each cell, row by row.
  private var sums: [UInt32]
  /// The sums of the current row of the picture.
  private var line: [UInt32]
  private var rowCounts = [Int](repeating: 0, count: side)

  init(_ size: PixelSize, samples: Int, rowsPerCell: Int) {
    height = size.height
    self.samples = samples
    rowStep = max(1, size.height / (rowsPerCell * Self.side))
    columns = (0..<Self.side).map { cell in
      let start = cell * size.width / Self.side
      return start..<max(start + 1, (cell + 1) * size.width / Self.side)
    }
    sums = [UInt32](repeating: 0, count: samples * Self.side * Self.side)
    line = [UInt32](repeating: 0, count: samples * Self.side)
  }

  func uses(row y: Int) -> Bool { y % rowStep == 0 }

  /// Adds a row of pixels with four samples. `sum` returns the sums of the pixels in a range of columns.
  mutating func addPixels(_ y: Int, _ sum: (Range<Int>) -> SIMD4<UInt32>) {
    line.withUnsafeMutableBytes { line in
      columns.withUnsafeBufferPointer { columns in
        for cell in columns.indices {
          line.storeBytes(of: sum(columns[cell]), toByteOffset: 16 &* cell, as: SIMD4<UInt32>.self)
        }
      }
    }
    addLine(y)
  }

  /// Adds a row of a plane. `sum` returns the sum of the samples in a range of columns.
  mutating func addSamples(_ y: Int, _ sum: (Range<Int>) -> UInt32) {
    line.withUnsafeMutableBufferPointer { line in
      columns.withUnsafeBufferPointer { columns in
        for cell in columns.indices { line[cell] = sum(columns[cell]) }
      }
    }
    addLine(y)
  }

  private mutating func addLine(_ y: Int) {
    let last = ((y + 1) * Self.side - 1) / height
    let first = height < Self.side ? (y * Self.side + height - 1) / height : last
    let count = line.count
    for row in first...last {
      rowCounts[row] += 1
      line.withUnsafeBufferPointer { line in
        sums.withUnsafeMutableBufferPointer { sums in
          let sums = sums.baseAddress! + row &* count
          for index in 0..<count { sums[index] &+= line[index] }
        }
      }
    }
  }

  /// Returns the means of one of the samples in the upright picture's cells.
  func means(of sample: Int, turnedBy orientation: Orientation) -> [Int] {
    let side = Self.side
    func stored(_ x: Int, _ y: Int) -> (x: Int, y: Int) {
      let cell = orientation.stored(x: x, y: y, in: PixelSize(width: side, height: side))
      return (cell.x, cell.y)
    }
    // Turning is linear: three cells say where all are.
    let (origin, right, down) = (stored(0, 0), stored(1, 0), stored(0, 1))
    let counts = columns.map(\.count)
    return [Int](unsafeUninitializedCapacity: side * side) { means, meanCount in
      sums.withUnsafeBufferPointer { sums in
        for y in 0..<side {
          var cell = (x: origin.x &+ y &* (down.x &- origin.x), y: origin.y &+ y &* (down.y &- origin.y))
          for x in 0..<side {
            let count = max(1, counts[cell.x] &* rowCounts[cell.y])
            let sum = Int(truncatingIfNeeded: sums[(cell.y &* side &+ cell.x) &* samples &+ sample])
            means[y &* side &+ x] = (sum &* CellGrid.unit &+ count / 2) / count
            cell = (cell.x &+ right.x &- origin.x, cell.y &+ right.y &- origin.y)
          }
        }
      }
      meanCount = side * side
    }
  }
}

/// Sums of the bytes of pixels and samples, several at a time in the 16-bit lanes of a word.
enum ByteSums {
  private static let mask: UInt64 = 0x00FF_00FF_00FF_00FF
  private static let ones: UInt64 = 0x0001_0001_0001_0001
  /// The alphas of two 8-bit pixels.
  private static let alphas: UInt64 = 0xFF00_0000_FF00_0000
  /// Number of words to add up at once. A lane can hold the sum of 257 bytes of 255.
  private static let most = 256

  /// The sums of red and blue, and of green and alpha, of pixels at even and at odd places.
  private struct PairSums {
    var redBlue: UInt64 = 0
    var greenAlpha: UInt64 = 0

    mutating func add(_ pixels: UInt64) {
      redBlue &+= pixels & mask
      greenAlpha &+= (pixels &>> 8) & mask
    }

    var sums: SIMD4<UInt32> {
      SIMD4(
        lane(redBlue, 0) &+ lane(redBlue, 2), lane(greenAlpha, 0) &+ lane(greenAlpha, 2),
        lane(redBlue, 1) &+ lane(redBlue, 3), lane(greenAlpha, 1) &+ lane(greenAlpha, 3))
    }
  }

  private static func lane(_ word: UInt64, _ index: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: (word &>> (16 &* index)) & 0xFFFF)
  }

  private static func word(_ row: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: row.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private static func pixel(_ row: UnsafeRawPointer, _ x: Int) -> UInt64 {
    UInt64(UInt32(littleEndian: row.loadUnaligned(fromByteOffset: 4 &* x, as: UInt32.self)))
  }

  /// Adds up the sums of parts of a range that are short enough for the lanes.
  private static func inParts(
    _ columns: Range<Int>, _ length: Int, _ sum: (Int, Int) -> SIMD4<UInt32>
  ) -> SIMD4<UInt32> {
    if columns.count <= length { return sum(columns.lowerBound, columns.upperBound) }
    var total = SIMD4<UInt32>()
    var start = columns.lowerBound
    while start < columns.upperBound {
      let end = min(start + length, columns.upperBound)
      total &+= sum(start, end)
      start = end
    }
    return total
  }

  static func ofOpaque8(_ row: UnsafeRawPointer, _ columns: Range<Int>) -> SIMD4<UInt32> {
    inParts(columns, 2 * most) { start, end in
      var (sums, x) = (PairSums(), start)
      while x &+ 1 < end {
        sums.add(word(row, 4 &* x))
        x &+= 2
      }
      if x < end { sums.add(pixel(row, x)) }
      return sums.sums
    }
  }

  static func onWhite8(_ row: UnsafeRawPointer, _ columns: Range<Int>) -> SIMD4<UInt32> {
    inParts(columns, 2 * most) { start, end in
      var (sums, x) = (PairSums(), start)
      while x < end {
        // Most pixels are opaque or transparent, as their neighbours are.
        if x &+ 1 < end {
          let pair = word(row, 4 &* x)
          let alpha = pair & alphas
          if alpha == alphas || alpha == 0 {
            sums.add(alpha == 0 ? ~alphas : pair)
            x &+= 2
            continue
          }
        }
        let pixel = pixel(row, x)
        let lanes = (pixel & 0xFF) | (pixel & 0xFF00) &<< 8 | (pixel & 0xFF_0000) &<< 16
        let seen = onWhite(lanes, pixel &>> 24)
        sums.add((seen & 0xFF) | (seen &>> 8) & 0xFF00 | (seen &>> 16) & 0xFF_0000)
        x &+= 1
      }
      return sums.sums
    }
  }

  static func ofOpaque16(_ row: UnsafeRawPointer, _ columns: Range<Int>) -> SIMD4<UInt32> {
    inParts(columns, most) { start, end in
      var sum: UInt64 = 0
      for x in start..<end { sum &+= (word(row, 8 &* x) &>> 8) & mask }
      return SIMD4(lane(sum, 0), lane(sum, 1), lane(sum, 2), lane(sum, 3))
    }
  }

  static func onWhite16(_ row: UnsafeRawPointer, _ columns: Range<Int>) -> SIMD4<UInt32> {
    inParts(columns, most) { start, end in
      var sum: UInt64 = 0
      for x in start..<end {
        let pixel = (word(row, 8 &* x) &>> 8) & mask
        sum &+= onWhite(pixel & (mask &>> 16), pixel &>> 48)
      }
      return SIMD4(lane(sum, 0), lane(sum, 1), lane(sum, 2), lane(sum, 3))
    }
  }

  /// Returns (v a + 255 (255 − a) + 127) / 255 for each of the lanes v. A number below 65,535 divided by 255 is
  /// (n + 1 + n / 256) / 256.
  private static func onWhite(_ lanes: UInt64, _ alpha: UInt64) -> UInt64 {
    let sum = lanes &* alpha &+ ones &* (255 &* (255 &- alpha) &+ 127)
    return ((sum &+ ones &+ ((sum &>> 8) & mask)) &>> 8) & mask
  }

  static func ofSamples(_ row: UnsafeRawPointer, _ columns: Range<Int>) -> UInt32 {
    inParts(columns, 4 * most) { start, end in
      var (lanes, x) = (UInt64(), start)
      while x &+ 8 <= end {
        let bytes = word(row, x)
        lanes &+= (bytes & mask) &+ ((bytes &>> 8) & mask)
        x &+= 8
      }
      let pairs = (lanes & 0xFFFF_0000_FFFF) &+ ((lanes &>> 16) & 0xFFFF_0000_FFFF)
      var sum = UInt32(truncatingIfNeeded: pairs &+ (pairs &>> 32))
      while x < end {
        sum &+= UInt32(truncatingIfNeeded: row.load(fromByteOffset: x, as: UInt8.self))
        x &+= 1
      }
      return SIMD4(sum, 0, 0, 0)
    }.x
  }
}
