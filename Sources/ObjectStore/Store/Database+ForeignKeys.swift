internal import GRDB

extension Database {
  /// Runs `body` in a transaction with foreign keys off, and turns them on again afterwards in any case. SQLite ignores
  /// the setting within a transaction, so this can't be called in one.
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
