import GRDB
import ObjectStore
import Text

/// A product that a run put on record.
public struct NewProduct: Hashable, Sendable {
  /// The place of the photo that brought it, in the group that was recorded.
  public let photo: Int
  /// Its SKU.
  public let sku: String
  /// The SKU of a product that was on record before, if the two differ only in spaces, hyphens, underscores, dots, diacritics
  /// and case.
  public let similar: String?
}

/// The SKUs on record as a run knows them, to find one that a new SKU is probably another spelling of.
///
/// They are read once, when the first new product comes.
public final class KnownSKUs {
  private var known: [String: String]?

  /// Nothing is read yet.
  public init() {}

  /// Takes on a new SKU, before its product is on record. Returns the SKU on record that it resembles.
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
