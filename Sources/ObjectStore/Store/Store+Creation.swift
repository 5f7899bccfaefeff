internal import CSQLiteSession
import Files
import Foundation
internal import GRDB

extension Store {
  /// Makes the file of a new store where there is none, and puts it in its place whole. So nobody ever sees a part of it, and
  /// it costs one flush; SQLite would write page after page into its log, and flush at every step.
  ///
  /// The file's name reaches the disk with that of the write-ahead log beside it, whose folder SQLite flushes before its first
  /// transaction is done.
  ///
  /// - Returns: whether the file is this call's: false where there is one, or somebody else was faster.
  static func create(_ path: String, _ schema: StoreSchema) throws -> Bool {
    // A log that was left behind by another file would be taken for the new one's; SQLite removes it where the file is empty.
    guard ["", "-wal", "-journal"].allSatisfy({ !FileStatus.isAnything(at: path + $0) }) else {
      // After a power cut the log's name may be on the disk where the file still has the name that it was written under.
      if !FileStatus.isAnything(at: path) { UnfinishedFile.removeLeftovers(beside: path) }
      return false
    }
    let image = try inMemory(schema).writer.read { try $0.fileImage() }
    do throws(SystemFailure) {
      let file = try UnfinishedFile(for: path)
      try file.write(image)
      try file.synchronize()
      try file.moveIntoPlace(replacing: false)
      return true
    } catch {
      if error.code == EEXIST { return false }
      throw StoreError.cannotWrite(path: path, WriteObstacle(error))
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
