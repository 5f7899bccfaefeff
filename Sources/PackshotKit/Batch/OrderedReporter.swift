/// Reports photos in the order of the walk, regardless of the order in which they finish, and counts them.
struct OrderedReporter {
  private(set) var summary: BatchSummary
  private let report: (BatchEvent) -> Void
  /// By place, reports that can't be sent yet because an earlier photo isn't finished.
  private var waiting: [Int: PhotoReport] = [:]
  private var nextPlace = 0
  private var placeCount = 0

  init(summary: BatchSummary, report: @escaping (BatchEvent) -> Void) {
    self.summary = summary
    self.report = report
  }

  /// Adds the report of the next photo.
  mutating func add(_ done: PhotoReport) { fill(reserve(), with: done) }

  /// Reserves the next place for a photo that isn't finished.
  mutating func reserve() -> Int {
    placeCount += 1
    return placeCount - 1
  }

  /// Sets the report at a place, and sends it once all earlier ones are sent.
  mutating func fill(_ place: Int, with done: PhotoReport) {
    precondition(place >= nextPlace && waiting[place] == nil, "a photo is reported once")
    summary.count(done)
    waiting[place] = done
    while let next = waiting.removeValue(forKey: nextPlace) {
      report(.photo(next))
      nextPlace += 1
    }
  }

  /// Sends the remaining reports, skipping photos that were never started, and returns the summary.
  mutating func finish() -> BatchSummary {
    for (_, done) in waiting.sorted(by: { $0.key < $1.key }) { report(.photo(done)) }
    waiting = [:]
    return summary
  }
}
