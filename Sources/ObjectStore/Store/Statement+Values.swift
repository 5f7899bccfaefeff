internal import CSQLiteSession
internal import GRDB

extension Statement {
  /// Runs a statement that returns no rows with `values` in its places. GRDB's `execute` does the same, and takes longer to
  /// hand over the values than SQLite takes to store them. It can be run again after it has failed.
  ///
  /// Not for statements that begin or end transactions or change the schema, of which GRDB keeps track.
  func run(_ values: [DatabaseValue]) throws {
    defer {
      sqlite3_reset(sqliteStatement)
      // So that large values do not stay in memory with it.
      sqlite3_clear_bindings(sqliteStatement)
    }
    // GRDB's `execute` leaves a statement as it ended, and others may have used it.
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
