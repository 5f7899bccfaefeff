internal import CSQLiteSession
import Foundation
internal import GRDB

/// The file of a new store, made beforehand: SQLite would take a hundred times as long to make its tables. Only whose order
/// its lists have is left open.
package struct StoreTemplate: @unchecked Sendable {
  /// Nobody changes them, and nobody takes them away.
  private let bytes: UnsafeRawBufferPointer

  /// - Parameter bytes: a whole database with an empty `_setting` in its second page, as long as the program runs.
  package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The bytes of a new store whose lists have the order of `collator`, part by part.
  func image(of collator: Collator) throws -> [Data] {
    try [part(..<Self.pageSize), Self.settings(of: collator), part((2 * Self.pageSize)...)]
  }

  /// SQLite's default, since 2016.
  static let pageSize = 4096

  private func part(_ range: some RangeExpression<Int>) -> Data {
    let part = UnsafeRawBufferPointer(rebasing: bytes[range])
    return Data(
      bytesNoCopy: UnsafeMutableRawPointer(mutating: part.baseAddress!), count: part.count, deallocator: .none)
  }

  /// The page of `_setting`: the second, because that table is made first, and the first page is the schema's. It refers to
  /// no other page, so it can be taken from a database that has only this table.
  private static func settings(of collator: Collator) throws -> Data {
    try DatabaseQueue().inDatabase { db in
      try db.execute(sql: "PRAGMA page_size = \(pageSize)")
      try db.execute(sql: ModelTables.settings)
      try Settings.setOrder(db, of: collator)
      return try db.fileImage().suffix(pageSize)
    }
  }
}

extension Database {
  /// The bytes of a file with this database as it is now.
  func fileImage() throws -> Data {
    var count: sqlite3_int64 = 0
    guard let bytes = sqlite3_serialize(sqliteConnection, "main", &count, 0) else {
      throw DatabaseError(resultCode: .SQLITE_NOMEM)
    }
    defer { sqlite3_free(bytes) }
    var image = Data(bytes: bytes, count: Int(count))
    // “Database File Format”, section 1.3.3: 2 says that the file is written and read through a write-ahead log.
    image[18] = 2
    image[19] = 2
    return image
  }
}
