import Foundation
import GRDB
import ObjectStore

/// A sale is booked in the stock ledger: its movements take out of a product's stock what it sold.
extension Catalog.Sale: Booked {
  /// Its movements.
  public static let lines = "movements"

  /// The sales whose movements do not come to what they sold, in the order of their ids. Where a sale went over to another
  /// product, none of the first may be left taken out.
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

  /// The movement that makes up the difference.
  public static func line(for imbalance: Imbalance) -> any ObjectStore.Record {
    let difference = imbalance.expected - imbalance.found
    return Catalog.StockMovement(
      Int32(clamping: difference), difference < 0 ? .sale : .return, of: imbalance.account, sale: imbalance.record)
  }
}
