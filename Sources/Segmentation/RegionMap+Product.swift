import PixelCore

/// How the product is told from its backdrop.
extension RegionMap {
  /// Pixels that are near the backdrop's colour and hang together with the border are the backdrop, and so are those that the
  /// product encloses, where they are the backdrop as closely as the border is. Whatever else is large enough is the product.
  init(of seen: PixelLevels, before backdrop: PlainBackdrop, holes: EnclosedBackdrop) {
    let size = seen.size
    var regions = [Region](repeating: .product, count: size.pixelCount)
    let tolerance = max(6, 2 * backdrop.noise)
    for y in 0..<size.height {
      let (pixels, colors) = (seen.row(y), backdrop.colors.row(y))
      let row = y * size.width
      var isNear = false
      for x in 0..<size.width {
        // Most of a plain backdrop is the same.
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

  /// Pixels that something has to have to be more than dust.
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

  /// What of the product is too small to be any becomes something else.
  mutating func dropSpecks(into other: Region) {
    for start in regions.indices where regions[start] == .product {
      var count = 0
      fill(from: start, with: .unknown, diagonally: true, where: { $1 == .product }, visit: { count += $0.count })
      if count < leastCount { fill(from: start, with: other, diagonally: true, where: { $1 == .unknown }) }
    }
    for index in regions.indices where regions[index] == .unknown { regions[index] = .product }
  }
}
