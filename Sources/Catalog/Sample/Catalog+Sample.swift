import Foundation
import ObjectStore

extension Catalog {
  /// Puts a small shop into an empty catalog, to try things on: a dozen products with their makers, collections and stock,
  /// some customers and what they bought. It is the same in every catalog, ids and dates included.
  ///
  /// Throws ``ShopError/notEmpty(path:products:)`` where there are products already.
  @discardableResult
  public func loadSample() throws -> ImportSummary {
    let products = try read { try $0.count(Fetch<Product>()) }
    guard products == 0 else { throw StoreError.rule(.notEmpty(path: path, products: products)) }
    let source = ImportSource(name: "sample data", bytes: Data(Self.sample.utf8), format: .json, entity: nil)
    return try store.import([source], label: "Load sample data")
  }
}
