internal import CSQLiteSession
import Foundation
internal import GRDB

/// Records the changes by one connection in some tables, with SQLite's session extension, during the object's lifetime.
/// This includes rows deleted by cascades, and tables without row IDs.
///
/// Create it in the transaction whose changes it should record, before the first of them. Changes by triggers are
/// recorded only in the tables passed to `init`.
///
/// - warning: `DELETE FROM table` without a condition is not recorded if the statement was prepared before the recorder
///   was created: SQLite then empties the table without looking at its rows.
final class ChangeRecorder {
  private let session: OpaquePointer
  private let connection: OpaquePointer?

  /// Starts recording. Every table needs a declared primary key; changes in other tables are not recorded.
  init(_ db: Database, tables: [String]) throws {
    let connection = db.sqliteConnection
    var session: OpaquePointer?
    try Self.check(sqlite3session_create(connection, "main", &session), connection)
    guard let session else { throw DatabaseError(resultCode: .SQLITE_NOMEM) }
    self.connection = connection
    self.session = session
    for table in tables { try Self.check(sqlite3session_attach(session, table), connection) }
  }

  deinit { sqlite3session_delete(session) }

  /// Returns the changes since the start as one step. Rows that were inserted and deleted again, or that have their old
  /// values again, are not included. Must be called before the transaction ends.
  func changeset() throws -> Changeset {
    var count: CInt = 0
    var bytes: UnsafeMutableRawPointer?
    defer { sqlite3_free(bytes) }
    try Self.check(sqlite3session_changeset(session, &count, &bytes), connection)
    guard let bytes else { return Changeset(data: Data()) }
    return Changeset(data: Data(bytes: bytes, count: Int(count)))
  }

  private static func check(_ code: CInt, _ connection: OpaquePointer?) throws {
    guard code != SQLITE_OK else { return }
    let message = sqlite3_errcode(connection) == code ? String(cString: sqlite3_errmsg(connection)) : nil
    throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
  }
}
