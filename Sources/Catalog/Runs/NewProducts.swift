import GRDB
import ObjectStore
import Text

/// A product that a run created.
public struct NewProduct: Hashable, Sendable {
  /// Index of the photo that shows the product, in the recorded group.
  public let photo: Int
  /// SKU of the product.
  public let sku: String
  /// The SKU of an existing product that differs only in spaces, hyphens, underscores, dots, diacritics and case; nil
  /// if there is none.
  public let similar: String?
}

/// The recorded SKUs. Used to find a recorded SKU that a new SKU probably spells differently.
///
/// The SKUs are read once, when the first new product is recorded.
public final class KnownSKUs {
  private var known: [String: String]?

  /// Creates the object without reading any SKUs.
  public init() {}

  /// Adds a new SKU before its product is recorded. Returns the recorded SKU that resembles it; nil if there is none.
  func add(_ sku: String, _ db: Database) throws -> String? {
    if known == nil {
      let all = try String.fetchCursor(db, sql: "SELECT sku FROM product ORDER BY id")
      var found: [String: String] = [:]
      while let sku = try all.next() { found[sku.looseSKU] = found[sku.looseSKU] ?? sku }
      known = found
    }
    let loose = sku.looseSKU
    if loose.isEmpty { return nil }
    if let similar = known![loose] { return similar }
    known![loose] = sku
    return nil
  }
}
