import Foundation
import ObjectStore

extension Catalog {
  /// Products that the shop shows together, such as a season or a set.
  public struct Collection: Record {
    public var id = UUID.timeOrdered()
    /// Display name, unique without regard to case.
    public var name = ""
    /// ``name`` folded for search: without differences of case and accents.
    public var searchKey: String { name.searchFolded }

    public init() {}

    /// Creates a collection called `name`.
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
