/// The share of each pixel of a canvas that an `Outline` covers, by the non-zero winding rule: exact areas between its
/// edges, to 16 bits.
///
/// Each row of pixels is measured separately. The edges in a row form groups that don't overlap horizontally, so the
/// winding number to the left and right of a group is constant over the row's height. Most groups are one edge, or a
/// few that continue each other. There the winding number changes once, and the area counts if the winding number is
/// zero on one side. (Level edges have no area, but they keep a group together.) If edges of a group overlap or cross,
/// as in the overlapping parts of a letter, the row is cut at all of their ends and crossings. Between two cuts, the
/// edges are ordered from left to right, and an edge counts if the winding number is zero on one side of it.
///
/// Areas are sums of 64-bit integers. The only rounding is of the points where an edge crosses the border of a row or a
/// pixel, to 1/4096 pixel.
package struct OutlineCoverage {
  package let width: Int
  package let height: Int
  private let edges: [Outline.Edge]
  /// The edges in row y are at `rowStarts[y]..<rowStarts[y + 1]` in `order`.
  private var rowStarts: [Int]
  private var order: [Int32]

  // Reused for each row.
  private var pieces: [Piece] = []
  private var cuts: [Int] = []
  private var slices: [Slice] = []
  /// For each pixel, twice the area to the right of its edges in square units, relative to the full pixels counted by
  /// `heights`.
  private var areas: [Int]
  /// For each pixel, the change of the covered height for it and all pixels to its right.
  private var heights: [Int]

  private static let unit = Outline.unit

  /// The part of an edge inside a row.
  private struct Piece {
    var edge: Int
    var top: Int
    var bottom: Int
    var topX: Int
    var bottomX: Int
    var winding: Int
    var left: Int { min(topX, bottomX) }
    var right: Int { max(topX, bottomX) }
  }

  /// The part of a piece between two cuts.
  private struct Slice {
    var topX: Int
    var bottomX: Int
    var winding: Int
    var piece: Int

    /// Whether the slice is to the left of another one. If their middles are equal, their lower ends decide.
    func isLeft(of other: Slice) -> Bool {
      (topX + bottomX, bottomX, piece) < (other.topX + other.bottomX, other.bottomX, other.piece)
    }
  }

  package init(_ outline: Outline, width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    var closed = outline
    closed.close()
    edges = closed.edges
    areas = Array(repeating: 0, count: width)
    heights = Array(repeating: 0, count: width + 1)
    let rows = edges.map { Self.rows(of: $0, height) }
    rowStarts = Array(repeating: 0, count: height + 1)
    for rows in rows { for y in rows { rowStarts[y + 1] += 1 } }
    for y in 0..<height { rowStarts[y + 1] += rowStarts[y] }
    order = Array(repeating: 0, count: rowStarts[height])
    var next = rowStarts
    for (index, rows) in rows.enumerated() {
      for y in rows {
        order[next[y]] = Int32(index)
        next[y] += 1
      }
    }
  }

  private static func rows(of edge: Outline.Edge, _ height: Int) -> Range<Int> {
    // A level edge on the border between two rows is in neither.
    let first = min(height, max(0, edge.top.y >> 12))
    return first..<min(height, max(first, (edge.bottom.y + unit - 1) >> 12))
  }

  /// Whether a row contains no edges.
  package func isEmpty(row y: Int) -> Bool { rowStarts[y] == rowStarts[y + 1] }

  /// Measures the covered share of each pixel of row `y`, in 1/65,535.
  package mutating func measure(row y: Int, into shares: inout [UInt16]) {
    if isEmpty(row: y) {
      for x in 0..<width { shares[x] = 0 }
      return
    }
    takePieces(row: y)
    var (first, winding) = (0, 0)
    while first < pieces.count {
      var (last, right) = (first + 1, pieces[first].right)
      while last < pieces.count, pieces[last].left <= right {
        right = max(right, pieces[last].right)
        last += 1
      }
      winding = measure(first..<last, from: winding)
      first = last
    }
    Self.takeShares(&areas, &heights, into: &shares, width: width)
  }

  /// Turns a row's areas into shares, and clears them for the next row.
  private static func takeShares(
    _ areas: inout [Int], _ heights: inout [Int], into shares: inout [UInt16], width: Int
  ) {
    let full = 2 * Self.unit * Self.unit
    var areas = areas.mutableSpan
    var heights = heights.mutableSpan
    var shares = shares.mutableSpan
    var (height, share, hasEdge) = (0, UInt16(0), false)
    for x in 0..<width {
      let (area, change) = (areas[x], heights[x])
      // Between edges, the share is that of the pixel before.
      if hasEdge || area != 0 || change != 0 {
        height += change
        share = UInt16((min(full, max(0, height * 2 * Self.unit + area)) * 65_535 + full / 2) / full)
        hasEdge = area != 0
        (areas[x], heights[x]) = (0, 0)
      }
      shares[x] = share
    }
    heights[width] = 0
  }

  /// Clips the edges to a row and sorts them by their left ends.
  private mutating func takePieces(row y: Int) {
    let (top, bottom) = (y * Self.unit, (y + 1) * Self.unit)
    pieces.removeAll(keepingCapacity: true)
    for index in order[rowStarts[y]..<rowStarts[y + 1]] {
      let edge = edges[Int(index)]
      let (from, to) = (max(top, edge.top.y), min(bottom, edge.bottom.y))
      pieces.append(
        Piece(
          edge: Int(index), top: from, bottom: to, topX: edge.x(at: from),
          bottomX: edge.winding == 0 ? edge.bottom.x : edge.x(at: to), winding: edge.winding))
    }
    if pieces.count < 24 {
      for i in 1..<max(pieces.count, 1) {
        let piece = pieces[i]
        var j = i
        while j > 0, pieces[j - 1].left > piece.left {
          pieces[j] = pieces[j - 1]
          j -= 1
        }
        pieces[j] = piece
      }
    } else {
      pieces.sort { ($0.left, $0.edge) < ($1.left, $1.edge) }
    }
  }

  /// Measures a group of pieces and returns the winding number to the right of it.
  private mutating func measure(_ group: Range<Int>, from winding: Int) -> Int {
    var (change, down, up) = (0, false, false)
    for index in group {
      let piece = pieces[index]
      change += piece.winding * (piece.bottom - piece.top)
      if piece.winding > 0 { down = true } else if piece.winding < 0 { up = true }
    }
    let next = winding + change / Self.unit
    // All pieces run in one direction and add up to one crossing, so there is exactly one of them at each height.
    if down != up, abs(change) == Self.unit {
      if (winding == 0) != (next == 0) {
        for index in group {
          let piece = pieces[index]
          add(piece.topX, piece.bottomX, from: piece.top, to: piece.bottom, counts: winding == 0 ? 1 : -1)
        }
      }
      return next
    }
    cut(group, from: winding)
    return next
  }

  /// Measures a group whose pieces may overlap or cross.
  private mutating func cut(_ group: Range<Int>, from winding: Int) {
    cuts.removeAll(keepingCapacity: true)
    for index in group {
      cuts.append(pieces[index].top)
      cuts.append(pieces[index].bottom)
    }
    sortCuts()
    let ends = cuts
    for (top, bottom) in zip(ends, ends.dropFirst()) {
      slice(group, from: top, to: bottom)
      cuts.removeAll(keepingCapacity: true)
      for i in slices.indices {
        for j in slices.indices.dropFirst(i + 1) {
          let apart = slices[j].topX - slices[i].topX
          let then = slices[j].bottomX - slices[i].bottomX
          // Two slices cross if they change places.
          guard apart < 0 && then > 0 || apart > 0 && then < 0 else { continue }
          let crossing = top + (abs(apart) * (bottom - top)).divided(by: abs(apart) + abs(then))
          if crossing > top, crossing < bottom { cuts.append(crossing) }
        }
      }
      if cuts.isEmpty {
        count(from: top, to: bottom, winding)
        continue
      }
      cuts += [top, bottom]
      sortCuts()
      let crossings = cuts
      for (top, bottom) in zip(crossings, crossings.dropFirst()) {
        slice(group, from: top, to: bottom)
        count(from: top, to: bottom, winding)
      }
    }
  }

  private mutating func sortCuts() {
    cuts.sort()
    var count = 0
    for cut in cuts where count == 0 || cuts[count - 1] != cut {
      cuts[count] = cut
      count += 1
    }
    cuts.removeLast(cuts.count - count)
  }

  /// Collects the parts of a group's pieces between two heights, from left to right.
  private mutating func slice(_ group: Range<Int>, from top: Int, to bottom: Int) {
    slices.removeAll(keepingCapacity: true)
    for index in group where pieces[index].top <= top && pieces[index].bottom >= bottom {
      let edge = edges[pieces[index].edge]
      let new = Slice(topX: edge.x(at: top), bottomX: edge.x(at: bottom), winding: pieces[index].winding, piece: index)
      var place = slices.count
      slices.append(new)
      while place > 0, new.isLeft(of: slices[place - 1]) {
        slices[place] = slices[place - 1]
        place -= 1
      }
      slices[place] = new
    }
  }

  /// Adds the areas of the slices that have a winding number of zero on one side.
  private mutating func count(from top: Int, to bottom: Int, _ winding: Int) {
    var winding = winding
    for slice in slices {
      let next = winding + slice.winding
      if (winding == 0) != (next == 0) {
        add(slice.topX, slice.bottomX, from: top, to: bottom, counts: winding == 0 ? 1 : -1)
      }
      winding = next
    }
  }

  // MARK: Areas

  /// Adds, or subtracts if `sign` is -1, the area to the right of a straight edge in the row.
  private mutating func add(_ topX: Int, _ bottomX: Int, from top: Int, to bottom: Int, counts sign: Int) {
    var (x, y) = (topX, top)
    let (limit, lastX) = (width << 12, bottomX)
    if x == lastX || (x >> 12 == lastX >> 12 && x >= 0 && x < limit) {
      return addInPixel(x, lastX, sign * (bottom - top))
    }
    let (across, down) = (abs(lastX - x), bottom - top)
    let step = lastX > x ? 1 : -1
    while x != lastX {
      // Continues to the next pixel border, or to the end of the edge outside the canvas.
      var nextX: Int
      if step > 0 {
        nextX = x < 0 ? 0 : x >= limit ? lastX : ((x >> 12) + 1) << 12
        nextX = min(nextX, lastX)
      } else {
        nextX = x > limit ? limit : x <= 0 ? lastX : ((x - 1) >> 12) << 12
        nextX = max(nextX, lastX)
      }
      let nextY = nextX == lastX ? bottom : top + (abs(nextX - topX) * down) / across
      addInPixel(x, nextX, sign * (nextY - y))
      (x, y) = (nextX, nextY)
    }
  }

  /// Adds an edge that stays inside a pixel, or outside the canvas.
  @inline(__always)
  private mutating func addInPixel(_ startX: Int, _ endX: Int, _ height: Int) {
    let left = min(startX, endX)
    if left >= width << 12 { return }
    if left < 0 {
      heights[0] += height
      return
    }
    let pixel = left >> 12
    // The part to the left of the edge in its pixel doesn't count.
    heights[pixel] += height
    areas[pixel] -= height * ((startX - pixel << 12) + (endX - pixel << 12))
  }
}

extension Outline.Edge {
  /// Returns the edge's x at a height, rounded to the nearest unit.
  func x(at y: Int) -> Int {
    if y == top.y { return top.x }
    if y == bottom.y { return bottom.x }
    return top.x + ((bottom.x - top.x) * (y - top.y)).divided(by: bottom.y - top.y)
  }
}
