internal import GRDB

/// The database's tables, version by version.
///
/// A migration that has been released is never edited: catalogs out there were made by it. `Tests/CatalogTests/Schemas`
/// holds what each version made, and another test compares the newest with the declared model.
enum Schema {
  /// The newest version we know: how many migrations there are. Kept in SQLite's `user_version`.
  static let version = 1

  /// Marks a file as a packshot catalog, in SQLite's `application_id`: “PkSh”.
  static let applicationID = 0x506B_5368

  /// The version that a database has, 0 if it is new.
  static func version(of db: Database) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 }

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.execute(sql: schema1)
      try db.execute(sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = 1")
    }
    return migrator
  }
}
