internal import GRDB

/// The database's tables, version by version.
///
/// A migration that has been released is never edited: catalogs out there were made by it. `Tests/CatalogTests/Schemas`
/// holds what each version made, and another test compares the newest with the declared model.
///
/// All missing migrations run in one transaction, and the version is SQLite's own `user_version`, which the file's
/// header shows before the file is opened. So two processes may find the same old or empty file: one waits for the
/// other and finds the work done. (GRDB's `DatabaseMigrator` makes its own table before its first transaction, and of two
/// that start at once one fails.)
enum Schema {
  /// Migration *n* (from 1) turns version *n* − 1 into version *n*. Version 0 is an empty file.
  private static let migrations = [schema1]

  /// The newest version we know.
  static let version = migrations.count

  /// Marks a file as a packshot catalog, in SQLite's `application_id`: “PkSh”.
  static let applicationID = 0x506B_5368

  /// The version that a database has.
  static func version(of db: Database) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 }

  /// Whether a database is a catalog: of any version, 0 included.
  static func isCatalog(_ db: Database) throws -> Bool {
    if try Int.fetchOne(db, sql: "PRAGMA application_id") == applicationID { return true }
    return try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
  }

  /// Brings a database to a version, from whichever older one it has. Not to be called in a transaction.
  static func migrate(_ db: Database, to target: Int = version) throws {
    // Rebuilding a table must not delete what refers to it, and foreign keys can only be turned off out here.
    try db.execute(sql: "PRAGMA foreign_keys = OFF")
    try db.inTransaction(.immediate) {
      let found = try version(of: db)
      guard found < target else { return .rollback }
      for migration in migrations[found..<target] { try db.execute(sql: migration) }
      try db.checkForeignKeys()
      try db.execute(sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(target)")
      return .commit
    }
    try db.execute(sql: "PRAGMA foreign_keys = ON")
  }
}
