import Foundation

/// The events between two states of a list.
///
/// Unchanged records keep their relative order, so only changed records can have moved. A changed record stays if it
/// has the same unchanged records before it as in the old state. If several changed records are between the same two
/// unchanged ones, the longest sequence that is still in its old order stays. So as few records as possible are
/// reported as moved.
struct ListDifference {
  private let old: ListState
  private let new: ListState
  /// The ranges of the lists that differ: equal entries at the start and end are excluded.
  private let oldPlaces: Range<Int>
  private let newPlaces: Range<Int>
  private let isChanged: (UUID) -> Bool

  /// Creates the difference of two states, between which only the records with `isChanged` were changed.
  init(from old: ListState, to new: ListState, isChanged: @escaping (UUID) -> Bool) {
    self.old = old
    self.new = new
    self.isChanged = isChanged
    let (before, after) = (old.entries, new.entries)
    let isSame = { (one: ListEntry, other: ListEntry) in
      one.id == other.id && one.section == other.section && !isChanged(one.id)
    }
    let shorter = min(before.count, after.count)
    let start = (0..<shorter).first { !isSame(before[$0], after[$0]) } ?? shorter
    let rest = shorter - start
    let end = (0..<rest).first { !isSame(before[before.count - 1 - $0], after[after.count - 1 - $0]) } ?? rest
    oldPlaces = start..<before.count - end
    newPlaces = start..<after.count - end
  }

  /// The events: removed records, sections, inserted or moved records, then records updated in place.
  var events: [ListEvent] {
    let oldPlace = Self.places(old.entries, oldPlaces)
    let newPlace = Self.places(new.entries, newPlaces)
    let staying = staying(oldPlace, newPlace)
    var (left, come, updated): ([ListEvent], [ListEvent], [ListEvent]) = ([], [], [])
    for place in oldPlaces where newPlace[old.entries[place].id] == nil {
      left.append(.deleted(old.entries[place].id, from: old.index(of: place)))
    }
    for place in newPlaces {
      let (id, index) = (new.entries[place].id, new.index(of: place))
      guard let before = oldPlace[id].map(old.index) else {
        come.append(.inserted(id, at: index))
        continue
      }
      if !staying.contains(id) {
        come.append(.moved(id, from: before, to: index))
      } else if isChanged(id) {
        updated.append(.updated(id, from: before, to: index))
      }
    }
    return left + sectionEvents + come + updated
  }

  private var sectionEvents: [ListEvent] {
    let (before, after) = (Set(old.titles), Set(new.titles))
    return old.titles.enumerated().filter { !after.contains($0.element) }
      .map { .sectionDeleted($0.element, from: $0.offset) }
      + new.titles.enumerated().filter { !before.contains($0.element) }
      .map { .sectionInserted($0.element, at: $0.offset) }
  }

  private static func places(_ entries: [ListEntry], _ range: Range<Int>) -> [UUID: Int] {
    Dictionary(uniqueKeysWithValues: range.map { (entries[$0].id, $0) })
  }

  /// Returns the records that keep their place relative to the others.
  private func staying(_ oldPlace: [UUID: Int], _ newPlace: [UUID: Int]) -> Set<UUID> {
    var fixedBefore: [UUID: Int] = [:]
    var fixed = 0
    for id in old.entries[oldPlaces].map(\.id) where newPlace[id] != nil {
      if isChanged(id) { fixedBefore[id] = fixed } else { fixed += 1 }
    }
    var staying: Set<UUID> = []
    var series: [(id: UUID, place: Int)] = []
    fixed = 0
    let endSeries = {
      for index in series.map(\.place).longestRise { staying.insert(series[index].id) }
      series.removeAll(keepingCapacity: true)
    }
    for entry in new.entries[newPlaces] {
      guard let place = oldPlace[entry.id] else { continue }
      if !isChanged(entry.id) {
        endSeries()
        fixed += 1
        staying.insert(entry.id)
      } else if fixedBefore[entry.id] == fixed, old.entries[place].section == entry.section {
        series.append((entry.id, place))
      }
    }
    endSeries()
    return staying
  }
}

extension [Int] {
  /// The indices of a longest increasing subsequence (Fredman, “On computing the length of longest increasing
  /// subsequences”, 1975).
  fileprivate var longestRise: [Int] {
    var tails: [Int] = []
    var previous = [Int?](repeating: nil, count: count)
    for index in indices {
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if self[tails[middle]] < self[index] { low = middle + 1 } else { high = middle }
      }
      previous[index] = low > 0 ? tails[low - 1] : nil
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var rise: [Int] = []
    var next = tails.last
    while let index = next {
      rise.append(index)
      next = previous[index]
    }
    return rise.reversed()
  }
}
