import GRDB
import ObjectStore

extension Reader {
  /// Returns the different colours of products whose everyday name (``Tint/name``) is `name`, such as `red`.
  public func tints(named name: String) throws(StoreError) -> [Tint] {
    try attempt {
      try String.fetchAll(db, sql: "SELECT DISTINCT tint FROM product WHERE tint IS NOT NULL")
        .compactMap { Tint(attributeValue: .string($0)) }.filter { $0.name == name }
    }
  }
}
