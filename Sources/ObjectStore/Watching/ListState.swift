import Foundation

/// A list as it is at one moment: its entries in their order, and where each section begins.
struct ListState: Sendable {
  let entries: [ListEntry]
  /// The headings of its sections, and the place of the first entry of each.
  let titles: [String]
  private let starts: [Int]

  /// A list that is divided by the sections of its entries, or is one section, empty or not.
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

  /// The sections with the ids in each.
  var sections: [ListSection] {
    titles.indices.map { section in
      let end = section + 1 < starts.count ? starts[section + 1] : entries.count
      return ListSection(title: titles[section], ids: entries[starts[section]..<end].map(\.id))
    }
  }

  /// Where the entry at a place of the whole list is in its section.
  func index(of place: Int) -> ListIndex {
    // The last section that begins there or before, by bisection.
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= place { low = middle } else { high = middle }
    }
    return ListIndex(section: low, item: place - starts[low])
  }
}
