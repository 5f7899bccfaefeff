/// Reports photos in the order of the walk, whatever order they are done in, and counts them.
struct OrderedReporter {
  private(set) var summary: BatchSummary
  private let report: (BatchEvent) -> Void
  /// Reports from the first one that is still missing on.
  private var waiting: [PhotoReport?] = []
  private var first = 0

  init(summary: BatchSummary, report: @escaping (BatchEvent) -> Void) {
    self.summary = summary
    self.report = report
  }

  /// Reports the next photo, which is done.
  mutating func add(_ done: PhotoReport) { fill(reserve(), with: done) }

  /// Leaves the next place to a photo that is not done yet.
  mutating func reserve() -> Int {
    waiting.append(nil)
    return waiting.count - 1
  }

  /// Reports the photo at a place, as soon as all before it are.
  mutating func fill(_ place: Int, with done: PhotoReport) {
    waiting[place] = done
    summary.count(done)
    while first < waiting.count, let next = waiting[first] {
      report(.photo(next))
      waiting[first] = nil
      first += 1
    }
  }

  /// Reports what is left behind photos that were never begun, and returns the count.
  mutating func finish() -> BatchSummary {
    for place in first..<max(first, waiting.count) {
      if let done = waiting[place] { report(.photo(done)) }
    }
    waiting = []
    return summary
  }
}
