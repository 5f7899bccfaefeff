internal import GRDB

extension Reader {
  /// The records that a fetch asks for. Bytes that stay behind are not read.
  ///
  /// Throws `unknownName` where it names what the entity does not have, and `refused` where it compares an attribute with
  /// a value of another type.
  public func fetch<R: Record>(_ fetch: Fetch<R>) throws(StoreError) -> [R] {
    let sql = try FetchSQL(fetch, context)
    return try attempt { try R.fetchAll(db, sql.clauses, sql.arguments) }
  }

  /// The first record that a fetch asks for, or nil.
  public func first<R: Record>(_ fetch: Fetch<R>) throws(StoreError) -> R? {
    var one = fetch
    one.limit = 1
    return try self.fetch(one).first
  }

  /// How many records a fetch asks for.
  public func count<R: Record>(_ fetch: Fetch<R>) throws(StoreError) -> Int {
    let sql = try FetchSQL(fetch, context)
    return try attempt {
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM (SELECT 1 FROM \(R.entity.table.sqlName) \(sql.clauses))",
        arguments: sql.arguments) ?? 0
    }
  }

  /// Goes through what a fetch asks for in batches, so that a million records never lie in memory together.
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
