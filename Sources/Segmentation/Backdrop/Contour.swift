import PixelCore

/// The product's contour, moved to where the picture changes most.
///
/// Around the sure backdrop there is a strip whose pixels could be either: JPEG's ringing and its coarse colour, soft
/// shadows that are too steep to be sure, and the contour's own mixtures. A watershed decides them: both sides flood the
/// strip from its flattest pixels to its steepest (F. Meyer's algorithm, 1991), and they meet on the ridge of the
/// gradient.
struct Contour {
  private let picture: LitPicture
  private let width: Int
  private let height: Int
  private var gradients: Plane<UInt16>
  /// 1 on the backdrop, 0 on the product.
  private(set) var backdrop: Plane<UInt8>

  private static let unset = UInt16.max

  /// - Parameter region: The sure backdrop.
  init(in picture: LitPicture, around region: BackdropRegion) {
    self.picture = picture
    (width, height) = (picture.size.width, picture.size.height)
    gradients = Plane(width: width, height: height, repeating: Self.unset)
    backdrop = region.mask
    let shorter = min(width, height)
    func pixels(_ thousandths: Int, least: Int) -> Int { max(least, (thousandths * shorter + 500) / 1000) }
    let reach = (
      shade: min(pixels(60, least: 6), 250), ringing: pixels(12, least: 4), mixture: pixels(4, least: 2)
    )
    let distances = Self.distances(to: region.mask, most: reach.shade)
    let shade = shade(from: region.mask, within: distances, reach.shade)
    let tops = Tops(of: picture.contrast, outside: region.mask, reach: reach.ringing)
    // 0 undecided, 1 backdrop, 2 product
    var labels = region.mask.eroded(by: pixels(2, least: 1))
    var product = Plane<UInt8>(width: width, height: height, repeating: 0)
    product.values.withUnsafeMutableBufferPointer { product in
      for y in 0..<height {
        for x in 0..<width {
          let index = y &* width &+ x
          let distance = Int(distances.values[index])
          if distance == 0 || labels.values[index] != 0 { continue }
          if distance <= reach.shade, shade.values[index] != 0, isShade(index) { continue }
          if distance <= reach.ringing {
            let contrast = Float(picture.contrast.values[index])
            let top = tops[x, y]
            if distance <= reach.mixture ? contrast < 0.45 * top : contrast < 0.22 * top { continue }
          }
          product[index] = 1
        }
      }
    }
    product = product.eroded(by: 1).dilated(by: 1)
    for index in product.values.indices where product.values[index] != 0 && labels.values[index] == 0 {
      labels.values[index] = 2
    }
    keepParts(of: region.mask, &labels)
    flood(&labels)
    for index in labels.values.indices { backdrop.values[index] = labels.values[index] == 1 ? 1 : 0 }
  }

  /// Whether a pixel has the backdrop's colour and could be its shadow.
  @inline(__always)
  private func isShade(_ index: Int) -> Bool {
    let light = picture.light.values[index]
    return Float(picture.tint.values[index]) <= 12 * picture.limits.tint && light >= Int16(0.2 * 4096)
      && light <= Int16((1 + picture.limits.light) * 4096)
  }

  /// Returns the pixels connected with the backdrop over shade without an edge, and two pixels around them.
  private mutating func shade(from mask: Plane<UInt8>, within distances: Plane<UInt8>, _ reach: Int) -> Plane<UInt8> {
    var shade = mask
    var waiting: [Int32] = []
    for index in mask.values.indices where distances.values[index] == 1 { waiting.append(Int32(index)) }
    let most = UInt16(picture.limits.slope * 4)
    var next = 0
    while next < waiting.count {
      let index = Int(waiting[next])
      next += 1
      if shade.values[index] != 0 { continue }
      guard distances.values[index] <= reach, isShade(index), gradient(index) <= most else { continue }
      shade.values[index] = 1
      Self.forEachNeighbour(of: index, width, width * height) { if shade.values[$0] == 0 { waiting.append(Int32($0)) } }
    }
    return shade.dilated(by: 2)
  }

