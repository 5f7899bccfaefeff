import Foundation
import ObjectStore

extension Catalog {
  /// Loads a small example shop into an empty catalog: products with their makers, collections and stock, some customers
  /// and their purchases, and photos of seven bow ties, one of each colour of the rainbow. The data is always the same,
  /// including IDs and dates.
  ///
  /// Throws ``ShopError/notEmpty(path:products:)`` if there are products already.
  @discardableResult
  public func loadSample() throws -> ImportSummary {
    let products = try read { try $0.count(Fetch<Product>()) }
    guard products == 0 else { throw StoreError.rule(.notEmpty(path: path, products: products)) }
    let source = ImportSource(
      name: "sample data", bytes: Data((Self.sample + "\n" + Self.samplePhotos).utf8), format: .json, entity: nil)
    return try store.import([source], label: "Load sample data")
  }
}
