import PixelCore

/// The product's contour, moved to where the picture changes most.
///
/// Around the sure backdrop there is a strip whose pixels could be either: JPEG's ringing and its coarse colour, soft
/// shadows that are too steep to be sure, and the contour's own mixtures. A watershed decides them: both sides flood the
/// strip from its flattest pixels to its steepest (F. Meyer's algorithm, 1991), and they meet on the ridge of the
/// gradient.
struct Contour {
  private let picture: IlluminationSplit
  private let width: Int
  private let height: Int
  /// 1 on the backdrop, 0 on the product.
  private(set) var backdrop: Plane<UInt8>

  /// - Parameter region: The sure backdrop.
  init(in picture: IlluminationSplit, around region: BackdropRegion) {
    self.picture = picture
    (width, height) = (picture.size.width, picture.size.height)
    backdrop = region.mask
    let shorter = min(width, height)
    func pixels(_ thousandths: Int, least: Int) -> Int { max(least, (thousandths * shorter + 500) / 1000) }
    let reach = (
      shade: min(pixels(60, least: 6), 250), ringing: pixels(12, least: 4), mixture: pixels(4, least: 2)
    )
    let distances = Self.distances(to: region.mask)
    let shade = shade(from: region.mask, within: distances, reach.shade)
    let tops = ContrastTops(of: picture.contrast, outside: region.mask, reach: reach.ringing)
    // 0 undecided, 1 backdrop, 2 product
    var labels = region.mask.eroded(by: pixels(2, least: 1))
    var product = Plane<UInt8>(width: width, height: height, repeating: 0)
    for y in 0..<height {
      var products = product.values.mutableSpan
      var x = region.mask.end(of: 1, from: 0, in: y &* width)
      while x < width {
        let index = y &* width &+ x
        let distance = Int(distances.values[index])
        if distance > reach.shade {
          products[index] = 1
        } else if shade.values[index] == 0 || !isShade(index) {
          let contrast = Float(picture.contrast.values[index])
          let isPale =
            distance <= reach.ringing && contrast < (distance <= reach.mixture ? 0.45 : 0.22) * tops[x, y]
          products[index] = isPale ? 0 : 1
        }
        x = region.mask.end(of: 1, from: x &+ 1, in: y &* width)
      }
    }
    product = Self.withoutSpecks(product, shortest: max(8, shorter / 60))
    do {
      let product = product.values.span
      var labels = labels.values.mutableSpan
      for index in labels.indices where labels[unchecked: index] == 0 {
        labels[unchecked: index] = 2 &* product[unchecked: index]
      }
    }
    keepParts(of: region.mask, &labels)
    flood(&labels)
    let decided = labels.values.span
    var result = backdrop.values.mutableSpan
    for index in result.indices { result[unchecked: index] = decided[unchecked: index] == 1 ? 1 : 0 }
  }

  /// Returns the mask without what is narrower than three pixels, except for lines of a least length, such as laces.
  private static func withoutSpecks(_ product: Plane<UInt8>, shortest: Int) -> Plane<UInt8> {
    var opened = product.eroded(by: 1).dilated(by: 1)
    var narrow = product
    do {
      let wide = opened.values.span
      var narrow = narrow.values.mutableSpan
      for index in narrow.indices { narrow[unchecked: index] &= 1 &- wide[unchecked: index] }
    }
    let parts = ConnectedParts(of: narrow, diagonally: true)
    parts.fill(&opened, with: 1) { number in
      let part = parts.parts[number]
      return max(part.right - part.left, part.bottom - part.top) >= shortest
    }
    return opened
  }

  /// Whether a pixel has the backdrop's colour and could be its shadow.
  @inline(__always)
  private func isShade(_ index: Int) -> Bool {
    let light = picture.light.values[index]
    return !picture.limits.isTinted(picture.tint.values[index], in: light, factor: 2) && light >= Int16(0.12 * 4096)
      && light <= Int16((1 + picture.limits.light) * 4096)
  }

