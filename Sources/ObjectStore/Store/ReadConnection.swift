internal import CSQLiteSession
import Files
internal import GRDB

/// A connection that reads a store's file without changing it.
final class ReadConnection: Sendable {
  let queue: DatabaseQueue
  private let path: String
  /// The state of the database and its log when they were opened; nil if SQLite prevents writers from changing the file
  /// while it is read.
  private let versions: [FileStatus?]?

  /// - Parameters:
  ///   - uri: The URI with which SQLite opens the file at `path`.
  ///   - isPrivate: Whether other processes don't see the reader.
  init(to path: String, _ uri: String, _ configuration: Configuration, isPrivate: Bool = false) throws {
    if isPrivate { try PrivateIndex.register() }
    var configuration = configuration
    configuration.prepareDatabase { db in
      // By default, the last connection to close the file checkpoints the log.
      _ = packshot_checkpoint_on_close(db.sqliteConnection, 0)
    }
    self.path = path
    versions = isPrivate ? Self.versions(path) : nil
    queue = try DatabaseQueue(path: uri, configuration: configuration)
    _ = try queue.read { try StoreSchema.version(of: $0) }
  }

  deinit {
    // SQLite removes an empty log and its index when the last connection closes.
    guard versions == nil, FileStatus(path: path + "-wal")?.byteCount == 0 else { return }
    _ = queue.unsafeReentrantWrite { packshot_checkpoint_on_close($0.sqliteConnection, 1) }
  }

  /// Throws `busy` if another process has changed the file since it was opened, and nothing prevented that: the values
  /// read may contain half of a change.
  func checkUnchanged() throws(StoreError) {
    guard let versions else { return }
    let isSame = zip(versions, Self.versions(path)).allSatisfy { old, new in
      guard let old, let new else { return old == nil && new == nil }
      return new.hasContent(of: old)
    }
    if !isSame { throw .busy(path: path) }
  }

  /// Returns the states of the database and its log. An empty log counts as none, because opening a file for reading
  /// may create one.
  private static func versions(_ path: String) -> [FileStatus?] {
    let log = FileStatus(path: path + "-wal")
    return [FileStatus(path: path), log?.byteCount == 0 ? nil : log]
  }
}

/// The VFS that keeps the log's index in memory.
enum PrivateIndex {
  static let name = PACKSHOT_PRIVATE_INDEX

  private static let code = packshot_register_private_index()

  static func register() throws {
    if code != SQLITE_OK { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }
}
