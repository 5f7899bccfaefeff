import Foundation
import ObjectStore

extension Catalog {
  /// Who makes products: a potter, a brand.
  public struct Maker: Record {
    public var id = UUID.timeOrdered()
    /// What people call it, unique whatever the case of its letters.
    public var name = ""
    /// ``name`` with case and accents made the same.
    public var searchKey: String { name.searchFolded }

    public init() {}

    /// A maker called `name`.
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