  /// Returns the pixels connected with the backdrop over shade without an edge, and two pixels around them.
  private func shade(from mask: Plane<UInt8>, within distances: Plane<UInt8>, _ reach: Int) -> Plane<UInt8> {
    var shade = mask
    var waiting: [Int32] = []
    for y in 0..<height {
      var x = 0
      while x < width {
        let distance = distances[x, y]
        if distance == 1 { waiting.append(Int32(y &* width &+ x)) }
        x = distance == 0 || distance == 255 ? distances.end(of: distance, from: x, in: y &* width) : x &+ 1
      }
    }
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
  private func keepParts(of mask: Plane<UInt8>, _ labels: inout Plane<UInt8>) {
    let parts = ConnectedParts(of: mask.inverted, diagonally: true)
    let sure = parts.counts(in: width) { labels.values[$0] == 2 }
    guard sure.contains(0) else { return }
    let slope = UInt8(min(picture.limits.slope * 6, 255))
    let shade = parts.counts(in: width) { isShade($0) && picture.slope.values[$0] <= slope }
    parts.fill(&labels, with: 2) { sure[$0] == 0 && shade[$0] * 5 < parts.parts[$0].area * 4 }
  }

  /// Floods undecided pixels from both labels, in the order of their gradients. Pixels of equal gradient are flooded in
  /// the order in which they are reached.
  private func flood(_ labels: inout Plane<UInt8>) {
    var queue = FloodQueue()
    forEachEdge(of: labels) { queue.push($0, at: gradient($0)) }
    while let index = queue.pop() {
      let label = labels.values[index]
      Self.forEachNeighbour(of: index, width, width * height) { other in
        guard labels.values[other] == 0 else { return }
        labels.values[other] = label
        queue.push(other, at: gradient(other))
      }
    }
  }

  /// Calls `body` with the index of each labelled pixel that has one without a label beside it.
  private func forEachEdge(of labels: Plane<UInt8>, _ body: (Int) -> Void) {
    var edges = Plane<UInt8>(width: width, height: height, repeating: 0)
    do {
      let labels = labels.values.span
      var edges = edges.values.mutableSpan
      @inline(__always)
      func isEdge(_ index: Int, _ before: Int, _ behind: Int, _ above: Int, _ below: Int) -> UInt8 {
        let across = min(labels[unchecked: before], labels[unchecked: behind])
        let around = min(across, min(labels[unchecked: above], labels[unchecked: below]))
        return (labels[unchecked: index] != 0 ? 1 : 0) & (around == 0 ? 1 : 0)
      }
      for y in 0..<height {
        let row = y &* width
        let (above, below) = (y > 0 ? row &- width : row, y + 1 < height ? row &+ width : row)
        for x in 1..<max(1, width &- 1) {
          edges[unchecked: row &+ x] = isEdge(row &+ x, row &+ x &- 1, row &+ x &+ 1, above &+ x, below &+ x)
        }
        let last = width - 1
        edges[row] = isEdge(row, row, row + min(1, last), above, below)
        edges[row + last] = isEdge(row + last, row + max(0, last - 1), row + last, above + last, below + last)
      }
    }
    for y in 0..<height {
      var x = edges.end(of: 0, from: 0, in: y &* width)
      while x < width {
        body(y &* width &+ x)
        x = edges.end(of: 0, from: x &+ 1, in: y &* width)
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
  private func gradient(_ index: Int) -> UInt16 {
    let (x, y) = (index % width, index / width)
    let (left, right) = (x > 0 ? -1 : 0, x + 1 < width ? 1 : 0)
    let (above, below) = (y > 0 ? -width : 0, y + 1 < height ? width : 0)
    @inline(__always)
    func change(_ channel: Span<UInt16>) -> (across: Float, down: Float) {
      @inline(__always)
      func value(_ offset: Int) -> Int32 { Int32(channel[unchecked: index &+ offset]) }
      let (upLeft, upRight) = (value(above &+ left), value(above &+ right))
      let (downLeft, downRight) = (value(below &+ left), value(below &+ right))
      let across = upRight &- upLeft &+ 2 &* (value(right) &- value(left)) &+ downRight &- downLeft
      let down = downLeft &- upLeft &+ 2 &* (value(below) &- value(above)) &+ downRight &- upRight
      return (Float(across), Float(down))
    }
    let red = change(picture.smoothed.red.span)
    let (green, blue) = (change(picture.smoothed.green.span), change(picture.smoothed.blue.span))
    let luma = (
      across: 0.6 * green.across + 0.3 * red.across + 0.1 * blue.across,
      down: 0.6 * green.down + 0.3 * red.down + 0.1 * blue.down
    )
    @inline(__always)
    func square(_ change: (across: Float, down: Float)) -> Float {
      change.across * change.across + change.down * change.down
    }
    let length = max(square(luma), 0.25 * max(square(red), max(square(green), square(blue)))).squareRoot()
    return UInt16(min(length / (8 * 64), 1023))
  }

  /// Returns each pixel's distance to the backdrop in pixels, the larger of those across and down, at most 255.
  private static func distances(to mask: Plane<UInt8>) -> Plane<UInt8> {
    let (width, height) = (mask.width, mask.height)
    var plane = Plane<UInt8>(width: width, height: height, repeating: 0)
    var distances = plane.values.mutableSpan
    // Along each row first. From there, the nearest pixel is straight or diagonally above or below.
    for y in 0..<height {
      let row = y &* width
      var first = mask.end(of: 1, from: 0, in: row)
      while first < width {
        let end = mask.end(of: 0, from: first, in: row)
        let (before, behind) = (first > 0 ? 1 &- first : 255, end < width ? end : width &+ 255)
        for x in first..<end {
          distances[unchecked: row &+ x] = UInt8(truncatingIfNeeded: min(before &+ x, behind &- x, 255))
        }
        first = mask.end(of: 1, from: end, in: row)
      }
    }
    @inline(__always)
    func next(_ distance: UInt8) -> UInt8 { distance &+ (distance == 255 ? 0 : 1) }
    func relax(_ distances: inout MutableSpan<UInt8>, _ row: Int, from other: Int) {
      @inline(__always)
      func relaxed(_ distances: inout MutableSpan<UInt8>, _ x: Int, _ first: Int, _ last: Int) -> UInt8 {
        let sides = min(distances[unchecked: other &+ first], distances[unchecked: other &+ last])
        return min(distances[unchecked: row &+ x], next(min(sides, distances[unchecked: other &+ x])))
      }
      for x in 1..<max(1, width &- 1) { distances[unchecked: row &+ x] = relaxed(&distances, x, x &- 1, x &+ 1) }
      distances[row] = relaxed(&distances, 0, 0, min(1, width - 1))
      distances[row + width - 1] = relaxed(&distances, width - 1, max(0, width - 2), width - 1)
    }
    for y in 1..<max(1, height) { relax(&distances, y &* width, from: (y &- 1) &* width) }
    for y in (0..<max(0, height - 1)).reversed() { relax(&distances, y &* width, from: (y &+ 1) &* width) }
    return plane
  }
}
