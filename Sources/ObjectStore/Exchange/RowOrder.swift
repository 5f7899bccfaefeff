import Foundation

/// In which order the rows of an import can be taken so that each finds what it refers to: the order in which they were
/// taken when they were tried, except that what a row refers to comes before it.
struct RowOrder {
  typealias Mark = Int

  /// The rows that could be taken, in the order in which they were.
  private(set) var rows: [Int] = []
  /// Which records rows refer to, by the ids that they give or find.
  private var needs: [(row: Int, id: UUID)] = []
  /// The row that a record is in, by the id that it has, and by the one that the row gives.
  private var rowOfRecord: [UUID: Int] = [:]

  /// Writes down that a row refers to a record.
  mutating func row(_ row: Int, needs id: UUID) { needs.append((row, id)) }

  /// Writes down that a row was taken.
  mutating func took(_ row: Int, record id: UUID, given: UUID?) {
    rows.append(row)
    rowOfRecord[id] = row
    if let given { rowOfRecord[given] = row }
  }

  /// What has been written down of references so far.
  var mark: Mark { needs.count }

  /// Forgets the references that came after a mark.
  mutating func takeBack(to mark: Mark) { needs.removeSubrange(mark...) }

  /// The rows in their order, and whether some refer to each other in a circle: those can only be taken together.
  func sorted() -> (rows: [Int], hasCircle: Bool) {
    var places: [Int: Int] = [:]
    for (place, row) in rows.enumerated() { places[row] = place }
    var before: [Int: [Int]] = [:]
    var isSorted = true
    for (row, id) in needs {
      guard let other = rowOfRecord[id], other != row, let place = places[row], let otherPlace = places[other] else {
        continue
      }
      before[row, default: []].append(other)
      if otherPlace > place { isSorted = false }
    }
    return isSorted ? (rows, false) : sorted(before)
  }

  /// Goes from each row to those that come before it, the deepest first. Without recursion: a chain may be as long as a file.
  private func sorted(_ before: [Int: [Int]]) -> (rows: [Int], hasCircle: Bool) {
    var sorted: [Int] = []
    sorted.reserveCapacity(rows.count)
    var (begun, ended) = (Set<Int>(), Set<Int>())
    var hasCircle = false
    for row in rows {
      var path = [row]
      while let last = path.last {
        if ended.contains(last) {
          path.removeLast()
        } else if begun.insert(last).inserted {
          for other in (before[last] ?? []).reversed() where !ended.contains(other) {
            if begun.contains(other) { hasCircle = true } else { path.append(other) }
          }
        } else {
          sorted.append(last)
          ended.insert(last)
          path.removeLast()
        }
      }
    }
    return (sorted, hasCircle)
  }
}
