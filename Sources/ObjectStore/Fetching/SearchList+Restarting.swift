internal import GRDB

extension SearchList {
  /// Empties the list, and marks all records, so that the end of the transaction makes it anew. Where it is not what the
  /// index was made of, its entries cannot be taken out of that one by one.
  func restart(_ db: Database) throws {
    try db.execute(
      sql: """
        INSERT INTO \(entries) (\(entries)) VALUES ('delete-all');
        DELETE FROM \(list);
        INSERT OR IGNORE INTO \(stale) SELECT id FROM \(table);
        """)
  }
}
