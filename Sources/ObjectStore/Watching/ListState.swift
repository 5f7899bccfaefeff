import Foundation

/// A list at one moment: its entries in order, and the start of each section.
struct ListState: Sendable {
  let entries: [ListEntry]
  /// The headings of the sections, and the index of the first entry of each.
  let titles: [String]
  private let starts: [Int]

  /// Creates a list that is divided by the sections of its entries, or that is a single section, empty or not.
  init(_ entries: [ListEntry], isDivided: Bool) {
    self.entries = entries
    var starts: [Int] = []
    if isDivided {
      for index in entries.indices where index == 0 || entries[index].section != entries[index - 1].section {
        starts.append(index)
      }
      titles = starts.map { entries[$0].section.title }
    } else {
      starts = [0]
      titles = [SectionKey.only.title]
    }
    self.starts = starts
  }

  /// The sections with their IDs.
  var sections: [ListSection] {
    titles.indices.map { section in
      let end = section + 1 < starts.count ? starts[section + 1] : entries.count
      return ListSection(title: titles[section], ids: entries[starts[section]..<end].map(\.id))
    }
  }

  /// Returns the records whose sort keys differ from those in `old`.
  func resorted(since old: ListState) -> Set<UUID> {
    let keys = Dictionary(uniqueKeysWithValues: old.entries.map { ($0.id, $0.keys) })
    return Set(entries.filter { entry in keys[entry.id].map { $0 != entry.keys } ?? false }.map(\.id))
  }

  /// Returns the position in its section of the entry at an index of the whole list.
  func index(of place: Int) -> ListIndex {
    // Binary search for the last section that starts at or before the index.
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= place { low = middle } else { high = middle }
    }
    return ListIndex(section: low, item: place - starts[low])
  }
}
