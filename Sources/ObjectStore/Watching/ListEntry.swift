import Foundation
internal import GRDB

/// A record's entry in a list: only its ID and sort keys.
struct ListEntry {
  let id: UUID
  let section: SectionKey
  let keys: [DatabaseValue]
}

/// The order of a list: by section, then by the fetch's order, then by ID. It is the same as SQLite's.
struct ListOrder {
  let isSectionDescending: Bool
  let isDescending: [Bool]

  /// Whether one entry comes before another.
  func callAsFunction(_ one: ListEntry, _ other: ListEntry) -> Bool {
    if let isBefore = isBefore(one.section.order, other.section.order, isSectionDescending) { return isBefore }
    if one.section.title != other.section.title {
      return one.section.title.utf8.lexicographicallyPrecedes(other.section.title.utf8) != isSectionDescending
    }
    for (index, isDescending) in isDescending.enumerated() {
      if let isBefore = isBefore(one.keys[index], other.keys[index], isDescending) { return isBefore }
    }
    return one.id.isBefore(other.id)
  }

  /// Returns whether a value comes before another; nil if they are equal.
  private func isBefore(_ one: DatabaseValue, _ other: DatabaseValue, _ isDescending: Bool) -> Bool? {
    if one == other { return nil }
    return one.isBefore(other) != isDescending
  }
}

extension DatabaseValue {
  /// SQLite's order of different values: null, numbers, text by its bytes, blobs.
  fileprivate func isBefore(_ other: DatabaseValue) -> Bool {
    switch (storage, other.storage) {
    case (.int64(let one), .int64(let other)): one < other
    case (.double(let one), .double(let other)): one < other
    case (.string(let one), .string(let other)): one.utf8.lexicographicallyPrecedes(other.utf8)
    case (.blob(let one), .blob(let other)): one.lexicographicallyPrecedes(other)
    // A column of a strict table holds only one type and null.
    default: isNull
    }
  }
}

extension UUID {
  fileprivate func isBefore(_ other: UUID) -> Bool {
    withUnsafeBytes(of: uuid) { one in withUnsafeBytes(of: other.uuid) { one.lexicographicallyPrecedes($0) } }
  }
}
