internal import GRDB

/// What a store remembers of itself, by name, in `_setting`.
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

  /// The locale whose order the store's lists have, and the version of the rules that their keys were made by; nil where
  /// none was set yet.
  static func order(_ db: Database) throws -> (locale: String, version: String)? {
    guard try db.tableExists("_setting"), let locale = try value(db, "locale") else { return nil }
    return (locale, try value(db, "collation") ?? "")
  }

  /// Writes down whose order the store's lists have from now on.
  static func setOrder(_ db: Database, of collator: Collator) throws {
    try set(db, "locale", collator.locale)
    try set(db, "collation", collator.version)
  }
}
