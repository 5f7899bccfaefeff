/// The references between items of a HEIF file (`iref`), such as from a thumbnail to its picture.
struct HEIFReferences {
  private struct Link: Hashable {
    let kind: String
    let item: UInt32
  }

  /// The items that an item refers to.
  private var targets: [Link: [UInt32]] = [:]
  /// The items that refer to an item.
  private var sources: [Link: [UInt32]] = [:]

  /// Adds references from item `from`.
  mutating func add(_ kind: String, from: UInt32, to: [UInt32]) {
    targets[Link(kind: kind, item: from), default: []] += to
    for item in to { sources[Link(kind: kind, item: item), default: []].append(from) }
  }

  /// The items that `item` refers to, in order.
  func targets(_ kind: String, of item: UInt32) -> [UInt32] { targets[Link(kind: kind, item: item)] ?? [] }

  /// The items that refer to `item`.
  func sources(_ kind: String, of item: UInt32) -> [UInt32] { sources[Link(kind: kind, item: item)] ?? [] }
}
