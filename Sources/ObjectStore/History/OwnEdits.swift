import Synchronization

/// The numbers of the edits that a store has made. They are added after the commit, because the number of an edit that is
/// rolled back is reused.
final class OwnEdits: Sendable {
  private let numbers = Mutex<Set<Int64>>([])

  /// Edits beyond this number are forgotten, the oldest first. Histories are shorter.
  private static let limit = 10_000

  func add(_ number: Int64) {
    numbers.withLock { numbers in
      numbers.insert(number)
      if numbers.count > Self.limit { numbers = Set(numbers.sorted().suffix(Self.limit / 2)) }
    }
  }

  /// Returns the entry, marked if it is one of these edits.
  func marked(_ entry: HistoryEntry) -> HistoryEntry {
    var entry = entry
    entry.isOwn = numbers.withLock { $0.contains(entry.id) }
    return entry
  }
}
