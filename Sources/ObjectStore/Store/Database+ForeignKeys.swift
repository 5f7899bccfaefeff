internal import GRDB

extension Database {
  /// Runs `body` in a transaction of its own, with foreign keys off, and on again after it whatever happens. SQLite
  /// ignores the switch within a transaction, so this is not to be called in one.
  func inTransactionWithoutForeignKeys<T>(_ body: () throws -> T) throws -> T {
    precondition(!isInsideTransaction, "foreign keys cannot be switched in a transaction")
    try execute(sql: "PRAGMA foreign_keys = OFF")
    let outcome = Result {
      try beginTransaction(.immediate)
      do {
        let result = try body()
        try commit()
        return result
      } catch {
        if isInsideTransaction { try rollback() }
        throw error
      }
    }
    try execute(sql: "PRAGMA foreign_keys = ON")
    return try outcome.get()
  }
}
