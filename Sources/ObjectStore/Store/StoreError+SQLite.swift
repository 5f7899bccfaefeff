import Files
import Foundation
internal import GRDB

extension StoreError {
  /// Converts an error of the database for callers. `path` is the catalog's path.
  package init(_ error: any Error, at path: String) {
    switch error {
    case let error as StoreError: self = error
    case let error as ModelError: self = .unusableModel(error)
    case is CancellationError: self = .cancelled
    case let error as DatabaseError: self = Self.translation(of: error, at: path)
    default: self = .fault("\(error)")
    }
  }

  private static func translation(of error: DatabaseError, at path: String) -> StoreError {
    let reason = error.message ?? "SQLite's code \(error.resultCode.rawValue)"
    switch error.resultCode {
    // A backup reports the message of the call after the failed one: “not an error”.
    case .SQLITE_FULL: return .cannotWrite(path: path, .diskFull)
    case .SQLITE_TOOBIG:
      return .cannotWrite(path: path, .editTooLarge)
    case .SQLITE_BUSY, .SQLITE_LOCKED: return .busy(path: path)
    case .SQLITE_NOTADB: return .notAStore(path: path, .notSQLite)
    case .SQLITE_CORRUPT, .SQLITE_FORMAT: return .damaged(path: path, finding: reason)
    // SQLite reports some failed writes to a full disk as disk errors, and a failure to create a file beside the
    // database as a failure to open it.
    case .SQLITE_IOERR, .SQLITE_CANTOPEN:
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      return .cannotWrite(path: path, DiskSpace.isFull(in: folder) ? .diskFull : .system(reason))
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: return .cannotWrite(path: path, .system(reason))
    // Only a cancellation interrupts statements.
    case .SQLITE_INTERRUPT: return .cancelled
    default: return .fault("\(error)")
    }
  }
}
