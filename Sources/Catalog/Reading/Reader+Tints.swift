import GRDB
import ObjectStore

extension Reader {
  /// The colours of products whose name is one of ``Tint/names``, such as `red`: each once.
  public func tints(named name: String) throws(StoreError) -> [Tint] {
    try attempt {
      try String.fetchAll(db, sql: "SELECT DISTINCT tint FROM product WHERE tint IS NOT NULL")
        .compactMap { Tint(attributeValue: .string($0)) }.filter { $0.name == name }
    }
  }
}
