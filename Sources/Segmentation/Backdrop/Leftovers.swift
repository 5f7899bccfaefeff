import PixelCore

/// What was taken for the product, but looks like the surroundings: a floor, a strip along the frame, or a seam between
/// boards.
struct Leftovers {
  /// Whether the product covers one side of the frame wholly, as a floor does.
  private(set) var coversSide = false
  /// Whether a part beside the product extends along the frame.
  private(set) var hasStrip = false
  /// Whether a thin straight line reaches the frame.
  private(set) var hasLine = false

  /// - Parameters:
  ///   - parts: The connected parts of the product.
  ///   - contour: 1 on the backdrop, 0 on the product.
  init(of parts: ConnectedParts, _ contour: Plane<UInt8>) {
    let (width, height) = (contour.width, contour.height)
    func isCovered(_ pixels: [(Int, Int)]) -> Bool {
      pixels.count { contour[$0.0, $0.1] == 0 } * 50 >= pixels.count * 49
    }
    let inset = 2
    coversSide =
      isCovered((0..<width).map { ($0, inset) }) || isCovered((0..<width).map { ($0, height - 1 - inset) })
      || isCovered((0..<height).map { (inset, $0) }) || isCovered((0..<height).map { (width - 1 - inset, $0) })
    let largest = parts.parts.map(\.area).max() ?? 0
    hasStrip = parts.parts.contains { part in
      // A line of a few pixels at the frame's edge is left from cropping.
      let thickness = min(part.right - part.left, part.bottom - part.top) + 1
      guard part.area * 4 < largest, thickness > max(4, min(width, height) / 150) else { return false }
      let isAlongRows = part.top <= 1 || part.bottom >= height - 2
      let isAlongColumns = part.left <= 1 || part.right >= width - 2
      return isAlongRows && (part.right - part.left) * 2 > width
        || isAlongColumns && (part.bottom - part.top) * 2 > height
    }
    hasLine = Self.hasLine(contour)
  }

  /// Whether a line of at most a hundredth of the picture's shorter side in width reaches the frame, straight to one and a
  /// half pixels.
  private static func hasLine(_ contour: Plane<UInt8>) -> Bool {
    let (width, height) = (contour.width, contour.height)
    let shorter = min(width, height)
    let radius = max(2, shorter / 200)
    let product = contour.inverted
    var thin = product.eroded(by: radius).dilated(by: radius + 1)
    do {
      let product = product.values.span
      var thin = thin.values.mutableSpan
      for index in thin.indices { thin[unchecked: index] = product[unchecked: index] & (1 &- thin[unchecked: index]) }
    }
    let parts = ConnectedParts(of: thin, diagonally: true)
    return parts.parts.indices.contains { number in
      let part = parts.parts[number]
      let length = max(part.right - part.left, part.bottom - part.top)
      let touchesFrame = part.left <= 1 || part.top <= 1 || part.right >= width - 2 || part.bottom >= height - 2
      let isAlongFrame = part.right < 4 || part.left >= width - 4 || part.bottom < 4 || part.top >= height - 4
      return length * 12 > shorter && touchesFrame && !isAlongFrame && parts.deviation(of: number) < 1.5
    }
  }
}

extension ConnectedParts {
  /// Returns the standard deviation of a part's pixels from the straight line through them, in pixels.
  fileprivate func deviation(of number: Int) -> Double {
    var (count, sum, squares, product) = (0.0, SIMD2<Double>.zero, SIMD2<Double>.zero, 0.0)
    for run in runs where run.part == number {
      for x in run.first..<run.end {
        let place = SIMD2(Double(Int(x) - parts[number].left), Double(Int(run.y) - parts[number].top))
        count += 1
        sum += place
        squares += place * place
        product += place.x * place.y
      }
    }
    let (mean, variances) = (sum / count, squares / count - (sum / count) * (sum / count))
    let covariance = product / count - mean.x * mean.y
    // The smaller eigenvalue of the covariance matrix.
    let difference = (variances.x - variances.y) / 2
    let spread = (difference * difference + covariance * covariance).squareRoot()
    return max(0, (variances.x + variances.y) / 2 - spread).squareRoot()
  }
}
