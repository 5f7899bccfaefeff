/// One value per pixel of an image, row by row.
struct Plane<Value> {
  let width: Int
  let height: Int
  var values: [Value]

  init(width: Int, height: Int, repeating value: Value) {
    (self.width, self.height) = (width, height)
    values = [Value](repeating: value, count: width * height)
  }

  @inline(__always)
  subscript(x: Int, y: Int) -> Value {
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
  var inverted: Plane {
    var plane = self
    for index in plane.values.indices { plane.values[index] = 1 - values[index] }
    return plane
  }

  /// Returns the smallest value of each square of `2 · radius + 1` pixels. Pixels beyond the border don't count.
  func eroded(by radius: Int) -> Plane { extremes(radius) { min($0, $1) } }

  /// Returns the largest value of each square of `2 · radius + 1` pixels.
  func dilated(by radius: Int) -> Plane { extremes(radius) { max($0, $1) } }

  /// Combines neighbours along rows and then along columns. Each pass doubles the length covered as long as it fits.
  @inline(__always)
  private func extremes(_ radius: Int, _ better: (UInt8, UInt8) -> UInt8) -> Plane {
    var across = self
    var result = self
    values.withUnsafeBufferPointer { source in
      across.values.withUnsafeMutableBufferPointer { across in
        for y in 0..<height {
          let row = y &* width
          for offset in 1...max(radius, 1) where radius > 0 && offset < width {
            for x in 0..<width &- offset {
              across[row &+ x] = better(across[row &+ x], source[row &+ x &+ offset])
            }
            for x in offset..<width { across[row &+ x] = better(across[row &+ x], source[row &+ x &- offset]) }
          }
        }
      }
    }
    across.values.withUnsafeBufferPointer { source in
      result.values.withUnsafeMutableBufferPointer { result in
        for y in 0..<height {
          let row = y &* width
          for x in 0..<width { result[row &+ x] = source[row &+ x] }
          for other in max(0, y &- radius)...min(height &- 1, y &+ radius) where other != y {
            let others = other &* width
            for x in 0..<width { result[row &+ x] = better(result[row &+ x], source[others &+ x]) }
          }
        }
      }
    }
    return result
  }
}
