/// One value per pixel of an image, row by row.
package struct Plane<Value> {
  package let width: Int
  package let height: Int
  package var values: [Value]

  package init(width: Int, height: Int, repeating value: Value) {
    (self.width, self.height) = (width, height)
    values = [Value](repeating: value, count: width * height)
  }

  @inline(__always)
  package subscript(x: Int, y: Int) -> Value {
    get { values[y &* width &+ x] }
    set { values[y &* width &+ x] = newValue }
  }
}

extension Plane {
  /// Calls `body` with the position of each pixel at most two pixels from the border.
  @inline(__always)
  func forEachFramePixel(_ body: (Int, Int) -> Void) {
    for y in 0..<height {
      let isEnd = y < 2 || y >= height - 2
      for x in isEnd ? 0..<width : 0..<2 { body(x, y) }
      if !isEnd { for x in width - 2..<width { body(x, y) } }
    }
  }
}

extension Plane<UInt8> {
  /// Returns the mask with 0 and 1 exchanged.
  package var inverted: Plane {
    var plane = self
    var values = plane.values.mutableSpan
    for index in values.indices { values[unchecked: index] = 1 &- values[unchecked: index] }
    return plane
  }

  /// Returns the smallest value of each square of `2 · radius + 1` pixels. Pixels beyond the border don't count.
  package func eroded(by radius: Int) -> Plane { extremes(radius) { min($0, $1) } }

  /// Returns the largest value of each square of `2 · radius + 1` pixels.
  package func dilated(by radius: Int) -> Plane { extremes(radius) { max($0, $1) } }

  /// Returns the mask dilated by about `radius`, in blocks of 8 × 8 pixels.
  func dilatedInBlocks(by radius: Int) -> Plane {
    let side = 8
    var blocks = Plane(width: (width + side - 1) / side, height: (height + side - 1) / side, repeating: 0)
    var line = [UInt8](repeating: 0, count: blocks.width * side)
    for row in 0..<blocks.height {
      let (source, blockRow) = (values.span, row &* blocks.width)
      var line = line.mutableSpan
      for x in line.indices { line[unchecked: x] = 0 }
      for y in row * side..<min((row + 1) * side, height) {
        for x in 0..<width { line[unchecked: x] |= source[unchecked: y &* width &+ x] }
      }
      for x in line.indices where line[unchecked: x] != 0 { blocks.values[blockRow + x / side] = 1 }
    }
    blocks = blocks.dilated(by: (radius + side / 2) / side)
    var plane = self
    for y in 0..<height {
      let (source, row) = (blocks.values.span, y / side &* blocks.width)
      var result = plane.values.mutableSpan
      for x in 0..<width { result[unchecked: y &* width &+ x] = source[unchecked: row &+ x / side] }
    }
    return plane
  }

  /// Combines neighbours along columns and then along rows.
  @inline(__always)
  private func extremes(_ radius: Int, _ better: (UInt8, UInt8) -> UInt8) -> Plane {
    guard radius > 0 else { return self }
    var plane = Plane(width: width, height: height, repeating: 0)
    let source = values.span
    var result = plane.values.mutableSpan
    var line = [UInt8](repeating: 0, count: width)
    var columns = line.mutableSpan
    for y in 0..<height {
      let row = y &* width
      for x in 0..<width { columns[unchecked: x] = source[unchecked: row &+ x] }
      for other in max(0, y &- radius)...min(height &- 1, y &+ radius) where other != y {
        let others = other &* width
        for x in 0..<width { columns[unchecked: x] = better(columns[unchecked: x], source[unchecked: others &+ x]) }
      }
      for x in 0..<width { result[unchecked: row &+ x] = columns[unchecked: x] }
      for offset in 1...radius where offset < width {
        for x in 0..<width &- offset {
          result[unchecked: row &+ x] = better(result[unchecked: row &+ x], columns[unchecked: x &+ offset])
        }
        for x in offset..<width {
          result[unchecked: row &+ x] = better(result[unchecked: row &+ x], columns[unchecked: x &- offset])
        }
      }
    }
    return plane
  }
}

extension Plane<UInt8> {
  /// Returns the end of a run: the first column from `x` on that has another value, or the width.
  ///
  /// - Parameter row: The index of the row's first value.
  @inline(__always)
  package func end(of value: UInt8, from x: Int, in row: Int) -> Int {
    let eight = UInt64(value) &* 0x0101_0101_0101_0101
    return values.withUnsafeBytes { bytes in
      var x = x
      while x &+ 8 <= width, bytes.loadUnaligned(fromByteOffset: row &+ x, as: UInt64.self) == eight { x &+= 8 }
      while x < width, bytes[row &+ x] == value { x &+= 1 }
      return x
    }
  }
}

extension Plane<Int32> {
  /// Returns the sum of each square of `2 · radius + 1` values. Squares are smaller at the border.
  package func boxSums(_ radius: Int) -> Plane {
    var plane = Plane(width: width, height: height, repeating: 0)
    let source = values.span
    var result = plane.values.mutableSpan
    var line = [Int32](repeating: 0, count: width)
    var columns = line.mutableSpan
    for index in 0..<min(radius, height) &* width { columns[unchecked: index % width] &+= source[unchecked: index] }
    for y in 0..<height {
      let row = y &* width
      let (first, last) = (row &- (radius &+ 1) &* width, row &+ radius &* width)
      if y + radius < height { for x in 0..<width { columns[unchecked: x] &+= source[unchecked: last &+ x] } }
      if y > radius { for x in 0..<width { columns[unchecked: x] &-= source[unchecked: first &+ x] } }
      var sum: Int32 = 0
      for x in 0..<min(radius, width) { sum &+= columns[unchecked: x] }
      for x in 0..<width {
        if x &+ radius < width { sum &+= columns[unchecked: x &+ radius] }
        if x > radius { sum &-= columns[unchecked: x &- radius &- 1] }
        result[unchecked: row &+ x] = sum
      }
    }
    return plane
  }

  /// Returns the mean of each square of `2 · radius + 1` values. Squares are smaller at the border.
  package func boxMeans(_ radius: Int) -> Plane<Float> {
    func count(_ place: Int, _ length: Int) -> Float {
      Float(min(length - 1, place + radius) - max(0, place - radius) + 1)
    }
    let counts = (0..<width).map { count($0, width) }
    let sums = boxSums(radius)
    var plane = Plane<Float>(width: width, height: height, repeating: 0)
    let (values, columns) = (sums.values.span, counts.span)
    var means = plane.values.mutableSpan
    for y in 0..<height {
      let (row, rows) = (y &* width, count(y, height))
      for x in 0..<width {
        means[unchecked: row &+ x] = Float(values[unchecked: row &+ x]) / (columns[unchecked: x] * rows)
      }
    }
    return plane
  }
}
