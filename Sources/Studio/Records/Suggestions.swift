import PackshotKit

/// Names that a field suggests.
struct Suggestions {
  let id: String
  let names: [String]

  /// The most names that a page carries.
  private static let limit = 500

  static func all(for entities: [String], in catalog: Catalog) throws -> [Suggestions] {
    try catalog.read { reader in
      try Set(entities).sorted().map { entity in
        let names: [String] =
          switch entity {
          case "Customer": try reader.fetch(Fetch<Catalog.Customer>(limit: limit)).map(\.name)
          case "Maker": try reader.fetch(Fetch<Catalog.Maker>(limit: limit)).map(\.name)
          case "Collection": try reader.fetch(Fetch<Catalog.Collection>(limit: limit)).map(\.name)
          case "Product": try reader.fetch(Fetch<Catalog.Product>(limit: limit)).map(\.name)
          default: []
          }
        return Suggestions(id: "names-of-\(entity)", names: names)
      }
    }
  }
}
