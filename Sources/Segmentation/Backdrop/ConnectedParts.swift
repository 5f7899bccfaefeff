import PixelCore

/// The connected parts of a mask: pixels that are 1 and touch each other.
struct ConnectedParts {
  struct Part {
    var area = 0
    var left = Int.max, top = Int.max, right = -1, bottom = -1
    /// Length of the longer side of the smallest rectangle around the part.
    var length: Int { max(right - left, bottom - top) + 1 }
  }

  /// Neighbouring pixels of a row.
  struct Run {
    let y: Int32
    let first: Int32
    var end: Int32
    var part: Int32
  }

  private(set) var runs: [Run] = []
  private(set) var parts: [Part] = []

  /// - Parameter diagonally: Whether pixels that touch at a corner are connected.
  init(of mask: Plane<UInt8>, diagonally: Bool) {
    let reach: Int32 = diagonally ? 0 : 1
    var above = 0..<0
    for y in 0..<mask.height {
      let start = runs.count
      let row = y &* mask.width
      var x = mask.end(of: 0, from: 0, in: row)
      while x < mask.width {
        let first = x
        x = mask.end(of: 1, from: first, in: row)
        runs.append(Run(y: Int32(y), first: Int32(first), end: Int32(x), part: Int32(runs.count)))
        x = mask.end(of: 0, from: x, in: row)
      }
      let here = start..<runs.count
      join(above, here, reach)
      above = here
    }
    number()
  }

  private mutating func join(_ above: Range<Int>, _ here: Range<Int>, _ reach: Int32) {
    var (one, other) = (above.lowerBound, here.lowerBound)
    while one < above.upperBound, other < here.upperBound {
      if runs[one].end < runs[other].first + reach {
        one += 1
      } else if runs[other].end < runs[one].first + reach {
        other += 1
      } else {
        let (first, second) = (root(one), root(other))
        runs[max(first, second)].part = Int32(min(first, second))
        if runs[one].end < runs[other].end { one += 1 } else { other += 1 }
      }
    }
  }

  private mutating func root(_ run: Int) -> Int {
    var run = run
    while Int(runs[run].part) != run {
      runs[run].part = runs[Int(runs[run].part)].part
      run = Int(runs[run].part)
    }
    return run
  }

  /// Replaces each run's part by the part's index, in the order in which parts begin.
  private mutating func number() {
    for index in runs.indices {
      let parent = Int(runs[index].part)
      if parent == index {
        runs[index].part = Int32(parts.count)
        parts.append(Part())
      } else {
        runs[index].part = runs[parent].part
      }
      let run = runs[index]
      let part = Int(run.part)
      parts[part].area += Int(run.end - run.first)
      parts[part].left = min(parts[part].left, Int(run.first))
      parts[part].right = max(parts[part].right, Int(run.end) - 1)
      parts[part].top = min(parts[part].top, Int(run.y))
      parts[part].bottom = max(parts[part].bottom, Int(run.y))
    }
  }

  /// The smallest rectangle around the parts, without those of less than a hundredth of the largest one's area. Nil if
  /// there are no parts.
  var boxWithoutSpecks: PixelRect? {
    guard let largest = parts.map(\.area).max() else { return nil }
    let kept = parts.filter { $0.area * 100 >= largest }
    return PixelRect(
      columns: kept.map(\.left).min()!..<kept.map(\.right).max()! + 1,
      rows: kept.map(\.top).min()!..<kept.map(\.bottom).max()! + 1)
  }

  /// Returns for each part how many of its pixels satisfy a condition, given by index.
  @inline(__always)
  func counts(in width: Int, where condition: (Int) -> Bool) -> [Int] {
    var counts = [Int](repeating: 0, count: parts.count)
    for run in runs {
      let row = Int(run.y) &* width
      for index in row &+ Int(run.first)..<row &+ Int(run.end) where condition(index) { counts[Int(run.part)] += 1 }
    }
    return counts
  }

  /// Sets the pixels of some parts to a value.
  func fill(_ plane: inout Plane<UInt8>, with value: UInt8, where chosen: (Int) -> Bool) {
    let wanted = parts.indices.map(chosen)
    for run in runs where wanted[Int(run.part)] {
      let row = Int(run.y) * plane.width
      for index in row + Int(run.first)..<row + Int(run.end) { plane.values[index] = value }
    }
  }
}
