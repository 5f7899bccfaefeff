import Foundation
internal import GRDB

extension Catalog.Sale {
  /// A sale whose lines of the stock ledger do not take out what it sold of a product.
  struct Unsettled {
    let saleId: UUID
    let productId: UUID
    /// What the sale's lines come to, and what they should: none where the sale is of another product.
    let found: Int64
    let expected: Int64
  }

  /// All such sales, in the order of their ids.
  static func unsettled(_ db: Database) throws -> [Unsettled] {
    let sql = """
      SELECT sale, product, sum(found) AS found, sum(expected) AS expected FROM (
        SELECT saleId AS sale, productId AS product, delta AS found, 0 AS expected
        FROM stockMovement WHERE saleId IN (SELECT id FROM sale)
        UNION ALL SELECT id, productId, 0, -quantity FROM sale)
      WHERE product IN (SELECT id FROM product)
      GROUP BY sale, product HAVING sum(found) <> sum(expected)
      """
    return try Row.fetchAll(db, sql: sql).map { row in
      Unsettled(saleId: row["sale"], productId: row["product"], found: row["found"], expected: row["expected"])
    }
  }

  /// What is wrong with sales and the lines of their ledger, where a graph has both.
  static func objections(_ db: Database) throws -> [(entity: String, id: UUID, message: String)] {
    try unsettled(db).flatMap { unsettled in
      let message =
        "the sale’s stock movements come to \(unsettled.found), and should come to \(unsettled.expected); "
        + "import the sales without the movements, which follow from them"
      let movements = try UUID.fetchAll(
        db, sql: "SELECT id FROM stockMovement WHERE saleId = ?", arguments: [unsettled.saleId])
      return [(entity.name, unsettled.saleId, message)]
        + movements.map { (Catalog.StockMovement.entity.name, $0, message) }
    }
  }
}
