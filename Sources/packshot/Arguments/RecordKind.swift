import ArgumentParser
import PackshotKit

/// A kind of record that can be listed, as typed: `products`, `product` or `Product`.
struct RecordKind: ExpressibleByArgument {
  let type: any CatalogRecord.Type

  private static let all: [any CatalogRecord.Type] = [
    Catalog.Product.self, Catalog.Maker.self, Catalog.Collection.self, Catalog.Customer.self, Catalog.Sale.self,
    Catalog.Photo.self, Catalog.Run.self,
  ]

  static let products = RecordKind(type: Catalog.Product.self)

  private init(type: any CatalogRecord.Type) { self.type = type }

  init?(argument: String) {
    let name = argument.lowercased()
    guard let type = Self.all.first(where: { [$0.words.command, $0.words.one].contains(name) }) else { return nil }
    self.type = type
  }

  static var allValueStrings: [String] { all.map { $0.words.command } }

  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  var defaultValueDescription: String { type.words.command }
}
