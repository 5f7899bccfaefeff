import PixelCore

/// What the photo shows along a contour: a contour that runs where the photo has no edge is wrong, whatever the model says.
///
/// Across the contour, the photo's step is compared with its change over the next pixels of the backdrop: an edge is
/// steeper than the light beside it. Without an edge, the step of the finished picture is invented. It counts if it is
/// seen on a white page.
package struct ContourEvidence {
  /// Share of the contour with an invented step, 0 to 1.
  package private(set) var inventedShare: Float = 0
  /// The longest piece of the contour with an invented step, per thousand pixels of the picture's shorter side.
  package private(set) var longestInvention: Float = 0
  /// 1 on the product's pixels along an invented step.
  private var invented: Plane<UInt8>

  /// Steps in the finished picture that are seen, in levels.
  private static let seenStep: Float = 8
  /// Pixels across the contour that are looked at.
  private static let reach = 12

  /// - Parameter contour: 1 on the backdrop, 0 on the product.
  package init(of contour: Plane<UInt8>, in picture: IlluminationSplit) {
    let (width, height) = (contour.width, contour.height)
    invented = Plane(width: width, height: height, repeating: 0)
    let reach = Self.reach
    guard width > 2 * reach, height > 2 * reach else { return }
    let edges = Self.edges(of: contour)
    var count = 0
    for y in reach..<height - reach {
      var x = edges.end(of: 0, from: reach, in: y &* width)
      while x < width - reach {
        let index = y &* width &+ x
        count += 1
        var isInvented = true
        for step in [1, -1, width, -width] where isInvented && contour.values[index &+ step] != 0 {
          isInvented = Self.isInvented(at: x, y, outwards: step, picture)
        }
        if isInvented { invented.values[index] = 1 }
        x = edges.end(of: 0, from: x &+ 1, in: y &* width)
      }
    }
    let total = invented.values.reduce(0) { $0 &+ Int($1) }
    guard total > 0 else { return }
    inventedShare = Float(total) / Float(count)
    let parts = ConnectedParts(of: invented.dilated(by: 1), diagonally: true)
    let longest = parts.parts.map { max($0.right - $0.left, $0.bottom - $0.top) - 1 }.max() ?? 0
    longestInvention = Float(longest) * 1000 / Float(min(width, height))
  }

  /// Returns the product's pixels that have one of the backdrop beside, above or below them.
  private static func edges(of contour: Plane<UInt8>) -> Plane<UInt8> {
    let (width, height) = (contour.width, contour.height)
    var plane = Plane<UInt8>(width: width, height: height, repeating: 0)
    let values = contour.values.span
    var edges = plane.values.mutableSpan
    for y in 1..<height - 1 {
      for x in 1..<width - 1 {
        let index = y &* width &+ x
        let beside = values[unchecked: index &- 1] | values[unchecked: index &+ 1]
        let around = beside | values[unchecked: index &- width] | values[unchecked: index &+ width]
        edges[unchecked: index] = around & (1 &- values[unchecked: index])
      }
    }
    return plane
  }

  /// - Parameter step: The distance in memory from a pixel to the next one outwards.
  private static func isInvented(at x: Int, _ y: Int, outwards step: Int, _ picture: IlluminationSplit) -> Bool {
    let index = y &* picture.size.width &+ x
    func color(_ steps: Int) -> SIMD4<Float> {
      let place = index &+ steps &* step
      let (red, green) = (Float(picture.smoothed.red[place]), Float(picture.smoothed.green[place]))
      return SIMD4(red, green, Float(picture.smoothed.blue[place]), 0) / 256
    }
    let (inside, outside, farOutside) = (color(-2), color(3), color(6))
    let edge = inside.largestDifference(to: outside)
    let trend = outside.largestDifference(to: farOutside)
    let noise = 3 * picture.limits.noise
    guard edge < 2 * trend + noise + 2 else { return false }
    // A soft edge is seen from farther away.
    let farEdge = color(-4).largestDifference(to: farOutside)
    guard farEdge < 2.5 * farOutside.largestDifference(to: color(12)) + noise + 4 else { return false }
    let finished = (outside / picture.field.color(x: x, y: y)).limited(to: 1) * 255
    // In a steep shadow, a step is less visible.
    return inside.largestDifference(to: finished) > 1.5 * edge + trend + seenStep
  }

  /// Returns the contour without holes in the product whose rim isn't an edge all round, and without small parts beside
  /// the product that have no edge around them.
  ///
  /// - Returns: The contour, and whether a filled hole has the backdrop's light, so that it may be backdrop after all.
  func withoutInventions(_ contour: Plane<UInt8>, in picture: IlluminationSplit) -> (
    contour: Plane<UInt8>, hasFilledBackdrop: Bool
  ) {
    guard longestInvention > 0 else { return (contour, false) }
    var (result, hasFilledBackdrop) = (contour, false)
    let (width, height) = (contour.width, contour.height)
    let beside = invented.dilated(by: 1)
    func inventedShares(of parts: ConnectedParts) -> [Float] {
      let counts = parts.counts(in: width) { beside.values[$0] != 0 }
      return zip(parts.parts, counts).map { part, count in
        Float(count) / Float(2 * (part.right - part.left + part.bottom - part.top + 2))
      }
    }
    let holes = ConnectedParts(of: contour, diagonally: false)
    let rims = inventedShares(of: holes)
    let glowing = holes.counts(in: width) { picture.light.values[$0] > Int16(1.06 * 4096) }
    let lit = holes.counts(in: width) { abs(Int32(picture.light.values[$0]) - 4096) < 164 }
    holes.fill(&result, with: 0) { number in
      let part = holes.parts[number]
      let isHole = part.left > 1 && part.top > 1 && part.right < width - 2 && part.bottom < height - 2
      // In front of a glow, the rim is less sure.
      let isFilled = isHole && rims[number] > (glowing[number] * 2 > part.area ? 0.15 : 0.05)
      if isFilled, lit[number] * 2 > part.area, part.area * 2500 >= min(width, height) * min(width, height) {
        hasFilledBackdrop = true
      }
      return isFilled
    }
    let products = ConnectedParts(of: contour.inverted, diagonally: true)
    let outlines = inventedShares(of: products)
    products.fill(&result, with: 1) { products.parts[$0].area * 400 < width * height && outlines[$0] > 0.4 }
    return (result, hasFilledBackdrop)
  }
}
