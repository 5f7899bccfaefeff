import Foundation
import ObjectStore

extension Catalog {
  /// Products that the shop shows together: a season, a set.
  public struct Collection: Record {
    public var id = UUID.timeOrdered()
    /// What people call it, unique whatever the case of its letters.
    public var name = ""
    /// ``name`` with case and accents made the same.
    public var searchKey: String { name.searchFolded }

    public init() {}

    /// A collection called `name`.
    public init(name: String) { self.name = name }

    public static let properties: [Property<Collection>] = [
      Property("id", \.id),
      Property("name", \.name, .name(1...4096)),
      Property(derived: "searchKey") { $0.searchKey },
    ]

    public static let entity = Entity(
      "Collection", properties, toMany: [.toMany("products", "Product", inverse: "collections")],
      uniqueKeys: [.caseBlind("name")], orderedBy: "name", searched: ["name"], names: ["name"])
  }
}
