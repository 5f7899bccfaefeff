import GRDB
import ObjectStore

extension Catalog {
  /// What the catalog contains that a shop doesn't publish: some of `customers`, `sales` and `prices`. Finds this out
  /// without counting records.
  public func confidentialContents() throws(StoreError) -> [String] {
    try query { db in
      try [("customers", "customer"), ("sales", "sale"), ("prices", "product WHERE price <> 0")].filter { _, rows in
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM \(rows))") == true
      }.map(\.0)
    }
  }
}
