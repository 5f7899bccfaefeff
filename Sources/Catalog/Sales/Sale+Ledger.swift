import Foundation
import GRDB
import ObjectStore

/// Sales are booked in the stock ledger: a sale's movements take its quantity out of the product's stock.
extension Catalog.Sale: LedgerBacked {
  /// The relationship to a sale's movements.
  public static let lines = "movements"

  /// The sales whose movements don't add up to their quantity, in the order of their IDs. If a sale was moved to
  /// another product, its movements for the former product must add up to zero.
  public static func imbalances(in reader: Reader) throws(StoreError) -> [Imbalance] {
    let sql = """
      SELECT sale, product, sum(found) AS found, sum(expected) AS expected FROM (
        SELECT saleId AS sale, productId AS product, delta AS found, 0 AS expected
        FROM stockMovement WHERE saleId IN (SELECT id FROM sale)
        UNION ALL SELECT id, productId, 0, -quantity FROM sale)
      WHERE product IN (SELECT id FROM product)
      GROUP BY sale, product HAVING sum(found) <> sum(expected)
      """
    return try reader.attempt {
      try Row.fetchAll(reader.db, sql: sql).map { row in
        Imbalance(record: row["sale"], account: row["product"], found: row["found"], expected: row["expected"])
      }
    }
  }

  /// Returns the movement that makes up the difference.
  public static func line(for imbalance: Imbalance) -> any ObjectStore.Record {
    let difference = imbalance.expected - imbalance.found
    return Catalog.StockMovement(
      Int32(clamping: difference), difference < 0 ? .sale : .return, of: imbalance.account, sale: imbalance.record)
  }
}