  /// Labels parts without a sure pixel: shadow if most of it could be, else product.
  private mutating func keepParts(of mask: Plane<UInt8>, _ labels: inout Plane<UInt8>) {
    let parts = ConnectedParts(of: mask.inverted, diagonally: true)
    let sure = parts.counts(in: width) { labels.values[$0] == 2 }
    guard sure.contains(0) else { return }
    let slope = UInt8(min(picture.limits.slope * 6, 255))
    let shade = parts.counts(in: width) { isShade($0) && picture.slope.values[$0] <= slope }
    parts.fill(&labels, with: 2) { sure[$0] == 0 && shade[$0] * 5 < parts.parts[$0].area * 4 }
  }

  /// Floods undecided pixels from both labels, in the order of their gradients. Pixels of equal gradient are flooded in
  /// the order in which they are reached.
  private mutating func flood(_ labels: inout Plane<UInt8>) {
    let size = width * height
    var queue = Self.Queue(pixels: size)
    for index in 0..<size where labels.values[index] != 0 {
      var isAtEdge = false
      Self.forEachNeighbour(of: index, width, width * height) { if labels.values[$0] == 0 { isAtEdge = true } }
      if isAtEdge { queue.push(index, at: gradient(index)) }
    }
    while let index = queue.pop() {
      let label = labels.values[index]
      Self.forEachNeighbour(of: index, width, width * height) { other in
        guard labels.values[other] == 0 else { return }
        labels.values[other] = label
        queue.push(other, at: gradient(other))
      }
    }
  }

  /// Calls `body` with the indices of the pixels to the left and right, above and below.
  @inline(__always)
  private static func forEachNeighbour(of index: Int, _ width: Int, _ count: Int, _ body: (Int) -> Void) {
    let x = index % width
    if x > 0 { body(index - 1) }
    if x + 1 < width { body(index + 1) }
    if index >= width { body(index - width) }
    if index + width < count { body(index + width) }
  }

  /// Returns the length of the gradient at a pixel in quarters of a level per pixel: the larger of that of the luma and
  /// half of that of a channel, by Sobel's operator. At most 1023.
  private mutating func gradient(_ index: Int) -> UInt16 {
    let known = gradients.values[index]
    if known != Self.unset { return known }
    let (x, y) = (index % width, index / width)
    let (left, right) = (x > 0 ? -1 : 0, x + 1 < width ? 1 : 0)
    let (above, below) = (y > 0 ? -width : 0, y + 1 < height ? width : 0)
    func pixel(_ offset: Int) -> SIMD4<Float> {
      let place = index &+ offset
      let (r, g, b) = (
        Float(picture.smoothed[0][place]), Float(picture.smoothed[1][place]), Float(picture.smoothed[2][place])
      )
      return SIMD4(r, g, b, 0.6 * g + 0.3 * r + 0.1 * b)
    }
    let (upLeft, up, upRight) = (pixel(above + left), pixel(above), pixel(above + right))
    let (before, behind) = (pixel(left), pixel(right))
    let (downLeft, down, downRight) = (pixel(below + left), pixel(below), pixel(below + right))
    let across = upRight - upLeft + (behind - before) * 2 + (downRight - downLeft)
    let along = downLeft - upLeft + (down - up) * 2 + (downRight - upRight)
    let squares = across * across + along * along
    let length = max(squares.w, 0.25 * max(squares.x, max(squares.y, squares.z))).squareRoot()
    let gradient = UInt16(min(length / (8 * 64), 1023))
    gradients.values[index] = gradient
    return gradient
  }

