import Foundation
internal import GRDB

/// What a file says of itself before it is opened to be written, which alone changes it: whether it is a store that we
/// know.
package enum StoreFile {
  /// Whether a file begins as SQLite's do.
  package static func isDatabase(_ path: String) -> Bool {
    let file = FileHandle(forReadingAtPath: path)
    return (try? file?.read(upToCount: signature.count)).flatMap { $0 } == signature
  }

  /// Throws where the file at `path` must not be opened as a store of `schema`; with `mayBeNew`, a missing or empty one
  /// may.
  ///
  /// - Parameter isRead: Whether the file is opened for reading alone. What only its log shows is checked then when it is open.
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
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw .cannotWrite(path: path, .notReadable)
    }
    let header: Data
    do {
      header = try file.read(upToCount: headerCount) ?? Data()
    } catch {
      throw .cannotWrite(path: path, .system(error.localizedDescription))
    }
    if header.isEmpty {
      if mayBeNew { return }
      throw .notAStore(path: path, .empty)
    }
    guard header.count == headerCount, header.starts(with: signature) else {
      // SQLite takes it back: nothing was in it yet.
      if hasJournal(path), !isRead { return try checkTables(path, schema, mayBeNew, readonly: false) }
      throw .notAStore(path: path, .notSQLite)
    }
    let applicationID = header.number(at: 68)
    // A database that was made a moment ago may still have everything in its write-ahead log.
    guard applicationID == schema.applicationID || applicationID == 0 else {
      throw .notAStore(path: path, .foreign)
    }
    let version = header.number(at: 60)
    if applicationID == schema.applicationID, version > schema.version {
      throw .newerThanSupported(path: path, found: version, supported: schema.version)
    }
    if applicationID == 0, !isRead { try checkTables(path, schema, mayBeNew, readonly: true) }
  }

  /// Throws where a database that does not say whose it is has tables, or must not be empty: most programs do not say it.
  private static func checkTables(
    _ path: String, _ schema: StoreSchema, _ mayBeNew: Bool, readonly: Bool
  ) throws(StoreError) {
    var configuration = Store.configuration
    configuration.readonly = readonly
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      defer { try? queue.close() }
      let (isStore, version) = try queue.read { (try schema.isStore($0), try StoreSchema.version(of: $0)) }
      if !isStore { throw StoreError.notAStore(path: path, .foreign) }
      if version == 0, !mayBeNew { throw StoreError.notAStore(path: path, .empty) }
    } catch let error as DatabaseError where readonly && error.extendedResultCode == .SQLITE_READONLY_ROLLBACK {
      // A writer was killed. What it left half done can only be seen past by who may take it back.
      try checkTables(path, schema, mayBeNew, readonly: false)
    } catch {
      throw StoreError(error, at: path)
    }
  }

  /// Whether a rollback journal of SQLite's lies beside a file. Where the power went while a database was made, its first page
  /// may be torn or zeros, but the journal was on the disk before it.
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
