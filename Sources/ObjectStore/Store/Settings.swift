internal import GRDB

/// A store's settings, by name, in the table `_setting`.
enum Settings {
  static func value(_ db: Database, _ name: String) throws -> String? {
    try String.fetchOne(db, sql: "SELECT value FROM _setting WHERE name = ?", arguments: [name])
  }

  static func set(_ db: Database, _ name: String, _ value: String) throws {
    try db.execute(
      sql: "INSERT INTO _setting (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2",
      arguments: [name, value])
  }

  static func remove(_ db: Database, _ name: String) throws {
    try db.execute(sql: "DELETE FROM _setting WHERE name = ?", arguments: [name])
  }

  /// The locale of the store's sort order, and the version of the rules that made its sort keys; nil if none is set.
  static func order(_ db: Database) throws -> (locale: String, version: String)? {
    guard try db.tableExists("_setting"), let locale = try value(db, "locale") else { return nil }
    return (locale, try value(db, "collation") ?? "")
  }

  /// Sets the sort order of the store's lists.
  static func setOrder(_ db: Database, of collator: Collator) throws {
    try set(db, "locale", collator.locale)
    try set(db, "collation", collator.version)
  }
}
