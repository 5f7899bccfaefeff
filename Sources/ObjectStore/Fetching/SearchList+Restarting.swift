internal import GRDB

extension SearchList {
  /// Empties the list and marks all records as changed, so that the end of the transaction rebuilds it. Used if the
  /// list doesn't match the index, because index entries can then not be removed one by one.
  func restart(_ db: Database) throws {
    try db.execute(
      sql: """
        INSERT INTO \(entries) (\(entries)) VALUES ('delete-all');
        DELETE FROM \(list);
        INSERT OR IGNORE INTO \(stale) SELECT id FROM \(table);
        """)
  }
}
