import PixelCore

/// The region that each pixel of an image belongs to.
package struct RegionMap {
  enum Region: UInt8 {
    case backdrop
    /// A soft shadow on the backdrop.
    case shadow
    /// Backdrop or shadow pixels that touch the product and may contain a part of it.
    case fringe
    /// Product pixels near the contour, which may be mixed with the backdrop.
    case edge
    case product
    /// Not decided yet.
    case unknown

    /// Whether the region is outside the product.
    var isOutside: Bool { rawValue <= Region.fringe.rawValue }
  }

  let size: PixelSize
  var regions: [Region]

  /// Memory in bytes for the map of an image of this size and for filling it.
  package static func workingBytes(for size: PixelSize) -> Int { 13 * size.pixelCount }

  /// - Parameter regions: The regions, row by row.
  init(size: PixelSize, regions: [Region]) { (self.size, self.regions) = (size, regions) }

  @inline(__always)
  subscript(index: Int) -> Region {
    get { regions[index] }
    set { regions[index] = newValue }
  }

  /// Returns the indices of the pixels along an image's border.
  static func border(of size: PixelSize) -> [Int] {
    let (width, height) = (size.width, size.height)
    let rows = (0..<width).flatMap { x -> [Int] in [x, (height - 1) * width + x] }
    let columns = (0..<height).flatMap { y -> [Int] in [y * width, y * width + width - 1] }
    return rows + columns
  }

  /// Returns the smallest rectangle around the pixels of some regions, if there are any.
  func box(_ isInside: (Region) -> Bool) -> PixelRect? {
    var (left, right, top, bottom) = (Int.max, Int.min, Int.max, Int.min)
    for y in 0..<size.height {
      let row = y * size.width
      guard let first = (0..<size.width).first(where: { isInside(regions[row + $0]) }),
        let last = (0..<size.width).last(where: { isInside(regions[row + $0]) })
      else { continue }
      (left, right, top, bottom) = (min(left, first), max(right, last), min(top, y), y)
    }
    return left > right ? nil : PixelRect(columns: left..<right + 1, rows: top..<bottom + 1)
  }

  /// Assigns a region to a pixel and to all connected pixels for which `belongs` is true.
  ///
  /// - Parameters:
  ///   - diagonally: Whether pixels that touch at a corner are connected.
  ///   - belongs: Whether to assign the region to a pixel, given by its index and its current, different region.
  ///   - visit: Receives the filled pixels in runs.
  @inline(__always)
  mutating func fill(
    from start: Int, with region: Region, diagonally: Bool = false, where belongs: (Int, Region) -> Bool,
    visit: (ClosedRange<Int>) -> Void = { _ in }
  ) {
    let width = size.width
    let reach = diagonally ? 1 : 0
    regions.withUnsafeMutableBufferPointer { regions in
      func isWanted(_ index: Int) -> Bool { regions[index] != region && belongs(index, regions[index]) }
      guard isWanted(start) else { return }
      // Runs to fill, each given by the index of one of its pixels.
      var waiting = [Int32(start)]
      while let next = waiting.popLast() {
        let index = Int(next)
        if regions[index] == region { continue }
        let row = index / width * width
        var (first, last) = (index, index)
        while first > row, isWanted(first - 1) { first -= 1 }
        while last + 1 < row + width, isWanted(last + 1) { last += 1 }
        for index in first...last { regions[index] = region }
        visit(first...last)
        let columns = max(first - row - reach, 0)...min(last - row + reach, width - 1)
        for other in [row - width, row + width] where other >= 0 && other < regions.count {
          var isInRun = false
          for column in columns {
            let wanted = isWanted(other + column)
            if wanted, !isInRun { waiting.append(Int32(other + column)) }
            isInRun = wanted
          }
        }
      }
    }
  }
}
