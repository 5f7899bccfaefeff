import Files
import Foundation
internal import GRDB

extension Store {
  /// Throws an error if the store in the file at `path` can't be written to, or no store can be created there, as far
  /// as this is known without opening the file.
  package static func checkCanBeWritten(at path: String, _ schema: StoreSchema) throws(StoreError) {
    let file = URL(fileURLWithPath: path).standardizedFileURL.path
    try StoreFile.check(file, schema, mayBeNew: true)
    if let readOnly = ReadOnlyFile(file) { throw .readOnly(path: file, readOnly.protection) }
  }
}

/// The file of a store that can only be read: it, its folder or its disk is read-only, or the store was opened for
/// reading.
///
/// A reader never changes the file. It coordinates with other processes through the index that SQLite keeps beside the
/// file, if there is one, or if one can be created and removed again. Otherwise it reads with its own index in memory.
struct ReadOnlyFile {
  let path: String
  /// The path without symbolic links. SQLite's other files are beside it.
  private let real: String
  /// The reason why the file can't be written to.
  let protection: WriteProtection

  /// Creates the object for the file at `path`; nil if the file can be written to, or doesn't exist.
  init?(_ path: String) {
    guard access(path, F_OK) == 0 else { return nil }
    real = Self.withoutLinks(path)
    let folder = URL(fileURLWithPath: real).deletingLastPathComponent().path
    if access(path, W_OK) != 0 {
      protection = errno == EROFS ? .disk : .file
    } else if access(folder, W_OK) != 0 {
      protection = .folder
    } else {
      return nil
    }
    self.path = path
  }

  /// Creates the object for the file at `path`, opened for reading.
  init(reading path: String) {
    self.path = path
    real = Self.withoutLinks(path)
    protection = ReadOnlyFile(path)?.protection ?? .openedForReading
  }

  private static func withoutLinks(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  private var log: String { real + "-wal" }
  private var index: String { real + "-shm" }
  private var journal: String { real + "-journal" }

  /// Opens the file. Throws an error if some changes are in a log that can't be read.
  func open(_ configuration: Configuration) throws -> ReadConnection {
    if let reason = UnreadableLog(log)?.reason {
      throw StoreError.cannotWrite(path: path, .unreadableLog(path: log, reason: reason))
    }
    var configuration = configuration
    // Readers and writers don't wait for each other. Readers wait only for an exclusive lock.
    configuration.busyMode = .timeout(Self.patience)
    do {
      if canShareIndex {
        do {
          return try sharing(configuration)
        } catch let error as DatabaseError where Self.isAboutIndex(error) {}
      }
      return try ReadConnection(to: real, uri("mode=ro&vfs=\(PrivateIndex.name)"), configuration, isPrivate: true)
    } catch {
      throw storeError(error)
    }
  }

  /// How long a reader waits for an exclusive lock, in seconds. SQLite briefly holds one when it cleans up.
  private static let patience = 0.4

  /// Whether the index beside the file can be used without leaving files that other users can't write to. A new index
  /// is removed again if this process may write to the file.
  private var canShareIndex: Bool {
    if FileStatus(path: log) != nil, FileStatus(path: index) != nil { return true }
    let folder = URL(fileURLWithPath: real).deletingLastPathComponent().path
    return protection == .openedForReading && !DiskSpace.hasNoBlocks(in: folder)
  }

  private func sharing(_ configuration: Configuration) throws -> ReadConnection {
    // A connection that may write would roll back the journal of a killed writer.
    if protection == .openedForReading, FileStatus(path: journal) == nil {
      return try ReadConnection(to: real, uri("mode=rw"), configuration)
    }
    return try ReadConnection(to: real, uri("mode=ro"), configuration)
  }

  private func uri(_ options: String) -> String {
    let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: ";"))
    return "file:\(real.addingPercentEncoding(withAllowedCharacters: allowed) ?? real)?\(options)"
  }

  /// Whether an error may concern the index beside the file, for which a full or read-only disk has no room.
  private static func isAboutIndex(_ error: DatabaseError) -> Bool {
    switch error.resultCode {
    case .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_FULL: true
    case .SQLITE_READONLY: error.extendedResultCode != .SQLITE_READONLY_ROLLBACK
    default: false
    }
  }

  /// Converts an error for readers of the file.
  func storeError(_ error: any Error) -> StoreError {
    guard let error = error as? DatabaseError else { return StoreError(error, at: path) }
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      return .locked(path: path, by: StoreLocker(exclusivelyOfFileAt: real))
    case .SQLITE_READONLY where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK:
      return .cannotWrite(path: path, .unfinishedTransaction(journal: journal))
    default: return StoreError(error, at: path)
    }
  }
}
