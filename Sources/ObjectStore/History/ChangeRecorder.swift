internal import CSQLiteSession
import Foundation
internal import GRDB

/// Records what one connection changes in some tables, with SQLite's session extension, from when it is made until it
/// goes: rows that cascades delete, too, and tables without row ids.
///
/// Make it in the transaction whose changes it is to record, before the first of them. What triggers write is recorded
/// only in tables that are named here.
///
/// - warning: `DELETE FROM table` with no condition goes unseen where the statement was prepared before the recorder
///   was made: SQLite then empties the table without looking at its rows.
final class ChangeRecorder {
  private let session: OpaquePointer
  private let connection: OpaquePointer?

  /// Starts recording. Every table needs a declared primary key; changes in one without are not seen.
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

  /// What has changed since the start, as one step: a row that came and went again is not in it, nor is one that is as
  /// it was. To be called before the transaction ends.
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
