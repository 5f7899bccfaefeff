internal import CSQLiteSession
internal import GRDB

extension Statement {
  /// Runs a statement that returns no rows, with `values` as arguments. GRDB's `execute` takes longer to bind the
  /// values than SQLite takes to store them. The statement can be run again after a failure.
  ///
  /// Not for statements that begin or end transactions or change the schema, because GRDB must know about those.
  func run(_ values: [DatabaseValue]) throws {
    defer {
      sqlite3_reset(sqliteStatement)
      // Large values should not stay in memory with the statement.
      sqlite3_clear_bindings(sqliteStatement)
    }
    // GRDB's `execute` doesn't reset a statement when it ends, and other code may have used it.
    sqlite3_reset(sqliteStatement)
    for place in values.indices {
      let code = values[place].bind(to: sqliteStatement, at: CInt(place + 1))
      if code != SQLITE_OK { throw failure(code) }
    }
    let code = sqlite3_step(sqliteStatement)
    if code != SQLITE_DONE { throw failure(code) }
  }

  private func failure(_ code: CInt) -> DatabaseError {
    let connection = sqlite3_db_handle(sqliteStatement)
    return DatabaseError(
      resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
      message: String(cString: sqlite3_errmsg(connection)), sql: sql)
  }
}
