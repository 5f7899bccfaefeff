import Foundation

/// Where a record stands in people's order: by the key of what it is sorted by, then by its id.
struct ListPlace: Comparable {
  let key: Data
  let id: Data

  static func < (one: ListPlace, other: ListPlace) -> Bool {
    one.key == other.key ? one.id.lexicographicallyPrecedes(other.id) : one.key.lexicographicallyPrecedes(other.key)
  }
}
