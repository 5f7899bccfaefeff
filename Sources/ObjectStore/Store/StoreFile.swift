import Files
import Foundation
internal import GRDB

/// Checks that a file is a store, before it is opened for writing, which modifies it.
package enum StoreFile {
  /// Whether a file begins like an SQLite database.
  package static func isDatabase(_ path: String) -> Bool {
    (try? LockedFile.head(of: path, count: signature.count).get()) == signature
  }

  /// Throws an error if the file at `path` can't be opened as a store of `schema`. With `mayBeNew`, it may be missing
  /// or empty.
  ///
  /// - Parameter isRead: Whether the file is only read. If so, contents that are only in the file's log are checked
  ///   after the file is opened.
  static func check(_ path: String, _ schema: StoreSchema, mayBeNew: Bool, isRead: Bool = false) throws(StoreError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      guard mayBeNew else { throw .missing(path: path) }
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      guard FileManager.default.fileExists(atPath: folder) else {
        throw .cannotWrite(path: path, .noFolder(folder))
      }
      if access(folder, W_OK) == 0 { return }
      throw .cannotWrite(path: path, errno == EROFS ? .readOnlyDisk(folder: folder) : .protectedFolder(folder))
    }
    if isFolder.boolValue { throw .notAStore(path: path, .folder) }
    let header: Data
    switch LockedFile.head(of: path, count: headerCount) {
    case .success(let bytes): header = bytes
    case .failure: throw .cannotWrite(path: path, .notReadable)
    }
    if header.isEmpty {
      if mayBeNew { return }
      throw .notAStore(path: path, .empty)
    }
    guard header.count == headerCount, header.starts(with: signature) else {
      // SQLite rolls the file back: nothing was in it yet.
      if hasJournal(path), !isRead { return try checkTables(path, schema, mayBeNew, readonly: false) }
      throw .notAStore(path: path, .notSQLite)
    }
    let applicationID = header.number(at: 68)
    // A new database may still have everything in its write-ahead log.
    guard applicationID == schema.applicationID || applicationID == 0 else {
      throw .notAStore(path: path, .foreign)
    }
    let version = header.number(at: 60)
    if applicationID == schema.applicationID, version > schema.version {
      throw .newerThanSupported(path: path, found: version, supported: schema.version)
    }
    if applicationID == 0, !isRead { try checkTables(path, schema, mayBeNew, readonly: true) }
  }

  /// Throws an error if a database without an application ID has tables, or must not be empty: most programs set no
  /// application ID.
  private static func checkTables(
    _ path: String, _ schema: StoreSchema, _ mayBeNew: Bool, readonly: Bool
  ) throws(StoreError) {
    let file = LockedFile(path)
    defer { withExtendedLifetime(file) {} }
    var configuration = Store.configuration
    configuration.readonly = readonly
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      defer { try? queue.close() }
      let (isStore, version) = try queue.read { (try schema.isStore($0), try StoreSchema.version(of: $0)) }
      if !isStore { throw StoreError.notAStore(path: path, .foreign) }
      if version == 0, !mayBeNew { throw StoreError.notAStore(path: path, .empty) }
    } catch let error as DatabaseError where readonly && error.extendedResultCode == .SQLITE_READONLY_ROLLBACK {
      // A writer was killed. Only a connection that may roll its transaction back can read the database.
      try checkTables(path, schema, mayBeNew, readonly: false)
    } catch {
      throw StoreError(error, at: path)
    }
  }

  /// Whether there is an SQLite rollback journal beside a file. If the power fails while a database is created, its
  /// first page may be torn or zero, but the journal was on the disk before.
  private static func hasJournal(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path + "-journal") else { return false }
    return (try? file.read(upToCount: journalSignature.count)) == journalSignature
  }

  // SQLite's “Database File Format”, section 1.3: 100 bytes, with big-endian numbers.
  private static let headerCount = 100
  private static let signature = Data("SQLite format 3\0".utf8)
  // The same, section 3.
  private static let journalSignature = Data([0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7])
}

extension Data {
  fileprivate func number(at offset: Int) -> Int {
    self[startIndex + offset..<startIndex + offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
