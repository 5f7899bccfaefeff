import PixelCore

/// Separates the product from the backdrop.
extension RegionMap {
  /// Creates a map. Pixels near the backdrop's colour that are connected to the border are the backdrop. If holes are
  /// dropped, large enough enclosed areas are the backdrop if they match it as closely as the border does. Everything
  /// else that is large enough is the product.
  init(of seen: PixelLevels, before backdrop: PlainBackdrop, holes: EnclosedBackdrop) {
    let size = seen.size
    var regions = [Region](repeating: .product, count: size.pixelCount)
    let tolerance = max(6, 2 * backdrop.noise)
    for y in 0..<size.height {
      let (pixels, colors) = (seen.row(y), backdrop.colors.row(y))
      let row = y * size.width
      var isNear = false
      for x in 0..<size.width {
        // Skips equal neighbours, because most of a plain backdrop is equal.
        if x == 0 || !colors.isFlat || !pixels.repeats(x) {
          isNear = pixels[x].largestDifference(to: colors[x]) <= tolerance
        }
        if isNear { regions[row + x] = .unknown }
      }
    }
    self.init(size: size, regions: regions)
    for index in Self.border(of: size) { fill(from: index, with: .backdrop, where: { $1 == .unknown }) }
    decideOnHoles(holes, seen, before: backdrop)
    dropSpecks(into: .backdrop)
  }

  /// Minimum number of pixels of a significant part. Smaller ones are dust.
  private var leastCount: Int {
    let unit = min(size.width, size.height) / 64
    return max(16, unit * unit)
  }

  private mutating func decideOnHoles(_ holes: EnclosedBackdrop, _ seen: PixelLevels, before backdrop: PlainBackdrop) {
    let (width, tolerance) = (size.width, backdrop.noise + 1)
    for start in regions.indices where regions[start] == .unknown {
      var (count, near) = (0, 0)
      fill(
        from: start, with: .fringe, where: { $1 == .unknown },
        visit: { run in
          let y = run.lowerBound / width
          let (pixels, colors) = (seen.row(y), backdrop.colors.row(y))
          for x in run.lowerBound - y * width...run.upperBound - y * width {
            near += pixels[x].largestDifference(to: colors[x]) <= tolerance ? 1 : 0
          }
          count += run.count
        })
      let isHole = holes == .drop && count >= leastCount && near * 100 >= 90 * count
      fill(from: start, with: isHole ? .backdrop : .product, where: { $1 == .fringe })
    }
  }

  /// Changes parts of the product that are too small into another region.
  mutating func dropSpecks(into other: Region) {
    for start in regions.indices where regions[start] == .product {
      var count = 0
      fill(from: start, with: .unknown, diagonally: true, where: { $1 == .product }, visit: { count += $0.count })
      if count < leastCount { fill(from: start, with: other, diagonally: true, where: { $1 == .unknown }) }
    }
    for index in regions.indices where regions[index] == .unknown { regions[index] = .product }
  }
}
