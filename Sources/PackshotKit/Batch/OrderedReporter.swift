/// Reports photos in the order of the walk, regardless of the order in which they finish, and counts them.
struct OrderedReporter {
  private(set) var summary: BatchSummary
  private let report: (BatchEvent) -> Void
  /// Reports that can't be sent yet, because an earlier photo isn't finished. Entries before `first` have been sent.
  private var waiting: [PhotoReport?] = []
  private var first = 0

  init(summary: BatchSummary, report: @escaping (BatchEvent) -> Void) {
    self.summary = summary
    self.report = report
  }

  /// Adds the report of the next photo.
  mutating func add(_ done: PhotoReport) { fill(reserve(), with: done) }

  /// Reserves the next place for a photo that isn't finished.
  mutating func reserve() -> Int {
    waiting.append(nil)
    return waiting.count - 1
  }

  /// Sets the report at a place, and sends it once all earlier ones are sent.
  mutating func fill(_ place: Int, with done: PhotoReport) {
    waiting[place] = done
    summary.count(done)
    while first < waiting.count, let next = waiting[first] {
      report(.photo(next))
      waiting[first] = nil
      first += 1
    }
  }

  /// Sends the remaining reports, skipping photos that were never started, and returns the summary.
  mutating func finish() -> BatchSummary {
    for place in first..<max(first, waiting.count) {
      if let done = waiting[place] { report(.photo(done)) }
    }
    waiting = []
    return summary
  }
}
