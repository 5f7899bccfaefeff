import Files
import Foundation
internal import GRDB

extension StoreError {
  /// What an error of the database means for whoever asked, about the catalog at `path`.
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
    // A backup's own message speaks of the call that came after the one that failed: “not an error”.
    case .SQLITE_FULL: return .cannotWrite(path: path, .diskFull)
    case .SQLITE_TOOBIG:
      return .cannotWrite(path: path, .editTooLarge)
    case .SQLITE_BUSY, .SQLITE_LOCKED: return .busy(path: path)
    case .SQLITE_NOTADB: return .notAStore(path: path, .notSQLite)
    case .SQLITE_CORRUPT, .SQLITE_FORMAT: return .damaged(path: path, finding: reason)
    // SQLite calls some failures to write to a full disk failures of the disk, and one to make a file beside the database a failure
    // to open it.
    case .SQLITE_IOERR, .SQLITE_CANTOPEN:
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      return .cannotWrite(path: path, DiskSpace.isFull(in: folder) ? .diskFull : .system(reason))
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: return .cannotWrite(path: path, .system(reason))
    // Nothing else interrupts a statement.
    case .SQLITE_INTERRUPT: return .cancelled
    default: return .fault("\(error)")
    }
  }
}
