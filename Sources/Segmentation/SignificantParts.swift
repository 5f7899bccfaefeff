import PixelCore

/// The connected parts of a mask that are large enough to be significant: a cable one pixel wide is, dust is not.
///
/// Pixels at most five apart, horizontally and vertically, are connected. A part is significant if it has as many
/// strong pixels as a square whose side is a 64th of the image's shorter side (at least 16 pixels). A part is also
/// significant if it is at least as long as that side (at least 6 pixels; twice as long in a mask of edges) and has at
/// least half as many strong pixels as its length in pixels.
struct SignificantParts {
  /// The smallest rectangle around all significant parts, if there are any.
  private(set) var box: PixelRect?

  private static let reach = 5

  /// Connected pixels of a row.
  private struct Run {
    let first: Int
    var last: Int
    var strong: Int
    /// Index of a run of the same part, or its own index.
    var part: Int
  }

  private struct Part {
    var left = Int.max, top = Int.max, right = Int.min, bottom = Int.min
    var strong = 0
  }

  init(of mask: ContentMask) {
    let (width, height) = (mask.size.width, mask.size.height)
    var runs: [Run] = []
    /// Index of the first run of each row, and finally the number of runs.
    var starts = [0]
    mask.pixels.withUnsafeBufferPointer { pixels in
      for y in 0..<height {
        Self.appendRuns(of: UnsafeBufferPointer(rebasing: pixels[y * width..<(y + 1) * width]), to: &runs)
        let here = starts[y]..<runs.count
        for above in max(0, y - Self.reach)..<y { Self.join(starts[above]..<starts[above + 1], here, &runs) }
        starts.append(runs.count)
      }
    }
    var parts: [Int: Part] = [:]
    for y in 0..<height {
      for number in starts[y]..<starts[y + 1] {
        let run = runs[number]
        let root = Self.root(of: number, &runs)
        var part = parts[root] ?? Part()
        part.left = min(part.left, run.first)
        part.right = max(part.right, run.last)
        part.top = min(part.top, y)
        part.bottom = max(part.bottom, y)
        part.strong += run.strong
        parts[root] = part
      }
    }
    let unit = min(width, height) / 64
    for part in parts.values {
      let found = PixelRect(columns: part.left..<part.right + 1, rows: part.top..<part.bottom + 1)
      let length = max(found.size.width, found.size.height)
      let isLong = length >= mask.leastLength * max(6, unit) && part.strong * 2 >= length
      guard part.strong > 0, isLong || part.strong >= max(16, unit * unit) else { continue }
      box = box?.union(found) ?? found
    }
  }

  private static func appendRuns(of row: UnsafeBufferPointer<UInt8>, to runs: inout [Run]) {
    let first = runs.count
    for x in 0..<row.count where row[x] != ContentMask.none {
      let strong = row[x] == ContentMask.strong ? 1 : 0
      if runs.count > first, x - runs[runs.count - 1].last <= reach {
        runs[runs.count - 1].last = x
        runs[runs.count - 1].strong += strong
      } else {
        runs.append(Run(first: x, last: x, strong: strong, part: runs.count))
      }
    }
  }

  /// Joins connected runs of two rows.
  private static func join(_ above: Range<Int>, _ here: Range<Int>, _ runs: inout [Run]) {
    var (one, other) = (above.lowerBound, here.lowerBound)
    while one < above.upperBound, other < here.upperBound {
      if runs[one].last + reach < runs[other].first {
        one += 1
      } else if runs[other].last + reach < runs[one].first {
        other += 1
      } else {
        let (first, second) = (root(of: one, &runs), root(of: other, &runs))
        runs[max(first, second)].part = min(first, second)
        if runs[one].last < runs[other].last { one += 1 } else { other += 1 }
      }
    }
  }

  private static func root(of number: Int, _ runs: inout [Run]) -> Int {
    var number = number
    while runs[number].part != number {
      runs[number].part = runs[runs[number].part].part
      number = runs[number].part
    }
    return number
  }
}
