import PixelCore

/// Separates soft shadows from the product.
extension RegionMap {
  /// Marks parts of the product as shadow if they are connected to the backdrop and look like the backdrop in a shadow:
  /// darker, of the same hue, and smooth.
  mutating func takeShadows(of seen: PixelLevels, before colors: BackdropColors) {
    let (width, height) = (size.width, size.height)
    let look = ShadowLook(seen: seen, colors: colors)
    for start in regions.indices where regions[start] == .product {
      let x = start % width
      let touches =
        (x > 0 && isBackdrop(start - 1)) || (x + 1 < width && isBackdrop(start + 1))
        || (start >= width && isBackdrop(start - width))
        || (start < width * (height - 1) && isBackdrop(start + width))
      guard touches else { continue }
      fill(from: start, with: .shadow, where: { $1 == .product && look.isShadow(x: $0 % width, y: $0 / width) })
    }
    dropSpecks(into: .shadow)
  }

  private func isBackdrop(_ index: Int) -> Bool { regions[index] == .backdrop }
}

/// The criteria for a shadow on the backdrop.
private struct ShadowLook {
  let seen: PixelLevels
  let colors: BackdropColors

  func isShadow(x: Int, y: Int) -> Bool {
    let (pixel, color) = (seen[x, y], colors[x, y])
    let light = pixel.dot(color) / max(color.dot(color), 1)
    guard light > 0.25, light < 1.03, pixel.largestDifference(to: color * light) <= 7 else { return false }
    return change(x: x, y: y, across: true) <= 5 && change(x: x, y: y, across: false) <= 5
  }

  /// Returns the change of the image over two pixels in levels, after a Gaussian blur with σ = 1 (weights 1 4 6 4 1 in
  /// both directions).
  private func change(x: Int, y: Int, across: Bool) -> Double {
    let weights = [1.0, 4, 6, 4, 1]
    // The blur's weights shifted by two pixels, minus the weights.
    let differences = [-1.0, -4, -5, 0, 5, 4, 1]
    var sum = SIMD4<Double>.zero
    for (side, weight) in weights.enumerated() {
      for (along, difference) in differences.enumerated() where difference != 0 {
        let (dx, dy) = across ? (along - 3, side - 2) : (side - 2, along - 3)
        let column = min(max(x + dx, 0), seen.size.width - 1)
        let row = min(max(y + dy, 0), seen.size.height - 1)
        sum += seen[column, row] * (weight * difference)
      }
    }
    return sum.largestDifference(to: .zero) / 256
  }
}
