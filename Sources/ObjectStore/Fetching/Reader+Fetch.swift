internal import GRDB

extension Reader {
  /// Fetches records. Attributes of ``StoredData`` are not read.
  ///
  /// Throws `unknownName` if the fetch contains a name that the entity doesn't have, and `refused` if it compares an
  /// attribute with a value of another type.
  public func fetch<R: Record>(_ fetch: Fetch<R>) throws(StoreError) -> [R] {
    let sql = try FetchSQL(fetch, context)
    return try attempt { try R.fetchAll(db, sql.clauses, sql.arguments) }
  }

  /// Fetches the first record; nil if there is none.
  public func first<R: Record>(_ fetch: Fetch<R>) throws(StoreError) -> R? {
    var one = fetch
    one.limit = 1
    return try self.fetch(one).first
  }

  /// Counts the records that a fetch would return.
  public func count<R: Record>(_ fetch: Fetch<R>) throws(StoreError) -> Int {
    let sql = try FetchSQL(fetch, context)
    return try attempt {
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM (SELECT 1 FROM \(R.entity.table.sqlName) \(sql.clauses))",
        arguments: sql.arguments) ?? 0
    }
  }

  /// Calls `body` with the records in batches, so that a million records need not fit in memory together.
  public func forEachBatch<R: Record>(
    of size: Int = 1000, _ fetch: Fetch<R>, _ body: ([R]) throws -> Void
  ) throws {
    precondition(size > 0, "a batch has at least one record")
    let sql = try FetchSQL(fetch, context)
    let statement = try db.makeStatement(sql: "SELECT \(R.selection) FROM \(R.entity.table.sqlName) \(sql.clauses)")
    let rows = try Row.fetchCursor(statement, arguments: sql.arguments)
    var batch: [R] = []
    while let row = try rows.next() {
      batch.append(try R(row: row))
      if batch.count == size {
        try body(batch)
        batch.removeAll(keepingCapacity: true)
      }
    }
    if !batch.isEmpty { try body(batch) }
  }
}
