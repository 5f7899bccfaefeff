import Foundation

/// The place of a record in a list: the sort key, then the ID.
struct ListPosition: Comparable {
  let key: Data
  let id: Data

  static func < (one: ListPosition, other: ListPosition) -> Bool {
    one.key == other.key ? one.id.lexicographicallyPrecedes(other.id) : one.key.lexicographicallyPrecedes(other.key)
  }
}