  /// Returns each pixel's distance to the backdrop in pixels, the larger of those across and down, or 255 if it is more
  /// than `most`.
  private static func distances(to mask: Plane<UInt8>, most: Int) -> Plane<UInt8> {
    var distances = mask
    let (width, height) = (mask.width, mask.height)
    distances.values.withUnsafeMutableBufferPointer { distances in
      for index in 0..<distances.count { distances[index] = distances[index] != 0 ? 0 : 255 }
      @inline(__always)
      func next(_ index: Int) -> UInt8 { distances[index] == 255 ? 255 : distances[index] &+ 1 }
      /// - Parameters:
      ///   - beside: The column before, in the direction of the pass.
      ///   - before: The row before, in the direction of the pass.
      func relax(_ x: Int, _ y: Int, beside: Int, before: Int) {
        let row = y &* width
        if distances[row &+ x] == 0 { return }
        var least = distances[row &+ x]
        if beside >= 0, beside < width { least = min(least, next(row &+ beside)) }
        if before >= 0, before < height {
          for column in max(x &- 1, 0)...min(x &+ 1, width &- 1) { least = min(least, next(before &* width &+ column)) }
        }
        distances[row &+ x] = least
      }
      for y in 0..<height { for x in 0..<width { relax(x, y, beside: x &- 1, before: y &- 1) } }
      for y in (0..<height).reversed() {
        for x in (0..<width).reversed() { relax(x, y, beside: x &+ 1, before: y &+ 1) }
      }
      for index in 0..<distances.count where distances[index] > most { distances[index] = 255 }
    }
    return distances
  }

  /// A priority queue of pixels with a list for each priority.
  private struct Queue {
    private var heads = [Int32](repeating: -1, count: 1024)
    private var tails = [Int32](repeating: -1, count: 1024)
    private var links: [Int32]
    private var lowest = 1024

    init(pixels: Int) { links = [Int32](repeating: -1, count: pixels) }

    mutating func push(_ pixel: Int, at priority: UInt16) {
      let priority = Int(priority)
      if heads[priority] < 0 { heads[priority] = Int32(pixel) } else { links[Int(tails[priority])] = Int32(pixel) }
      tails[priority] = Int32(pixel)
      lowest = min(lowest, priority)
    }

    mutating func pop() -> Int? {
      while lowest < 1024, heads[lowest] < 0 { lowest += 1 }
      guard lowest < 1024 else { return nil }
      let pixel = Int(heads[lowest])
      heads[lowest] = links[pixel]
      return pixel
    }
  }

  /// The largest contrast near each pixel, in blocks of 4 × 4 pixels.
  private struct Tops {
    private let blocks: Plane<Float>

    init(of contrast: Plane<UInt8>, outside backdrop: Plane<UInt8>, reach: Int) {
      let (columns, rows) = ((contrast.width + 3) / 4, (contrast.height + 3) / 4)
      var largest = Plane<UInt8>(width: columns, height: rows, repeating: 0)
      largest.values.withUnsafeMutableBufferPointer { largest in
        for y in 0..<contrast.height {
          let (row, blocks) = (y &* contrast.width, y / 4 &* columns)
          for x in 0..<contrast.width where backdrop.values[row &+ x] == 0 {
            largest[blocks &+ x / 4] = max(largest[blocks &+ x / 4], contrast.values[row &+ x])
          }
        }
      }
      let radius = max(1, (reach + 2) / 4)
      largest = largest.dilated(by: radius)
      var sums = Plane<Float>(width: columns, height: rows, repeating: 0)
      for y in 0..<rows {
        for x in 0..<columns {
          var (sum, count) = (Float(0), Float(0))
          for other in max(0, y - radius)...min(rows - 1, y + radius) {
            for column in max(0, x - radius)...min(columns - 1, x + radius) {
              sum += Float(largest[column, other])
              count += 1
            }
          }
          sums[x, y] = sum / count
        }
      }
      blocks = sums
    }

    @inline(__always)
    subscript(x: Int, y: Int) -> Float { blocks[x / 4, y / 4] }
  }
}
