internal import CSQLiteSession
import Files

/// SQLite's exclusive lock on the file of a store, whatever its contents. No process can read or write the store
/// meanwhile.
final class StoreFileLock {
  private let connection: OpaquePointer?
  private let lockedFile: LockedFile?

  /// Throws `inUse` if another connection, in this process or another one, has the store open.
  init(_ path: String) throws(StoreError) {
    lockedFile = LockedFile(path)
    var connection: OpaquePointer?
    let code = sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil)
    let locked = code == SQLITE_OK ? packshot_lock_file(connection) : code
    if locked == SQLITE_OK {
      self.connection = connection
      return
    }
    let reason = String(cString: sqlite3_errstr(locked))
    sqlite3_close(connection)
    guard locked & 0xff == SQLITE_BUSY else { throw .cannotWrite(path: path, .system(reason)) }
    throw .inUse(path: path, by: StoreLocker(ofFileAt: path))
  }

  deinit { sqlite3_close(connection) }
}

extension StoreLocker {
  /// Finds the process that prevents an exclusive lock on a store's file; nil if the system doesn't report it.
  init?(ofFileAt path: String) {
    // “File Locking And Concurrency”: the bytes from the pending lock to the last shared lock.
    guard let holder = LockHolder(of: path, bytes: 0x4000_0000...0x4000_01FF, isForWriting: false) else { return nil }
    self.init(process: holder.process, program: holder.program)
  }

  /// Finds the process that prevents reading a store's file; nil if the system doesn't report it.
  init?(exclusivelyOfFileAt path: String) {
    let holder =
      LockHolder(of: path, bytes: 0x4000_0002...0x4000_01FF, isForWriting: true)
      ?? LockHolder(of: path + "-shm", bytes: 0...255, isForWriting: true)
    guard let holder else { return nil }
    self.init(process: holder.process, program: holder.program)
  }
}
