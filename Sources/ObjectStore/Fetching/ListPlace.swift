import Foundation

/// The place of a record in a list: the sort key, then the ID.
struct ListPlace: Comparable {
  let key: Data
  let id: Data

  static func < (one: ListPlace, other: ListPlace) -> Bool {
    one.key == other.key ? one.id.lexicographicallyPrecedes(other.id) : one.key.lexicographicallyPrecedes(other.key)
  }
}
