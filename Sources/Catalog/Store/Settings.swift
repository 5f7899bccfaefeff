import Foundation
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

  static let localeName = "locale"

  /// The language whose order the store's lists have, as a locale's identifier; nil where none was set yet.
  static func locale(_ db: Database) throws -> String? {
    guard try db.tableExists("_setting") else { return nil }
    return try value(db, localeName)
  }

  /// The language of whoever makes a store.
  static var environmentLocale: String { Collator.locale(in: ProcessInfo.processInfo.environment) }
}
