import Foundation

/// The order in which the rows of an import can be imported so that each finds the records it refers to: the order of
/// the trial, except that each row comes after the rows it refers to.
struct RowOrder {
  typealias Mark = Int

  /// The rows that could be imported, in that order.
  private(set) var rows: [Int] = []
  /// The records that rows refer to, by the IDs that they contain or that were found.
  private var needs: [(row: Int, id: UUID)] = []
  /// The row of a record, by the record's ID and by the ID in the row.
  private var rowOfRecord: [UUID: Int] = [:]

  /// Notes that a row refers to a record.
  mutating func row(_ row: Int, needs id: UUID) { needs.append((row, id)) }

  /// Notes that a row was imported.
  mutating func took(_ row: Int, record id: UUID, given: UUID?) {
    rows.append(row)
    rowOfRecord[id] = row
    if let given { rowOfRecord[given] = row }
  }

  /// The current number of references, for a rollback.
  var mark: Mark { needs.count }

  /// Removes the references after a mark.
  mutating func takeBack(to mark: Mark) { needs.removeSubrange(mark...) }

  /// Returns the rows in order, and whether some refer to each other in a cycle: these can only be imported together.
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

  /// Visits the rows that each row depends on, depth first. It isn't recursive, because a chain can be as long as a
  /// file.
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
