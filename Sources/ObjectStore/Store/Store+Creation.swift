internal import CSQLiteSession
import Files
import Foundation
internal import GRDB

extension Store {
  /// The version of the SQLite library.
  package static var sqliteVersion: String { String(cString: sqlite3_libversion()) }

  /// Creates the file of a new store if there is none. The file is complete before it is moved into place, so no
  /// process ever sees a part of it. This takes only one flush; SQLite itself would write page after page to its log,
  /// and flush at every step.
  ///
  /// The file's name is flushed to the disk together with the name of the write-ahead log beside it: SQLite flushes
  /// their folder before it completes its first transaction.
  ///
  /// - Returns: Whether this call created the file; false if it existed, or another process was faster.
  static func create(_ path: String, _ schema: StoreSchema) throws -> Bool {
    // SQLite would use the log of an earlier file for the new one. It removes such a log if the file is empty.
    guard ["", "-wal", "-journal"].allSatisfy({ !FileStatus.isAnything(at: path + $0) }) else {
      // After a power failure, the log's name may be on the disk while the file still has its temporary name.
      if !FileStatus.isAnything(at: path) { UnfinishedFile.removeLeftovers(beside: path) }
      return false
    }
    let image = try image(of: schema)
    do throws(SystemFailure) {
      let file = try UnfinishedFile(for: path)
      try file.write(image)
      try file.synchronize()
      // Moving closes the file, which another thread may already open as a store.
      try LockedFile.whileNoneIsRegistered { () throws(SystemFailure) in
        try file.moveIntoPlace(replacing: false)
      }
      return true
    } catch {
      if error.code == EEXIST { return false }
      throw StoreError.cannotWrite(path: path, WriteObstacle(error))
    }
  }

  /// Returns the bytes of a new store's file.
  private static func image(of schema: StoreSchema) throws -> Data {
    var configuration = configuration
    // GRDB notes what each statement reads and writes, so that it can be watched. Nobody watches this database, and
    // without the notes it takes 1 to 2 ms less to make.
    configuration.prepareDatabase { db in sqlite3_set_authorizer(db.sqliteConnection, nil, nil) }
    return try inMemory(schema, configuration).writer.read { try $0.fileImage() }
  }
}

extension Database {
  /// Runs many statements that only create things.
  func execute(script: String) throws {
    let code = sqlite3_exec(sqliteConnection, script, nil, nil, nil)
    guard code == SQLITE_OK else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(sqliteConnection)))
    }
    clearSchemaCache()
  }

  /// Returns the bytes of a file with the current state of this database.
  func fileImage() throws -> Data {
    var count: sqlite3_int64 = 0
    guard let bytes = sqlite3_serialize(sqliteConnection, "main", &count, 0) else {
      throw DatabaseError(resultCode: .SQLITE_NOMEM)
    }
    defer { sqlite3_free(bytes) }
    var image = Data(bytes: bytes, count: Int(count))
    // “Database File Format”, section 1.3.3: 2 means that the file is written and read with a write-ahead log.
    image[18] = 2
    image[19] = 2
    return image
  }
}
