import Foundation
import ObjectStore

extension Catalog {
  /// A maker of products, such as a potter or a brand.
  public struct Maker: Record {
    public var id = UUID.timeOrdered()
    /// Display name, unique without regard to case.
    public var name = ""
    /// ``name`` folded for search: without differences of case and accents.
    public var searchKey: String { name.searchFolded }

    public init() {}

    /// Creates a maker called `name`.
    public init(name: String) { self.name = name }

    public static let properties: [Property<Maker>] = [
      Property("id", \.id),
      Property("name", \.name, .name(1...4096)),
      Property(derived: "searchKey") { $0.searchKey },
    ]

    public static let entity = Entity(
      "Maker", properties, toMany: [.toMany("products", "Product", inverse: "makers")],
      uniqueKeys: [.caseBlind("name")], orderedBy: "name", searched: ["name"], names: ["name"])
  }
}
